import type { Parameter, Schemas } from "@svc/model";
import { readStyled, type Shape } from "./parameter-text.ts";
import type { QueryValues } from "./query-string.ts";
import { flatten } from "./schema/merge-all-of.ts";
import { setOwn } from "./schema/validator.ts";

/** Reads a query parameter's raw value; undefined where it is absent. */
export function queryReader(parameter: Parameter, shape: Shape, schemas: Schemas): (query: QueryValues) => unknown {
  const { name, style, explode } = parameter;
  if (shape === "scalar") return (query) => query.get(name)?.at(-1);
  if (shape === "object" && style === "deepObject") return (query) => readDeep(query, name);
  if (shape === "object" && explode) {
    const names = Object.keys(flatten(parameter.schema, schemas).properties ?? {});
    return (query) => pickNames(query, names);
  }
  if (shape === "array" && explode) return (query) => query.get(name);
  return (query) => {
    const text = query.get(name)?.at(-1);
    return text === undefined ? undefined : readStyled(text, shape, parameter);
  };
}

/** `filter[status]=open`: one level, as OpenAPI defines it. */
function readDeep(query: QueryValues, name: string): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  for (const [key, values] of query) {
    if (key.startsWith(`${name}[`) && key.endsWith("]")) setOwn(result, key.slice(name.length + 1, -1), values.at(-1));
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

function pickNames(query: QueryValues, names: readonly string[]): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  for (const name of names) if (query.has(name)) setOwn(result, name, query.get(name)?.at(-1));
  return Object.keys(result).length > 0 ? result : undefined;
}
