import { type Overlay, parseDocument } from "@svc/model";
import { stringify } from "yaml";
import { applyOverlay } from "../overlay/apply-overlay.ts";

/** Name of the file with the repairs, in a generated tree. */
export const REPAIRS = "repairs.overlay.yaml";

/** A text with its name for messages. */
export interface NamedText {
  readonly text: string;
  readonly file: string;
}

export interface PrepareOptions {
  /** OpenAPI Overlays, applied in this order before any check. @default none */
  readonly overlays?: readonly NamedText[];
}

/** Reads a document and applies overlays. @throws DocumentError where one of them cannot be read */
export function prepareDocument(text: string, file: string, { overlays = [] }: PrepareOptions = {}): unknown {
  let { document } = parseDocument(text, file);
  for (const overlay of overlays) {
    document = applyOverlay(document, parseDocument(overlay.text, overlay.file).document, overlay.file).document;
  }
  return document;
}

/** The text of an overlay. */
export function writeOverlay(overlay: Overlay): string {
  return stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false });
}
