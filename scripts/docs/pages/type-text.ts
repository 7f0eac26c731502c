import { type Model, refName, type Schema, typesOf } from "@svc/model";

/** A schema in a few words, as types are written: `string | null`, `Email[]`, `"a" | "b"`. */
export function typeText(schema: Schema, model: Model, depth = 0): string {
  if (schema.$ref !== undefined) return model.schemas[refName(schema.$ref)]?.typeName ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return alternatives(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined && depth < 3) return alternatives(options.map((one) => typeText(one, model, depth + 1)));
  const names = typesOf(schema).map((name) => (name === "array" ? arrayText(schema, model, depth) : name));
  if (names.length > 0) return alternatives(names);
  return schema.properties === undefined && schema.allOf === undefined ? "any" : "object";
}

/** More than this is no help to a reader. */
const SHOWN = 8;

function alternatives(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length <= SHOWN ? all.join(" | ") : `${all.slice(0, SHOWN).join(" | ")} | … ${all.length - SHOWN} more`;
}

function arrayText({ items }: Schema, model: Model, depth: number): string {
  if (items === undefined || depth >= 3) return "array";
  const text = typeText(items, model, depth + 1);
  return /[ |]/.test(text) ? `(${text})[]` : `${text}[]`;
}
