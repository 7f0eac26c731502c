import {
  DocumentError,
  type Edit,
  type Finding,
  type Overlay,
  parseDocument,
  pointerTokens,
  type Round,
  readDocument,
  repairDocument,
  valueAt,
} from "@svc/model";
import { stringify } from "yaml";
import { applyOverlay } from "../overlay/apply-overlay.ts";
import { type Overlaid, withLine } from "../overlay/find-source.ts";
import { type Node, parseJsonPath } from "../overlay/json-path.ts";
import { type BundleOptions, bundleDocument } from "./bundle-document.ts";
import { isFileReference } from "./file-reference.ts";

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
  /** Reads files that the document refers to, by their paths below its folder. @default none is read */
  readonly readFile?: ((path: string) => string | undefined) | undefined;
  /** Told of what the author should know. */
  readonly onWarning?: ((warning: Finding) => void) | undefined;
  /** Makes OpenAPI 3 of Swagger 2.0. @default that is refused */
  readonly convert?: ((swagger: unknown, file: string) => unknown) | undefined;
}

/** A document with overlays applied. */
export interface PreparedDocument extends Overlaid {
  /** Repairs of the text itself, which no overlay can express, as one round; absent where there are none. */
  readonly readings: readonly Round[];
}

/** Reads a document, makes it one file of OpenAPI 3, and applies overlays. @throws DocumentError where one of them cannot be read */
export function prepareDocument(text: string, file: string, options: PrepareOptions = {}): PreparedDocument {
  const { overlays = [], strict, readFile, convert, onWarning } = options;
  const read = readDocument(text, file);
  const parsed = overlays.map((overlay) => parseDocument(overlay.text, overlay.file));
  const repairs = read.readings.filter(
    ({ edits }) => !edits.every((edit) => parsed.some((overlay) => states(overlay.document, edit, read.document))),
  );
  if (strict && repairs.length > 0) {
    throw new DocumentError(
      repairs.map(({ pointer, wrong, advice }) => ({ file, pointer, message: `${wrong}; ${advice}` })),
    );
  }
  let { document } = read;
  if (convert !== undefined && isSwagger(document)) {
    document = convert(document, file);
    const message = `is Swagger 2.0, and is read as OpenAPI ${(document as { openapi?: string }).openapi}; convert the document`;
    onWarning?.({ file, pointer: "/swagger", message });
  }
  if (readFile !== undefined) document = bundle(document, { file, readFile });
  for (const overlay of parsed) {
    const applied = applyOverlay(document, overlay.document, overlay.file);
    for (const unmatched of applied.unmatched) onWarning?.(withLine(unmatched, overlay));
    ({ document } = applied);
  }
  const sources = [read, ...parsed];
  return { document, readings: repairs.length === 0 ? [] : [{ document, repairs }], sources };
}

/** {@link bundleDocument}; where that fails, what else is wrong is told as well. */
function bundle(document: unknown, options: BundleOptions): unknown {
  try {
    return bundleDocument(document, options);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const known = new Set(error.findings.map(({ pointer }) => pointer));
    // Of references to files, the bundle has said what is wrong.
    const others = repairDocument(document, { file: options.file }).findings.filter(
      ({ pointer }) => !known.has(pointer) && !isFileReference(valueAt(document, pointerTokens(pointer) ?? [])),
    );
    throw new DocumentError([...error.findings, ...others], { cause: error });
  }
}

/** A document that says `swagger: "2.0"` and nothing else of its version. */
function isSwagger(document: unknown): boolean {
  const { swagger, openapi } = Object(document) as { swagger?: unknown; openapi?: unknown };
  return (swagger === "2.0" || swagger === 2) && openapi === undefined;
}

/** Whether an overlay gives the value of an edit's place: then it does not matter how the document was read there. */
function states(overlay: unknown, edit: Edit, document: unknown): boolean {
  if (edit.op !== "set" && edit.op !== "item") return false;
  const holder = valueAt(document, pointerTokens(edit.pointer) ?? []);
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

/** The text of an overlay. */
export function writeOverlay(overlay: Overlay): string {
  return stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false });
}
