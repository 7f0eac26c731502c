import {
  childPointer,
  DocumentError,
  type Finding,
  isObject,
  type ParsedDocument,
  pointerTokens,
  valueAt,
} from "@svc/model";
import { parseJsonPath } from "./json-path.ts";

/** A finding with the line of its place in a file. */
export function withLine(finding: Finding, { positionOf }: Pick<ParsedDocument, "positionOf">): Finding {
  const line = positionOf(finding.pointer)?.line;
  return line === undefined ? finding : { ...finding, line };
}

/** A document with its overlays applied, and the files that it is made of. */
export interface Overlaid {
  readonly document: unknown;
  /** The document as it was read, then its overlays in their order. */
  readonly sources: readonly ParsedDocument[];
}

/** A finding in an overlaid document by the place where its value is written: in the last overlay that gave it, if one did. */
export function atSource(finding: Finding, { document, sources }: Overlaid): Finding {
  const [base, ...overlays] = sources;
  if (finding.file !== base?.file) return finding;
  const tokens = pointerTokens(finding.pointer) ?? [];
  for (const overlay of overlays.toReversed()) {
    const pointer = placeIn(overlay.document, document, tokens);
    if (pointer !== undefined) return withLine({ ...finding, file: overlay.file, pointer }, overlay);
  }
  return finding;
}

/** Runs what reads an overlaid document. @throws DocumentError with the findings where they are written */
export function readAtSource<Result>(overlaid: Overlaid, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentError(error.findings.map((finding) => atSource(finding, overlaid)));
  }
}

/** Pointer into an overlay, to what its last such action gave the place in the document; undefined if none did. */
function placeIn(overlay: unknown, document: unknown, tokens: readonly string[]): string | undefined {
  const actions = valueAt(overlay, ["actions"]) as readonly { readonly target: string; readonly update?: unknown }[];
  const holders = tokens.map((_, depth) => valueAt(document, tokens.slice(0, depth)));
  for (const [index, { target, update }] of [...actions.entries()].reverse()) {
    if (!isObject(update)) continue;
    const selected = new Set(parseJsonPath(target)(document).map(({ value }) => value));
    const depth = holders.findLastIndex(
      (holder, at) => isObject(holder) && selected.has(holder) && valueAt(update, tokens.slice(at)) !== undefined,
    );
    if (depth >= 0) return childPointer("/actions", index, "update", ...tokens.slice(depth));
  }
  return undefined;
}
