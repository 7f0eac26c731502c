import { type Document, LineCounter, parseAllDocuments } from "yaml";
import type { Finding } from "./finding.ts";
import { yamlValue } from "./yaml-value.ts";

export interface ParsedYaml {
  readonly value: unknown;
  readonly findings: Finding[];
  readonly document: Document.Parsed | undefined;
}

/** Errors that {@link yamlValue} finds itself, with a pointer. */
const OWN = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED", "MULTIPLE_DOCS"]);

/** A YAML 1.2 text (core schema: dates, `no` and `on` are strings), and what is wrong with it. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const lines = new LineCounter();
  let documents: Document.Parsed[];
  try {
    // Unique keys are checked in `yamlValue`: the library compares each with each.
    const options = {
      version: "1.2",
      schema: "core",
      uniqueKeys: false,
      logLevel: "silent",
      lineCounter: lines,
    } as const;
    documents = [...parseAllDocuments(text, options)] as Document.Parsed[];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "nests deeper than this machine's stack allows; split it up with $ref";
    return { value: undefined, findings: [{ file, pointer: "", message }], document: undefined };
  }
  const [document, ...others] = documents;
  if (document === undefined) {
    return {
      value: undefined,
      findings: [{ file, pointer: "", message: "is empty; expected an OpenAPI document" }],
      document,
    };
  }
  const findings = documents
    .flatMap((each) => each.errors)
    .filter(({ code }) => !OWN.has(code))
    .slice(0, 20)
    .map(({ pos, message }): Finding => {
      const { line, col } = lines.linePos(pos[0]);
      const what = message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "");
      return {
        file,
        pointer: "",
        message: `is not YAML from line ${line}, column ${col} on: ${what}; mend the syntax`,
      };
    });
  if (others.length > 0) {
    const message = `holds ${documents.length} YAML documents; keep one, without a "---" after it`;
    findings.push({ file, pointer: "", message });
  }
  const { value, findings: own } = yamlValue(document, text, file);
  return { value, findings: [...findings, ...own], document };
}
