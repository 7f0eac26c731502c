import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { LoadedConfig } from "../config/load-config.ts";
import { sdkName } from "../emit/sdk-name.ts";
import type { TreeOptions } from "../run-tree.ts";
import { UsageError } from "../usage-error.ts";

/** Parsed command line of `svc-codegen`. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "generate"; readonly given: Given };

/** Options as they were given. */
export interface Given extends Partial<Omit<TreeOptions, "name" | "config">> {
  readonly name?: string;
  /** File of the configuration. */
  readonly config?: string;
}

/** Output of `--help`. */
export const HELP = `svc-codegen: typed client, fake service, fixtures and documentation of any OpenAPI document

Usage: svc-codegen --spec FILE --out DIR [options]
       svc-codegen                     with spec and out, or scope, in svc.config.ts
       svc-codegen init                makes a repository for one API: packages, example, workflows
       svc-codegen bump FILE           takes a new version of its document, with a changeset
       svc-codegen diff OLD NEW        the difference of two documents, and the version that it asks for
       svc-codegen release rehearse    a release of the repository but its publication; version, publish: svc-codegen release

  --spec FILE        OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, JSON or YAML; references lead to files below its folder
  --out DIR          where to write; replaced as a whole, but for node_modules, dist and lock files
  --name NAME        name of the SDK: acme gives createAcmeClient, AcmeError, createFakeAcme, ACME_API_KEY; without it, it is
                     asked for at a terminal, with that of the title as the proposal, and svc elsewhere
  --config FILE      configuration (default svc.config.ts of this folder, where it is there); options given here win
  --overlay FILE     OpenAPI Overlay, applied before anything is checked; may be given several times, in order
  --strict           refuse what needs repairs; else they are made, told, and written to DIR/repairs.overlay.yaml
  --open-enums       enums and unions take what the document does not list
  --allow-network    FILE may be an https: address; it is fetched, and nothing else
  --explain          print what the document's operations store, as the fake sees it, and why
  --check            write nothing; exit 1 and name each file that differs
  --help             print this
  --version          print the version

Exit code: 1 for a document that is refused, with one line per finding, and DIR is not touched; 2 for wrong arguments.
`;

const OPTIONS = {
  spec: { type: "string" },
  out: { type: "string" },
  name: { type: "string" },
  config: { type: "string" },
  overlay: { type: "string", multiple: true },
  strict: { type: "boolean" },
  "open-enums": { type: "boolean" },
  "allow-network": { type: "boolean" },
  explain: { type: "boolean" },
  check: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Reads the arguments. @throws UsageError for those that are unknown or do not fit */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const [extra] = positionals;
  if (extra !== undefined) throw new UsageError(`${extra}: is no command; the document is given by --spec.`);
  const { spec, out, name, config, overlay: overlays, strict, explain, check } = values;
  const given = { spec, out, name, config, overlays, strict, explain, check };
  const flags = { openEnums: values["open-enums"], allowNetwork: values["allow-network"] };
  const entries = Object.entries({ ...given, ...flags }).filter(([, value]) => value !== undefined);
  return { kind: "generate", given: Object.fromEntries(entries) };
}

/** The options of a run: what is given, else what the configuration says. @throws UsageError where neither says it */
export function resolveOptions(given: Given, config: LoadedConfig | undefined): TreeOptions {
  const configured = config?.config ?? {};
  const at = (path: string): string => (/^https?:/.test(path) ? path : relative("", join(config?.folder ?? "", path)));
  const spec = given.spec ?? (configured.spec && at(configured.spec));
  const out = given.out ?? (configured.out && at(configured.out));
  const name = given.name ?? configured.name;
  if (!spec) throw new UsageError("--spec FILE is missing: the OpenAPI document.");
  if (!out) throw new UsageError("--out DIR is missing: the folder to write.");
  return {
    spec,
    out,
    config,
    overlays: given.overlays ?? (configured.overlays ?? []).map(at),
    strict: given.strict ?? configured.strict ?? false,
    explain: given.explain ?? false,
    check: given.check ?? false,
    openEnums: given.openEnums ?? false,
    allowNetwork: given.allowNetwork ?? false,
    ...(name !== undefined && { name: sdkName(name) }),
  };
}

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node.js adds advice on `--` after the first sentence.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0] ?? "", { cause: error });
  }
}
