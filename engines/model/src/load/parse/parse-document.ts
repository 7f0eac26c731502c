import { get } from "../../build/raw.ts";
import { readJson } from "../../json/read-json.ts";
import { applyEdits, inOrder } from "../../repair/apply-edits.ts";
import type { Repair } from "../../repair/repair.ts";
import { checkDocument } from "../check/check-document.ts";
import { DocumentError, type Finding } from "../finding.ts";
import { pointerTokens } from "../pointer.ts";
import { parseJson } from "./parse-json.ts";
import { type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { type Position, positionAt } from "./position.ts";
import { toRepair } from "./yaml-reading.ts";

export interface ParsedDocument {
  /** As `JSON.parse` would give it: plain data with own keys only. Aliases of YAML share objects; nothing is circular. */
  readonly document: unknown;
  readonly file: string;
  /** Where in the file the value at a pointer is written. Found when asked for. */
  readonly positionOf: (pointer: string) => Position | undefined;
}

/** A document, and what in its text had to be read leniently. */
export interface ReadDocument extends ParsedDocument {
  /** Repairs that change nothing any more: they state the values that were read. */
  readonly readings: readonly Repair[];
}

/**
 * Reads a document, JSON or YAML: JSON where it begins with a brace and the file is not called YAML. YAML that other readers
 * take, and YAML 1.2 does not, is read as they do; of keys that come twice, the last.
 *
 * @param file name of the file, for messages.
 * @throws DocumentError with every finding: mistakes of syntax, tags, several documents in one file.
 */
export function readDocument(text: string, file: string): ReadDocument {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  const isYamlFile = /\.ya?ml$/i.test(file);
  if (/\.json$/i.test(file) || /^\s*[{[]/.test(source)) {
    const { value, findings, readings } = parseJson(source, file);
    const lenient = value === undefined && !isYamlFile ? readLeniently(source, file) : undefined;
    if (lenient !== undefined) return lenient;
    if (value !== undefined || !isYamlFile) {
      throwFindings(value, findings, file);
      const document = inPlace(value, readings);
      return { document, file, readings, positionOf: (pointer) => jsonPosition(source, pointer) };
    }
  }
  return readYaml(parseYaml(source, file), source, file);
}

/** JSON with a comma too many or single quotes is YAML; undefined where a text is not that either. */
function readLeniently(source: string, file: string): ReadDocument | undefined {
  const yaml = parseYaml(source, file);
  const { value, findings, readings } = yaml;
  if (findings.length > 0 || get(value, "openapi") === undefined) return undefined;
  const reading = toRepair({ pointer: "", wrong: "is not JSON", value }, value, file);
  return readYaml({ ...yaml, readings: [reading, ...readings] }, source, file);
}

function readYaml(yaml: ParsedYaml, source: string, file: string): ReadDocument {
  const { value, readings } = yaml;
  throwFindings(value, yaml.findings.length === 0 ? [] : [...yaml.findings, ...readings.map(asFinding)], file);
  return {
    document: inPlace(value, readings),
    file,
    readings,
    positionOf: (pointer) => yamlPosition(source, yaml, pointer),
  };
}

/** {@link readDocument}, but for texts that must be right. @throws DocumentError also where YAML 1.2 is not kept to. */
export function parseDocument(text: string, file: string): ParsedDocument {
  const { readings, ...parsed } = readDocument(text, file);
  throwFindings(parsed.document, readings.map(asFinding), file);
  return parsed;
}

/** A repair as a reason to refuse: nothing is repaired in a document that is refused. */
function asFinding({ file, pointer, wrong, advice }: Repair): Finding {
  return { file, pointer, message: `${wrong}; ${advice}` };
}

/** The members of objects in the order in which they are once the overlay of the readings is applied. */
function inPlace(value: unknown, readings: readonly Repair[]): unknown {
  const edits = readings.flatMap((reading) => reading.edits);
  const moves = edits.some((edit) => edit.op !== "rename" && "value" in edit && Object(edit.value) === edit.value);
  return moves ? applyEdits(value, inOrder(edits)) : value;
}

/** With the findings of the content, where there is a content: one run tells everything. */
function throwFindings(value: unknown, findings: readonly Finding[], file: string): void {
  if (findings.length === 0) return;
  const known = new Set(findings.map(({ pointer }) => pointer));
  const isOpenApi = typeof value === "object" && value !== null && ("openapi" in value || "swagger" in value);
  const more = !isOpenApi ? [] : checkDocument(value, file).filter(({ pointer }) => !known.has(pointer));
  throw new DocumentError([...findings, ...more]);
}

function jsonPosition(text: string, pointer: string): Position | undefined {
  let found: number | undefined;
  const length = pointerTokens(pointer)?.length;
  readJson(text, {
    value(place, offset) {
      if (place.depth === length && found === undefined && place.pointer() === pointer) found = offset;
    },
  });
  return found === undefined ? undefined : positionAt(text, found);
}

function yamlPosition(text: string, { document }: ParsedYaml, pointer: string): Position | undefined {
  const tokens = pointerTokens(pointer);
  if (document === undefined || tokens === undefined) return undefined;
  const node = document.getIn(tokens.map(pathItem), true) ?? document.getIn(tokens, true);
  const range = (node as { range?: readonly [number, number, number] } | undefined)?.range;
  return range === undefined ? undefined : positionAt(text, range[0]);
}

/** Numeric keys of YAML mappings (`200:`) are numbers to the library. */
function pathItem(token: string): string | number {
  return /^\d{1,9}$/.test(token) ? Number(token) : token;
}
