import { escapeControls, type Finding, formatFinding, formatFindings } from "../load/finding.ts";
import { pointerTokens, valueAt } from "../load/pointer.ts";

/** One change of a document. Applied and written as an overlay, it gives the same document. */
export type Edit =
  /** Gives a member of the object at `pointer` a value: in its place where it replaces a scalar by one, else as the last. */
  | { readonly op: "set"; readonly pointer: string; readonly key: string; readonly value: unknown }
  /** Replaces an item of a list by another scalar, or appends one. */
  | { readonly op: "item"; readonly pointer: string; readonly index: number; readonly value: unknown }
  | { readonly op: "append"; readonly pointer: string; readonly value: unknown }
  | { readonly op: "remove"; readonly pointer: string }
  /** Gives a member of the object at `pointer` another name; it comes last then. */
  | { readonly op: "rename"; readonly pointer: string; readonly from: string; readonly to: string };

/** A mistake for which there is one right reading, and how the document is changed to say so. */
export interface Mend {
  /** The mistake: "is …", "has …". */
  readonly wrong: string;
  /** Advice to the author, shown under `--strict`. */
  readonly advice: string;
  /** The reading that is assumed. */
  readonly assumed: string;
  /** What the reading gives up and nobody can know: "the type". Under `strict`, a bump refuses it. @default nothing */
  readonly loss?: string;
  readonly edits: readonly Edit[];
}

/** A {@link Mend} that was made. */
export interface Repair extends Mend {
  /** Name of the document's file, as the caller gave it. */
  readonly file: string;
  /** RFC 6901 pointer of the place. */
  readonly pointer: string;
}

/** `FILE#JSON-POINTER: repaired: what was wrong, what is assumed`, on one line, whatever the document holds. */
export function formatRepair(repair: Repair): string {
  return formatFinding(toFinding(repair));
}

/** The same of several: many that say the same are one line. */
export function formatRepairs(repairs: readonly Repair[]): string[] {
  return formatFindings(repairs.map(toFinding));
}

function toFinding({ file, pointer, ...repair }: Repair): Finding {
  return { file, pointer, message: describeRepair(repair) };
}

/** `repaired: what was wrong, what is assumed`: the repair without its place, and what is lost by it. */
export function describeRepair({ wrong, assumed, loss }: Pick<Mend, "wrong" | "assumed" | "loss">): string {
  return escapeControls(`repaired: ${wrong}; ${assumed}${loss === undefined ? "" : `: loses ${loss}`}`);
}

/** The pointer of the container of a place, and the place's key in it. */
export function splitPointer(pointer: string): { readonly parent: string; readonly key: string } {
  const at = pointer.lastIndexOf("/");
  return { parent: pointer.slice(0, at), key: (pointerTokens(pointer.slice(at)) ?? [""])[0] ?? "" };
}

/** The edits that put another value in a place of a document. */
export function replaceAt(pointer: string, value: unknown, root: unknown): readonly Edit[] {
  const { parent, key } = splitPointer(pointer);
  if (!Array.isArray(valueAt(root, pointerTokens(parent) ?? []))) return [{ op: "set", pointer: parent, key, value }];
  if (typeof value !== "object" || value === null) return [{ op: "item", pointer: parent, index: Number(key), value }];
  // An update would be merged into the item: it leaves, and its successor comes last.
  return [
    { op: "append", pointer: parent, value },
    { op: "remove", pointer },
  ];
}
