import { findBuiltin, runtimeName } from "../builtin.ts";
import type * as Reader from "../document.ts";

/**
 * Loads the reader of documents and the inference of resources, which a fake needs only for a document that is not its own.
 *
 * @throws Error in runtimes that cannot load modules while others run
 */
export function loadReader(): typeof Reader {
  const require = findBuiltin("node:module")?.createRequire(import.meta.url);
  try {
    if (require !== undefined) return require("@svc/testing/document") as typeof Reader;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "ERR_REQUIRE_ESM") throw error;
  }
  throw new Error(
    `createFakeSvc: ${runtimeName()} cannot load the reader of documents by itself: import { readDocument } from "@svc/testing/document", and give readDocument(document) as the document.`,
  );
}
