import { hasTextFormat, type Model, type Parameter, refName, type Schema, typesOf } from "@svc/model";

/** The type that a method takes for a parameter: text of a time or duration can be given as an object. */
export function argumentText(parameter: Parameter, model: Model): string {
  const type = typeText(parameter.schema, model);
  if (type === "unknown" && parameter.in === "path") return "string | number";
  if (hasTextFormat(parameter, "duration", model.schemas)) return `${type} | DurationInput`;
  return hasTextFormat(parameter, "date-time", model.schemas) ? `${type} | Date` : type;
}

/** A schema in a few words, as TypeScript writes types: `string | null`, `Email[]`, `"a" | "b"`. */
export function typeText(schema: Schema, model: Model, depth = 0): string {
  if (schema.$ref !== undefined) return model.schemas[refName(schema.$ref)]?.typeName ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return alternatives(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined && depth < 3) return alternatives(options.map((one) => typeText(one, model, depth + 1)));
  const names = typesOf(schema).map((name) => {
    if (name === "array") return arrayText(schema, model, depth);
    return name === "integer" ? "number" : name;
  });
  if (names.length > 0) return alternatives(names);
  return schema.properties === undefined && schema.allOf === undefined ? "unknown" : "object";
}

/** More than this is no help to a reader. */
const SHOWN = 8;

function alternatives(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length <= SHOWN ? all.join(" | ") : `${all.slice(0, SHOWN).join(" | ")} | … ${all.length - SHOWN} more`;
}

function arrayText({ items }: Schema, model: Model, depth: number): string {
  if (items === undefined || depth >= 3) return "unknown[]";
  const text = typeText(items, model, depth + 1);
  return /[ |]/.test(text) ? `(${text})[]` : `${text}[]`;
}
