import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Command, defineCommand, type Input } from "../cli/command.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { sdkName } from "../emit/sdk-name.ts";
import { runTree, type TreeOptions } from "../run-tree.ts";
import { hashOf, version } from "../stamp.ts";
import type { TreeHost } from "../tree-host.ts";
import { UsageError } from "../usage-error.ts";

/** Options of each command that generates a tree. */
export const OF_TREE = {
  spec: {
    type: "string",
    value: "FILE",
    text: "OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, JSON or YAML; references lead to files below its folder",
  },
  out: {
    type: "string",
    value: "DIR",
    text: "where to write; replaced as a whole, except node_modules, dist and lock files",
  },
  name: {
    type: "string",
    value: "NAME",
    text: "name of the SDK: acme becomes createAcmeClient, AcmeError, createFakeAcme, ACME_API_KEY (default svc)",
  },
  overlay: {
    type: "string",
    value: "FILE",
    multiple: true,
    text: "OpenAPI Overlay, applied before validation; repeatable, applied in order",
  },
  strict: {
    type: "boolean",
    text: "reject mistakes instead of repairing them, reporting it, and writing DIR/repairs.overlay.yaml",
  },
  "open-enums": { type: "boolean", text: "let enums and unions accept unlisted values" },
  "allow-network": { type: "boolean", text: "allow FILE to be an https: address; nothing else is fetched" },
  explain: { type: "boolean", text: "print which resources the fake infers, and why" },
  resources: {
    type: "boolean",
    text: "print what the fake stores as an overlay that declares it, with reasons, and write nothing",
  },
  check: { type: "boolean", text: "write nothing; exit 1 and name each file that differs" },
} as const;

const OPTIONS = {
  ...OF_TREE,
  config: {
    type: "string",
    value: "FILE",
    text: "configuration (default: svc.config.ts of this folder, if it exists); options here override it",
  },
  version: { type: "boolean", text: "print the version" },
} as const;

/** Options as they were given. */
export type Given = Input<typeof OPTIONS>["values"];

/** Generates a tree, or the packages of the repository in which it runs. */
export function generateCommand(root: string, api: URL): Command {
  return defineCommand({
    options: OPTIONS,
    description: `Generates a typed client, fake service, fixtures and documentation from any OpenAPI document;
without options, as svc.config.ts says.
Exit code: 1 for a rejected document, with one line per finding and DIR unchanged; 2 for wrong arguments.`,
    async run({ values }) {
      if (values.version) {
        console.log(version());
        return 0;
      }
      const loaded = await loadConfig(root, values.config, api);
      if (loaded?.config.scope !== undefined) {
        // Generating a tree, which most do, starts without it.
        const { generatePackages } = await import("./generate-packages.ts");
        return generatePackages(loaded, values);
      }
      const options = resolveOptions(values, loaded);
      return runTree(options, publishedHost(options));
    },
  });
}

/** The options of a run: what is given, else what the configuration says. @throws UsageError where neither says it */
export function resolveOptions(given: Given, config: LoadedConfig | undefined): TreeOptions {
  const configured = config?.config ?? {};
  const at = (path: string): string => (/^https?:/.test(path) ? path : relative("", join(config?.folder ?? "", path)));
  const spec = given.spec ?? (configured.spec && at(configured.spec));
  const out = given.out ?? (configured.out && at(configured.out));
  const name = given.name ?? configured.name;
  if (!spec) throw new UsageError("--spec FILE is missing: the OpenAPI document.");
  if (!out && given.resources !== true) throw new UsageError("--out DIR is missing: the folder to write.");
  return {
    spec,
    out: out ?? "",
    config,
    overlays: given.overlay ?? (configured.overlays ?? []).map(at),
    strict: given.strict ?? configured.strict ?? false,
    explain: given.explain ?? false,
    resources: given.resources ?? false,
    check: given.check ?? false,
    openEnums: given["open-enums"] ?? false,
    allowNetwork: given["allow-network"] ?? false,
    ...(name !== undefined && { name: sdkName(name) }),
  };
}

/** Milliseconds after which people want to know what takes so long. */
const PATIENCE_MS = 300;

/** The published generator: the tree's user installs what it imports. */
function publishedHost({ out }: TreeOptions): TreeHost {
  const begin = performance.now();
  const seconds = (): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
  return {
    command: "svc-codegen --spec FILE --out DIR",
    version: version(),
    fingerprint: () => hashOf([version(), readFileSync(new URL(import.meta.url))]),
    onProgress(step) {
      if (process.stderr.isTTY || performance.now() - begin > PATIENCE_MS) console.error(`${seconds()}  ${step}`);
    },
    onSummary: (summary) =>
      console.log(`\n${summary}\n\nTry it:\n  cd ${out}\n  npm install\n  npm run try\n\ndone in ${seconds()}`),
  };
}
