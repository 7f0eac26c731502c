import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createModel, type Finding, type Model, type NameLedger, type ParsedDocument, parseDocument } from "@svc/model";
import { applyConfig } from "./config/apply-config.ts";
import type { Config } from "./config/config.ts";
import { CONFIG_FILE, loadConfig } from "./config/load-config.ts";
import { LEDGER } from "./emit/spec.ts";
import { applyOverlay } from "./overlay/apply-overlay.ts";
import { type Overlaid, readAtSource, withLine } from "./overlay/find-source.ts";
import { UsageError } from "./usage-error.ts";

/** A document with the overlays of a spec folder applied. */
export interface OverlaidDocument extends Overlaid {
  /** Name of the file, for messages. */
  readonly file: string;
  /** Overlay actions that match nothing in the document. */
  readonly unmatched: readonly Finding[];
}

/** The document of a checkout, with what its configuration makes of it. */
export interface LoadedSpec extends OverlaidDocument {
  readonly model: Model;
  readonly config: Config;
}

/**
 * The document of a spec folder, overlaid, and its model as a configuration says.
 *
 * @param given the configuration. @default that of the checkout
 * @throws UsageError for an option that the packages have no place for
 */
export async function loadSpec(folder: string, root: string, given?: Config): Promise<LoadedSpec> {
  const overlaid = await loadOverlaid(folder, root);
  const config = given ?? (await checkoutConfig(root));
  return { ...overlaid, config, model: readAtSource(overlaid, () => modelOf(overlaid, folder, config)) };
}

/** The model of a document, with the names that a spec folder has given before. @throws DocumentError for what needs repairs */
export function modelOf(
  { document, file }: { readonly document: unknown; readonly file: string },
  folder: string,
  config: Config,
): Model {
  const openEnums = config.enums === "open" && { openEnums: true };
  return createModel(applyConfig(document, config), { file, names: readLedger(folder), strict: true, ...openEnums });
}

async function checkoutConfig(root: string): Promise<Config> {
  const loaded = await loadConfig(root, undefined, new URL("./index.ts", import.meta.url));
  return checkPackagesConfig(loaded?.config ?? {});
}

/** Options that the packages of a checkout follow. The document and its overlays are those of its spec folder. */
const FOLLOWED: ReadonlySet<string> = new Set([
  ...["name", "spec", "overlays", "strict", "enums", "methods", "types", "omit", "headers", "pagination"],
]);

/** @throws UsageError for an option that would change a tree, and not the packages */
export function checkPackagesConfig(config: Config): Config {
  const other = Object.keys(config).find((name) => !FOLLOWED.has(name));
  if (other !== undefined)
    throw new UsageError(`${CONFIG_FILE}: ${other}: has no place in packages with entries of their own.`);
  return config;
}

/**
 * A document with the overlays of a spec folder applied in name order.
 *
 * @param source another document than the folder's own
 */
export async function loadOverlaid(folder: string, root: string, source?: ParsedDocument): Promise<OverlaidDocument> {
  const own = join(folder, "openapi.yaml");
  const base = source ?? parseDocument(readFileSync(own, "utf8"), relative(root, own));
  const sources = [base];
  let { document } = base;
  const unmatched: Finding[] = [];
  for (const overlay of overlayFiles(join(folder, "overlays"))) {
    const parsed = parseDocument(readFileSync(overlay, "utf8"), relative(root, overlay));
    const applied = applyOverlay(document, parsed.document, parsed.file);
    document = applied.document;
    sources.push(parsed);
    unmatched.push(...applied.unmatched.map((finding) => withLine(finding, parsed)));
  }
  return { document, file: base.file, unmatched, sources };
}

function overlayFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** The names given before; none where there is no ledger. */
export function readLedger(folder: string): NameLedger {
  const file = join(folder, LEDGER);
  if (!existsSync(file)) return { operations: {}, schemas: {} };
  return JSON.parse(readFileSync(file, "utf8")) as NameLedger;
}
