import type { Model } from "@svc/model/data";
import type * as Arbitrary from "./arbitrary.ts";
import { builtin, findBuiltin, runtimeName } from "./builtin.ts";
import type * as Reader from "./document.ts";

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

/**
 * The fast-check arbitraries of a document, created on first use: until then fast-check, an optional peer, need not be
 * installed. Requires Node.js; `createArbitraries` of `@svc/testing/arbitrary` works everywhere.
 *
 * @throws Error (when an arbitrary is used) if fast-check is not installed
 */
export function lazyArbitraries<Arbitraries extends object>(model: Model): Arbitraries {
  let made: Arbitraries | undefined;
  const load = (): Arbitraries => {
    made ??= createArbitraries<Arbitraries>(model);
    return made;
  };
  return new Proxy(Object.create(null) as Arbitraries, {
    get: (_, name) => Reflect.get(load(), name) as unknown,
    has: (_, name) => Reflect.has(load(), name),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(load(), name);
      return found && { ...found, configurable: true };
    },
  });
}

function createArbitraries<Arbitraries>(model: Model): Arbitraries {
  const require = builtin("node:module").createRequire(import.meta.url);
  try {
    return (require("@svc/testing/arbitrary") as typeof Arbitrary).createArbitraries<Arbitraries>(model);
  } catch (error) {
    if (!/fast-check/.test((error as Error).message)) throw error;
    throw new Error("arbitrary needs fast-check, which is not installed: npm install --save-dev fast-check", {
      cause: error,
    });
  }
}
