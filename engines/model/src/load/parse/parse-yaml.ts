import { type Document, LineCounter, parseAllDocuments, type YAMLParseError } from "yaml";
import type { Repair } from "../../repair/repair.ts";
import type { Finding } from "../finding.ts";
import { type MendedText, mendYaml } from "./mend-yaml.ts";
import { yamlValue } from "./yaml-value.ts";

export interface ParsedYaml {
  readonly value: unknown;
  readonly findings: Finding[];
  /** Violations of YAML 1.2 that were tolerated. */
  readonly readings: readonly Repair[];
  readonly document: Document.Parsed | undefined;
}

/** Later errors mostly follow from the first ones. */
const MAX_ERRORS = 5;

/** Errors that {@link yamlValue} finds itself, with a pointer. */
const OWN = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED", "MULTIPLE_DOCS"]);

/** Times that a text is mended at most: what is mended may show the next mistake. */
const MAX_MENDS = 5;

/** A YAML 1.2 text (core schema: dates, `no` and `on` are strings), and what is wrong with it. */
export function parseYaml(source: string, file: string): ParsedYaml {
  const fail = (...messages: string[]): ParsedYaml => ({
    value: undefined,
    findings: messages.map((message) => ({ file, pointer: "", message })),
    readings: [],
    document: undefined,
  });
  const lines = new LineCounter();
  const documents = readDocuments(source, lines);
  const errors = errorsOf(documents);
  if (documents === undefined || errors.some(({ message }) => /call stack|Stack overflow/.test(message))) {
    return fail("nests deeper than can be read; split it up with $ref");
  }
  if (errors.length === 0) return toValue(documents, { text: source, parts: [] }, file) ?? fail(EMPTY);
  let mended: MendedText | undefined = { text: source, parts: [] };
  let left = errors;
  for (let count = 0; count < MAX_MENDS && mended !== undefined; count++) {
    mended = mendYaml(mended, left);
    const again = mended && readDocuments(mended.text, new LineCounter());
    if (mended === undefined || again === undefined) break;
    left = errorsOf(again);
    if (left.length === 0) return toValue(again, mended, file) ?? fail(EMPTY);
  }
  return fail(...errors.slice(0, MAX_ERRORS).map((error) => explain(error, lines)));
}

const EMPTY = "is empty; expected an OpenAPI document";

/** Without those that {@link yamlValue} finds itself. */
function errorsOf(documents: readonly Document.Parsed[] | undefined): YAMLParseError[] {
  return documents?.flatMap((each) => each.errors).filter(({ code }) => !OWN.has(code)) ?? [];
}

function toValue(documents: readonly Document.Parsed[], mended: MendedText, file: string): ParsedYaml | undefined {
  const [document, ...others] = documents;
  if (document === undefined) return undefined;
  const { value, findings, readings } = yamlValue(document, mended, file);
  if (others.length > 0) {
    const message = `holds ${documents.length} YAML documents; keep one, without a "---" after it`;
    findings.unshift({ file, pointer: "", message });
  }
  return { value, findings, readings, document };
}

/** Undefined where the stack does not suffice. */
function readDocuments(text: string, lineCounter: LineCounter): Document.Parsed[] | undefined {
  try {
    // Unique keys are checked in `yamlValue`: the library compares each with each.
    const options = { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent", lineCounter } as const;
    return [...parseAllDocuments(text, options)] as Document.Parsed[];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function explain({ message, pos }: YAMLParseError, lines: LineCounter): string {
  const { line, col } = lines.linePos(pos[0]);
  const what = message
    .split("\n")[0]
    ?.slice(0, 160)
    .replace(/ at line \d+, column \d+:?$/, "");
  return `is not YAML from line ${line}, column ${col} on: ${what}; mend the syntax`;
}
