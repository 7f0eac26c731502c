import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createModel, formatFinding, type Model, parseDocument } from "@svc/model";
import { readLedger } from "./name-ledger.ts";

/** A document with the overlays of a spec folder applied. */
export interface OverlaidDocument {
  readonly document: unknown;
  /** Name of the file, for messages. */
  readonly file: string;
  /** Overlay actions that match nothing in the document, one line each. */
  readonly unmatched: readonly string[];
}

/** The document of a spec folder, overlaid, and its model. */
export async function loadSpec(folder: string, root: string): Promise<OverlaidDocument & { model: Model }> {
  const overlaid = await loadOverlaid(folder, root);
  const names = readLedger(folder);
  return { ...overlaid, model: createModel(overlaid.document, { file: overlaid.file, names, strict: true }) };
}

/**
 * A document with the overlays of a spec folder applied in name order.
 *
 * @param source another document than the folder's own
 */
export async function loadOverlaid(
  folder: string,
  root: string,
  source?: { readonly document: unknown; readonly file: string },
): Promise<OverlaidDocument> {
  const own = join(folder, "openapi.yaml");
  let { document, file } = source ?? parseDocument(readFileSync(own, "utf8"), relative(root, own));
  const unmatched: string[] = [];
  for (const overlay of overlayFiles(join(folder, "overlays"))) {
    // Most documents have none, and the generator starts faster without it.
    const { applyOverlay } = await import("./overlay/apply-overlay.ts");
    const name = relative(root, overlay);
    const applied = applyOverlay(document, parseDocument(readFileSync(overlay, "utf8"), name).document, name);
    document = applied.document;
    unmatched.push(...applied.unmatched.map(formatFinding));
  }
  return { document, file, unmatched };
}

function overlayFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
