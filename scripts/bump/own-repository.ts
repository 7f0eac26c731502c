import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "@svc/codegen/bump";
import { ROOT } from "../toolkit/tools.ts";
import { lintDocument } from "./lint-document.ts";

/** The packages of the fixed group that are made of the document. */
export const PACKAGES = ["@svc/spec", "@svc/types", "@svc/client", "@svc/testing", "@svc/mcp"] as const;

/** This checkout, with the version that its packages have now. */
export function ownRepository(): Repository {
  const manifest = readFileSync(join(ROOT, "packages/client/package.json"), "utf8");
  return {
    root: ROOT,
    packages: PACKAGES,
    version: (JSON.parse(manifest) as { version: string }).version,
    strict: true,
    lint: lintDocument,
  };
}
