import { DocumentError, type Edit, type Overlay, parseDocument, type Round, readDocument } from "@svc/model";
import { stringify } from "yaml";
import { applyOverlay } from "../overlay/apply-overlay.ts";
import { parseJsonPath } from "../overlay/json-path.ts";
import type { Node } from "../overlay/node.ts";

/** Name of the file with the repairs, in a generated tree. */
export const REPAIRS = "repairs.overlay.yaml";

/** A text with its name for messages. */
export interface NamedText {
  readonly text: string;
  readonly file: string;
}

export interface PrepareOptions {
  /** Refuses a document that needs repairs. @default false */
  readonly strict?: boolean;
  /** OpenAPI Overlays, applied in this order before any check. @default none */
  readonly overlays?: readonly NamedText[];
}

/** A document with overlays applied. */
export interface PreparedDocument {
  readonly document: unknown;
  /** What had to be read leniently and no overlay says, in one round; none where there is nothing. */
  readonly readings: readonly Round[];
}

/** Reads a document and applies overlays. @throws DocumentError where one of them cannot be read */
export function prepareDocument(
  text: string,
  file: string,
  { overlays = [], strict }: PrepareOptions = {},
): PreparedDocument {
  const read = readDocument(text, file);
  const parsed = overlays.map((overlay) => ({ ...parseDocument(overlay.text, overlay.file), file: overlay.file }));
  const repairs = read.readings.filter(
    ({ edits }) => !edits.every((edit) => parsed.some((overlay) => states(overlay.document, edit, read.document))),
  );
  if (strict && repairs.length > 0) {
    throw new DocumentError(
      repairs.map(({ pointer, wrong, advice }) => ({ file, pointer, message: `${wrong}; ${advice}` })),
    );
  }
  let { document } = read;
  for (const overlay of parsed) document = applyOverlay(document, overlay.document, overlay.file).document;
  return { document, readings: repairs.length === 0 ? [] : [{ document, repairs }] };
}

/** Whether an overlay gives the value of an edit's place: then it does not matter how the document was read there. */
function states(overlay: unknown, edit: Edit, document: unknown): boolean {
  if (edit.op !== "set" && edit.op !== "item") return false;
  const holder = valueAt(document, edit.pointer);
  const key = edit.op === "set" ? edit.key : String(edit.index);
  const { actions } = overlay as { readonly actions?: unknown };
  return (Array.isArray(actions) ? actions : []).some((action: { target?: unknown; update?: unknown } | null) => {
    if (typeof action?.target !== "string" || action.update === undefined) return false;
    const isOfHolder = typeof action.update === "object" && action.update !== null && Object.hasOwn(action.update, key);
    return select(action.target, document).some(
      (node) => (isOfHolder && node.value === holder) || (node.parent === holder && String(node.key) === key),
    );
  });
}

function select(target: string, document: unknown): Node[] {
  try {
    return parseJsonPath(target)(document);
  } catch {
    // Told where the overlay is applied.
    return [];
  }
}

function valueAt(document: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (value, token) =>
      typeof value === "object" && value !== null ? (value as { [key: string]: unknown })[token] : undefined,
    document,
  );
}

function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The text of an overlay. */
export function writeOverlay(overlay: Overlay): string {
  return stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false });
}
