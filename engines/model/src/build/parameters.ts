import { childPointer } from "../load/pointer.ts";
import type { Parameter, ParameterLocation, ParameterStyle } from "../model.ts";
import { pathNames } from "../path-template.ts";
import { deref, type Schema } from "../schema.ts";
import type { Context } from "./context.ts";
import { asArray, asString, entries, get, optional, type Raw } from "./raw.ts";

/** OpenAPI 3.1, Parameter Object: header parameters with these names are described elsewhere and ignored. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);
const LOCATIONS: readonly ParameterLocation[] = ["path", "query", "header", "cookie"];

/**
 * The parameters of an operation: those of its path item, overridden by its own (same location and name, of headers in any case). Path
 * parameters come first, in the order of the template; the others by location, in document order.
 */
export function buildParameters(
  path: string,
  pathItem: { readonly value: Raw; readonly pointer: string },
  operation: { readonly value: Raw; readonly pointer: string },
  context: Context,
): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const owner of [pathItem, operation]) {
    for (const [index, item] of asArray(get(owner.value, "parameters")).entries()) {
      const at = childPointer(owner.pointer, "parameters", index);
      for (const parameter of buildParameter(item, at, context))
        byKey.set(
          `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`,
          parameter,
        );
    }
  }
  const order = pathNames(path);
  return [...byKey.values()]
    .filter((parameter) => parameter.in !== "path" || order.includes(parameter.name))
    .sort(
      (a, b) =>
        LOCATIONS.indexOf(a.in) - LOCATIONS.indexOf(b.in) ||
        (a.in === "path" ? order.indexOf(a.name) - order.indexOf(b.name) : 0),
    );
}

function buildParameter(item: unknown, at: string, context: Context): Parameter[] {
  const { value, pointer } = context.resolve(item, at);
  const name = asString(get(value, "name"));
  const isWhole = get(value, "in") === "querystring";
  const location = isWhole ? "query" : LOCATIONS.find((candidate) => candidate === get(value, "in"));
  if (name === undefined || location === undefined) return [];
  if (location === "header" && IGNORED_HEADERS.has(name.toLowerCase())) return [];
  const [content] = entries(get(value, "content"));
  const style = isWhole ? "querystring" : ((asString(get(value, "style")) ?? defaultStyle(location)) as ParameterStyle);
  const explode = get(value, "explode");
  const parameter: Parameter = {
    name,
    in: location,
    required: location === "path" || get(value, "required") === true,
    ...optional("description", asString(get(value, "description"))),
    ...optional("deprecated", get(value, "deprecated") === true ? (true as const) : undefined),
    schema:
      content === undefined
        ? context.schema(get(value, "schema") ?? {}, childPointer(pointer, "schema"))
        : context.schema(get(content[1], "schema") ?? {}, childPointer(pointer, "content", content[0], "schema")),
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "cookie",
    ...optional("allowReserved", get(value, "allowReserved") === true ? (true as const) : undefined),
    ...optional("mediaType", content?.[0]),
    ...optional("constant", location === "query" ? asString(get(value, "x-svc-constant")) : undefined),
    pointer,
  };
  return isWhole ? fieldsOfQuery(parameter, context) : [parameter];
}

/** A whole query that is a form: each of its fields is a parameter, written in the same way. Others are one value. */
function fieldsOfQuery(parameter: Parameter, { schemas }: Context): Parameter[] {
  const { name: _, mediaType = "", style: __, schema, ...rest } = parameter;
  const { properties, required = [] } = deref(schema, schemas);
  if (!/^application\/x-www-form-urlencoded\b/i.test(mediaType) || properties === undefined) return [parameter];
  return Object.entries(properties).map(([name, field]: [string, Schema]) => ({
    ...rest,
    name,
    ...optional("description", deref(field, schemas).description ?? rest.description),
    required: rest.required && required.includes(name),
    schema: field,
    style: "form",
    explode: true,
  }));
}

function defaultStyle(location: ParameterLocation): ParameterStyle {
  return location === "query" || location === "cookie" ? "form" : "simple";
}
