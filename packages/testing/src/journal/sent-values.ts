import type { HttpRequest } from "@svc/fastapi-validation";
import { decodeText, type Operation, type Parameter, type Schema, typesOf } from "@svc/model/data";

/** Path and query parameters of a request. */
export interface SentValues {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
}

/**
 * The parameters that a rejected request was sent with, converted to the types of the document as far as their text allows:
 * `limit=500` is a number, though it is out of bounds.
 *
 * @param operation undefined: everything is text
 * @param isSecret whether a query parameter carries a credential, and is left out
 */
export function sentValues(
  { target }: HttpRequest,
  operation: Operation | undefined,
  isSecret: (name: string) => boolean,
): SentValues {
  const [path = "", text = ""] = target.split(/\?(.*)/s, 2);
  const search = new URLSearchParams(text);
  const names = [...new Set(search.keys())].filter((name) => !isSecret(name));
  const find = (name: string, place: Parameter["in"]): Parameter | undefined =>
    operation?.parameters.find((parameter) => parameter.in === place && parameter.name === name);
  return {
    path: pathValues(path, operation, find),
    query: Object.fromEntries(names.map((name) => [name, queryValue(search.getAll(name), find(name, "query"))])),
  };
}

type Find = (name: string, place: Parameter["in"]) => Parameter | undefined;

function pathValues(path: string, operation: Operation | undefined, find: Find): Record<string, unknown> {
  const sent = path.split("/");
  const segments = operation?.path.split("/") ?? [];
  if (sent.length !== segments.length) return {};
  return Object.fromEntries(
    segments.flatMap((segment, index) => {
      const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
      return name === undefined ? [] : [[name, typed(decodeText(sent[index] ?? ""), find(name, "path")?.schema)]];
    }),
  );
}

function queryValue(sent: readonly string[], parameter: Parameter | undefined): unknown {
  const last = sent.at(-1) ?? "";
  if (parameter === undefined || !typesOf(parameter.schema).includes("array")) return typed(last, parameter?.schema);
  const items = parameter.explode ? sent : last.split(",");
  return items.map((item) => typed(item, parameter.schema.items));
}

function typed(text: string, schema: Schema | undefined): unknown {
  const schemas = schema === undefined ? [] : [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const types = schemas.flatMap((one) => typesOf(one));
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  const isNumeric = types.includes("integer") || types.includes("number");
  return isNumeric && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
