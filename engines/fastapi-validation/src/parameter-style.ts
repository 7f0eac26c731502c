import { type Parameter, type Schema, type Schemas, setOwn } from "@svc/model/data";
import { mergedOf } from "@svc/schema";
import { bracketed, type FieldReader, fieldReader, type ParameterShape } from "./form/brackets.ts";
import { decodeQuery, type QueryValues, writtenValue } from "./request-values.ts";
import type { Service } from "./service.ts";

const SEPARATORS: { readonly [style in Parameter["style"]]: string } = {
  simple: ",",
  label: ",",
  matrix: ",",
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
  deepObject: ",",
  cookie: ",",
  querystring: ",",
};

/** Splits the text of a parameter, or of a form's field, by its style: into a text, a list of texts, or an object of texts. */
export function readStyled(
  text: string,
  shape: ParameterShape,
  { name, style, explode }: Pick<Parameter, "name" | "style" | "explode">,
): unknown {
  const separator = explodedSeparator(style, explode);
  if (shape === "scalar") return stripPrefix(text, style, name);
  if (shape === "array") {
    if (style !== "matrix" || !explode) return split(stripPrefix(text, style, name), separator);
    return split(text, ";")
      .map((part) => stripPrefix(`;${part}`, style, name))
      .slice(text.startsWith(";") ? 1 : 0);
  }
  const body = style === "matrix" && explode ? text.replace(/^;/, "") : stripPrefix(text, style, name);
  const parts = split(body, separator);
  return explode ? fromAssignments(parts) : fromPairs(parts);
}

/**
 * The last value of a name in a query or form. It is split before it is decoded, as a part may have the separator in it;
 * but a client that writes no separator as it is has encoded the whole value. Undefined: there is none.
 */
export function readWritten(
  values: ReadonlyMap<string, readonly unknown[]>,
  shape: ParameterShape,
  parameter: Pick<Parameter, "name" | "style" | "explode">,
): unknown {
  const { name, style, explode } = parameter;
  const written = writtenValue(values, name);
  if (written?.includes(explodedSeparator(style, explode)))
    return mapTexts(readStyled(written, shape, parameter), decodeQuery);
  const text = values.get(name)?.at(-1);
  return typeof text === "string" ? readStyled(text, shape, parameter) : undefined;
}

/** A value of {@link readStyled} with its texts, and the names of an object, changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, part]) => [change(key), mapTexts(part, change)]),
  );
}

/** The separator between the parts of a value. */
export function explodedSeparator(style: Parameter["style"], explode: boolean): string {
  if (explode && style === "label") return ".";
  return explode && style === "matrix" ? ";" : SEPARATORS[style];
}

function stripPrefix(text: string, style: Parameter["style"], name: string): string {
  if (style === "label") return text.startsWith(".") ? text.slice(1) : text;
  if (style !== "matrix") return text;
  const prefix = `;${name}`;
  if (!text.startsWith(prefix)) return text;
  const rest = text.slice(prefix.length);
  return rest.startsWith("=") ? rest.slice(1) : rest;
}

function split(text: string, separator: string): string[] {
  return text === "" ? [] : text.split(separator);
}

function fromAssignments(parts: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const part of parts) {
    const equals = part.indexOf("=");
    if (equals === -1) setOwn(result, part, "");
    else setOwn(result, part.slice(0, equals), part.slice(equals + 1));
  }
  return result;
}

function fromPairs(parts: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (let index = 0; index < parts.length; index += 2) setOwn(result, parts[index] ?? "", parts[index + 1] ?? "");
  return result;
}

/** The service, and the operation's query parameters: what has another name is a member of an exploded map. */
interface QueryContext extends Service {
  readonly names: ReadonlySet<string>;
}

/** Compiles the reader of a query parameter's text; it returns undefined if the parameter is absent. */
export function queryReader(
  parameter: Parameter,
  shape: ParameterShape,
  context: QueryContext,
): (query: QueryValues) => unknown {
  const { name, style } = parameter;
  if (style === "querystring") return wholeQuery;
  if (shape === "scalar") return (query) => query.get(name)?.at(-1);
  const styled = styledReader(parameter, shape, context);
  // Clients write lists and objects in brackets whatever the style.
  if (!context.dialect.readsBrackets) return styled;
  return (query) => bracketed(query, name, parameter.schema, context.schemas) ?? styled(query);
}

/** The text of a query that is one value. */
function wholeQuery(query: QueryValues): string | undefined {
  const parts = [...query].flatMap(([name, values]) =>
    values.map((value) => (value === "" ? name : `${name}=${value}`)),
  );
  return parts.length === 0 ? undefined : parts.join("&");
}

/** The properties of an object, and of its alternatives. */
function membersOf(schema: Schema, schemas: Schemas): NonNullable<Schema["properties"]> {
  const { properties, anyOf = [], oneOf = [] } = mergedOf(schema, schemas);
  const others = [...anyOf, ...oneOf].map((alternative) => mergedOf(alternative, schemas).properties);
  return Object.assign({}, ...others.reverse(), properties);
}

function styledReader(
  parameter: Parameter,
  shape: Exclude<ParameterShape, "scalar">,
  { schemas, names }: QueryContext,
): (query: QueryValues) => unknown {
  const { name, style, explode } = parameter;
  if (shape === "object" && style === "deepObject") return (query) => bracketed(query, name, parameter.schema, schemas);
  if (shape === "object" && explode) {
    const { additionalProperties } = mergedOf(parameter.schema, schemas);
    const properties = Object.entries(membersOf(parameter.schema, schemas));
    if (properties.length === 0 && additionalProperties !== undefined) return (query) => readMap(query, names);
    const members = properties.map(([member, schema]) => [member, fieldReader(schema, schemas)] as const);
    return (query) => pickMembers(query, members);
  }
  if (shape === "array" && explode) {
    const read = fieldReader(parameter.schema, schemas);
    return (query) => {
      const texts = query.get(name);
      return texts && read(texts);
    };
  }
  return (query) => readWritten(query, shape, parameter);
}

/** Everything that has the name of no parameter. */
function readMap(query: QueryValues, names: ReadonlySet<string>): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  for (const [key, values] of query) if (!names.has(key)) setOwn(result, key, values.at(-1));
  return Object.keys(result).length > 0 ? result : undefined;
}

function pickMembers(
  query: QueryValues,
  members: readonly (readonly [name: string, read: FieldReader])[],
): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  for (const [name, read] of members) {
    const texts = query.get(name);
    if (texts !== undefined) setOwn(result, name, read(texts));
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

/** Stands for a slash within a segment while a path is matched: no text has this code point, nor those below. */
export const SLASH = "\uFDD0";

/** Separators of lists and objects in a path, and the mark that stands for each of them within a part. */
const MARKS: readonly (readonly [separator: string, encoded: RegExp, mark: string])[] = [
  [",", /%2c/gi, "\uFDD1"],
  [";", /%3b/gi, "\uFDD2"],
  ["=", /%3d/gi, "\uFDD3"],
];

/** A path with marks in the place of separators that are percent-encoded. */
export function markSeparators(path: string): string {
  return path.includes("%") ? MARKS.reduce((text, [, encoded, mark]) => text.replace(encoded, mark), path) : path;
}

/** A text with the separators in the place of their marks. */
export function withoutMarks(text: string): string {
  return MARKS.reduce((rest, [separator, , mark]) => rest.replaceAll(mark, separator), text);
}
