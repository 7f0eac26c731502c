import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "@svc/codegen/bump";
import { code, md } from "@svc/codegen/quote";
import { ROOT } from "../toolkit/tools.ts";
import { lintDocument } from "./lint-document.ts";

/** The packages of the fixed group that are made of the document. */
export const PACKAGES = ["@svc/spec", "@svc/types", "@svc/client", "@svc/testing", "@svc/mcp"] as const;

/** The documents, where users have them. `openapi.yaml` there is without overlays, which frozen versions have. */
const SPEC = "node_modules/@svc/spec";

/** This checkout, with the version that its packages have now. */
export function ownRepository(): Repository {
  const manifest = readFileSync(join(ROOT, "packages/client/package.json"), "utf8");
  return {
    root: ROOT,
    packages: PACKAGES,
    version: (JSON.parse(manifest) as { version: string }).version,
    names: {
      client: "svc",
      types: "@svc/types",
      codemod: (frozenFile) => ({
        command: `npx @svc/codegen codemod node_modules/@svc/${frozenFile} ${SPEC}/dist/openapi.json src`,
        when: md`once ${code("@svc/spec")} is updated, and before the other packages are`,
      }),
    },
    strict: true,
    lint: lintDocument,
  };
}
