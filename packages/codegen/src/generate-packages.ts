import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatFinding, type Model } from "@svc/model";
import * as emit from "./emit/index.ts";
import type { Files } from "./emitter.ts";
import { explainResources } from "./explain.ts";
import { emitTree, paginationOf } from "./generate-tree.ts";
import { linkPackages } from "./link-packages.ts";
import { LEDGER, type LoadedSpec, loadSpec, writeLedger } from "./load-spec.ts";
import { lineComment, md, str, ts } from "./quote/index.ts";
import { refuseStaleDeclarations } from "./stale-declarations.ts";
import { version } from "./stamp.ts";
import type { TreeHost } from "./tree-host.ts";
import { publish } from "./write/publish.ts";
import type { Output } from "./write/replace-outputs.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const COMMAND = "pnpm generate";
const BANNER = ts`${lineComment(`Generated from spec/openapi.yaml by \`${COMMAND}\`. Do not edit.`)}`;
const MARKDOWN_BANNER = md`<!-- Generated from spec/openapi.yaml by \`pnpm generate\`. Do not edit. -->`;

/** This checkout as the generator of trees. */
export const checkout: TreeHost = {
  command: "pnpm generate --spec FILE --out DIR",
  version: version(),
  install: linkPackages,
};

/** How the packages are generated. */
export interface PackagesOptions {
  /** Writes nothing, and compares. */
  readonly check: boolean;
  /** Prints what the document's operations store, and why. @default false */
  readonly explain?: boolean;
}

/** Regenerates everything in the packages that depends on the document. Returns the exit code. */
export async function generatePackages({ check, explain = false }: PackagesOptions): Promise<number> {
  const spec = await loadSpec(join(ROOT, "spec"), ROOT);
  if (explain) console.log(explainResources(spec.model));
  refuseStaleDeclarations(spec.model, spec);
  for (const warning of spec.unmatched) console.error(`warning: ${formatFinding(warning)}`);
  return publish([...packageOutputs(spec), ...fixtureOutputs(ROOT)], { check, root: ROOT, command: COMMAND });
}

/** Everything in the packages that depends on the document and the configuration. */
function packageOutputs({ document, model, config }: LoadedSpec): Output[] {
  const directory = (path: string, files: Record<string, string>): Output => ({
    path: join(ROOT, path),
    content: new Map(Object.entries(files)) satisfies Files,
  });
  const target = {
    sdk: emit.DEFAULT_NAME,
    banner: BANNER,
    paginates: true,
    pagination: paginationOf(model, config.pagination),
    types: "@svc/types",
    modelTypes: "@svc/model/data",
  };
  const client: emit.Target = {
    ...target,
    clientRuntime: "../runtime.ts",
    downloadRuntime: "../downloads/runtime.ts",
    uploadRuntime: "../uploads/runtime.ts",
    webhookRuntime: "../webhooks/runtime.ts",
    testingRuntime: "",
    arbitraryRuntime: "",
  };
  const testing: emit.Target = {
    ...target,
    clientRuntime: "",
    downloadRuntime: "",
    uploadRuntime: "",
    webhookRuntime: "",
    testingRuntime: "../runtime.ts",
    arbitraryRuntime: "@svc/schema/arbitrary",
  };
  const typed = emit.directedModel(model);
  return [
    directory("spec/src/generated", {
      "document.ts": emit.emitSpecConstant(document, model.version, BANNER),
      "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    }),
    { path: join(ROOT, "spec", LEDGER), content: writeLedger(model) },
    { path: join(ROOT, "spec/UNKNOWNS.md"), content: emit.emitUnknowns(model, MARKDOWN_BANNER) },
    directory("packages/types/src/generated", {
      "index.ts": emit.emitTypeAliases(typed, client, config.enums),
      "openapi.ts": emit.emitOpenApiTypes(typed, client),
    }),
    directory("packages/client/src/generated", {
      "client.ts": emit.emitClientInterface(typed, client),
      "downloads.ts": emit.emitDownloads(model, client),
      "extras.ts": emit.emitClientExtras(model, client),
      "table.ts": emit.emitClientTable(model, client),
      "uploads.ts": emit.emitUploads(model, typed, client),
      "version.ts": versionFile(model),
      "webhooks.ts": emit.emitWebhooks(typed, client),
    }),
    directory("packages/mcp/src/generated", {
      "tools.ts": emit.emitTools(model, typed, client, {
        runtime: "../runtime.ts",
        client: "@svc/client",
        operations: "@svc/client",
        downloads: "@svc/client/downloads",
      }),
    }),
    directory("packages/testing/src/generated", {
      "arbitraries.ts": emit.emitArbitraryTypes(typed, testing),
      "builders.ts": emit.emitBuilderTypes(typed, testing),
      "handles.ts": emit.emitHandles(model, typed, testing),
      "model.ts": emit.emitFakeModel(model, testing),
      "operations.ts": emit.emitOperationTypes(typed, testing),
      "resources.ts": emit.emitResources(model, testing),
    }),
    directory("docs/generated", { "operations.md": emit.emitOperationsPage(model, client, MARKDOWN_BANNER) }),
  ];
}

function versionFile(model: Model): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, "packages/client/package.json"), "utf8")) as {
    version: string;
  };
  return ts`
    ${BANNER}

    /** Version of the packages, sent as \`x-svc-sdk-version\`. */
    export const sdkVersion = ${str(version)};

    /** Version of the OpenAPI document: its \`info.version\`. */
    export const documentVersion = ${str(model.version)};
  `;
}

/**
 * The document that the packages' own tests were written against: it stays as it is when the service's changes, so that
 * a bump cannot break them.
 */
const SERVICE_FIXTURE = "engines/model/fixtures/service.yaml";

const TREES = [
  { path: "packages/client/test/generated", folders: ["client/", "testing/model.ts", "types/"] },
  { path: "packages/testing/test/generated", folders: ["testing/", "types/"] },
];

/** Client and fake of that document, for the tests of the packages. */
function fixtureOutputs(root: string): Output[] {
  const files = [...emitTree(readFileSync(join(root, SERVICE_FIXTURE), "utf8"), SERVICE_FIXTURE)];
  return TREES.map(({ path, folders }) => ({
    path: join(ROOT, path),
    content: new Map(
      files
        .filter(([file]) => folders.some((folder) => file.startsWith(folder)))
        .map(([file, text]) => [
          file,
          text.replace(/^\/\/ Generated .*/, `// Generated from ${SERVICE_FIXTURE} by \`pnpm generate\`. Do not edit.`),
        ]),
    ),
  }));
}
