import { DEFAULT_NAME } from "../emit/sdk-name.ts";
import { emitSpecConstant } from "../emit/spec.ts";
import type { Emitter } from "../emitter.ts";
import { docsEmitter, unknownsEmitter } from "../emitters/docs-emitter.ts";
import { functions } from "../emitters/functions.ts";
import { mcp } from "../emitters/mcp.ts";
import { clientEmitter, ledgerEmitter, testingEmitter } from "../emitters/tree-emitters.ts";
import { typesEmitter } from "../emitters/types-emitter.ts";
import type { Layout } from "../generate.ts";
import type { LoadedSpec } from "../load-spec.ts";
import { str, ts } from "../quote/index.ts";
import { treeLayout } from "./tree.ts";

const COMMAND = "pnpm generate";

/**
 * The packages of this repository. Their folders are those of {@link repositoryLayout}; each entry is written by hand
 * beside the sources of its runtime, so that the generated files import those, and the entries of a tree are left out.
 *
 * @param version version of the packages
 */
export function checkoutLayout(root: string, { document, config }: LoadedSpec, version: string): Layout {
  return {
    root,
    sdk: DEFAULT_NAME,
    config,
    command: COMMAND,
    source: "spec/openapi.yaml",
    types: "@svc/types",
    wireTypes: "@svc/types",
    runtimes: SOURCES,
    folders: [
      { path: "spec/src/generated", emitters: [documentEmitter(document)] },
      { path: "spec", emitters: [unknownsEmitter, ledgerEmitter], isShared: true },
      { path: "packages/types/src/generated", emitters: [typesEmitter], inside: "types/" },
      {
        path: "packages/client/src/generated",
        emitters: [clientEmitter, versionEmitter(version)],
        inside: "client/",
        only: OF_CLIENT.map((name) => `client/${name}.ts`),
      },
      { path: "packages/mcp/src/generated", emitters: [mcp()], inside: "mcp/", only: ["mcp/index.ts"] },
      {
        path: "packages/testing/src/generated",
        emitters: [testingEmitter],
        inside: "testing/",
        only: OF_TESTING.map((name) => `testing/${name}.ts`),
      },
      { path: "docs/generated", emitters: [docsEmitter], only: ["operations.md"] },
    ],
  };
}

/** Client and fake of a fixture, for the tests of the packages: parts of a tree. */
export function fixtureLayout(root: string, source: string): Layout {
  const emitters = [typesEmitter, clientEmitter, functions(), testingEmitter];
  return {
    ...treeLayout({ sdk: DEFAULT_NAME, config: {}, command: COMMAND, runtime: "" }, []),
    ...{ root, source },
    folders: [
      { path: "packages/client/test/generated", emitters, only: ["client/", "testing/model.ts", "types/"] },
      { path: "packages/testing/test/generated", emitters, only: ["testing/", "types/"] },
    ],
  };
}

const OF_CLIENT = ["client", "downloads", "extras", "table", "uploads", "version", "webhooks"];
const OF_TESTING = ["arbitraries", "builders", "handles", "model", "operations", "resources"];

const SOURCES = {
  client: "../runtime.ts",
  clientSources: "../",
  downloads: "../downloads/runtime.ts",
  uploads: "../uploads/runtime.ts",
  webhooks: "../webhooks/runtime.ts",
  testing: "../runtime.ts",
  arbitrary: "@svc/schema/arbitrary",
  model: "@svc/model/data",
  tools: "../runtime.ts",
  toolClient: "@svc/client",
  toolOperations: "@svc/client",
  toolDownloads: "@svc/client/downloads",
};

function documentEmitter(document: unknown): Emitter {
  return {
    name: "document",
    emit: (model, { target }) =>
      new Map([
        ["document.ts", emitSpecConstant(document, model.version, target.banner)],
        ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
      ]),
  };
}

function versionEmitter(version: string): Emitter {
  return {
    name: "version",
    emit: (model, { target }) => {
      const text = ts`
        ${target.banner}

        /** Version of the packages, sent as \`x-svc-sdk-version\`. */
        export const sdkVersion = ${str(version)};

        /** Version of the OpenAPI document: its \`info.version\`. */
        export const documentVersion = ${str(model.version)};
      `;
      return new Map([["client/version.ts", text]]);
    },
  };
}
