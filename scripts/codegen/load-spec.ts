import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createModel, type Model, parseDocument } from "@svc/model";

/** The document of a spec folder with its overlays applied in name order, and its model. */
export async function loadSpec(folder: string, root: string): Promise<{ document: unknown; model: Model }> {
  const file = join(folder, "openapi.yaml");
  let { document } = parseDocument(readFileSync(file, "utf8"), relative(root, file));
  const overlays = overlayFiles(join(folder, "overlays"));
  for (const overlay of overlays) {
    // Most documents have none, and the generator starts faster without it.
    const { applyOverlay } = await import("./overlay/apply-overlay.ts");
    const parsed = parseDocument(readFileSync(overlay, "utf8"), relative(root, overlay));
    ({ document } = applyOverlay(document, parsed.document));
  }
  return { document, model: createModel(document, { file: relative(root, file) }) };
}

function overlayFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
