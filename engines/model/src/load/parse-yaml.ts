import { type Document, LineCounter, parseAllDocuments, type YAMLParseError } from "yaml";
import type { Finding } from "./finding.ts";
import { yamlValue } from "./yaml-value.ts";

export interface ParsedYaml {
  readonly value: unknown;
  readonly findings: Finding[];
  readonly document: Document.Parsed | undefined;
}

/** Later errors mostly follow from the first ones. */
const MAX_ERRORS = 5;

/** Errors that {@link yamlValue} finds itself, with a pointer. */
const OWN = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED", "MULTIPLE_DOCS"]);

/** A YAML 1.2 text (core schema: dates, `no` and `on` are strings), and what is wrong with it. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const fail = (...messages: string[]): ParsedYaml => ({
    value: undefined,
    findings: messages.map((message) => ({ file, pointer: "", message })),
    document: undefined,
  });
  const lines = new LineCounter();
  const documents = readDocuments(text, lines);
  const errors = documents?.flatMap((each) => each.errors).filter(({ code }) => !OWN.has(code)) ?? [];
  if (documents === undefined || errors.some(({ message }) => /call stack|Stack overflow/.test(message))) {
    return fail("nests deeper than can be read; split it up with $ref");
  }
  if (errors.length > 0) return fail(...errors.slice(0, MAX_ERRORS).map((error) => explain(error, lines)));
  const [document, ...others] = documents;
  if (document === undefined) return fail("is empty; expected an OpenAPI document");
  const { value, findings } = yamlValue(document, text, file);
  if (others.length > 0) {
    const message = `holds ${documents.length} YAML documents; keep one, without a "---" after it`;
    findings.unshift({ file, pointer: "", message });
  }
  return { value, findings, document };
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
