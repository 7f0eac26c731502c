/** One reason why nothing is generated from a document, or one thing in it that deserves a look. */
export interface Finding {
  /** Name of the document's file, as the caller gave it. */
  readonly file: string;
  /** Line of the place in that file, from 1, where it is known. */
  readonly line?: number;
  /** RFC 6901 pointer of the place; `""` is the whole document. */
  readonly pointer: string;
  /** The problem, and the remedy. Values of the document in it are escaped and of bounded length. */
  readonly message: string;
}

/** Longer pointers come from documents that nest without end. */
const MAX_POINTER = 1000;

/** `FILE:LINE#JSON-POINTER: reason, and what to do`, on one line, whatever the document holds; `FILE: ...` of all of it. */
export function formatFinding({ file, line, pointer, message }: Finding): string {
  const place = pointer.length > MAX_POINTER ? `${pointer.slice(0, MAX_POINTER)}…` : pointer;
  return escapeControls(`${file}${line === undefined ? "" : `:${line}`}${place === "" ? "" : `#${place}`}: ${message}`);
}

/** Places that are named of findings that say the same. */
const NAMED = 3;

/**
 * Findings, one a line; many of one kind in one file, which differ at most in the values that they name, are one line,
 * with their number and the first places.
 */
export function formatFindings(findings: readonly Finding[]): string[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = `${finding.file}\n${finding.message.replaceAll(VALUES, "…")}`;
    const group = kinds.get(kind) ?? [];
    kinds.set(kind, group);
    group.push(finding);
  }
  return [...kinds.values()].flatMap((group) => {
    if (group.length <= NAMED) return group.map(formatFinding);
    const [first, ...others] = group.slice(0, NAMED);
    const places = others.map(({ pointer }) => `#${pointer.slice(0, MAX_POINTER)}`).join(", ");
    const isOne = group.every(({ message }) => message === first?.message);
    const count = `${group.length} places${isOne ? "" : " of this kind"}`;
    const message = `${first?.message} (${count}; also ${escapeControls(places)}, ...)`;
    return first === undefined ? [] : [formatFinding({ ...first, message })];
  });
}

/** Values that a message names: texts in quotes, numbers. */
const VALUES = /"(?:[^"\\]|\\.)*"|\d+/g;

/** A value of the document for a message: as JSON, invisible characters escaped, at most `limit` characters. */
export function show(value: unknown, limit = 60): string {
  const text = typeof value === "object" && value !== null ? kindOf(value) : (JSON.stringify(value) ?? kindOf(value));
  // Cut between characters, not within one.
  const short = text.length > limit ? `${Array.from(text.slice(0, limit)).slice(0, -1).join("")}…` : text;
  return escapeControls(short);
}

/** "an object", "a list", "a string", "missing": what a value is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Controls, bidirectional and other invisible characters as `\uXXXX`: a terminal would obey them. */
export function escapeControls(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (found) =>
    found
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** A document that cannot be read or generated from, with every reason. */
export class DocumentError extends Error {
  override readonly name = "DocumentError" as const;
  /** At least one, in document order. */
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(findings.map(formatFinding).join("\n"), options);
    this.findings = findings;
  }
}
