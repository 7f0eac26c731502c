import { deref, type Schema, type Schemas, setOwn, typesOf } from "@svc/model/data";
import { mergedOf } from "@svc/schema";
import type { Service } from "../service.ts";
import { fieldReader, fromJson, gatherBrackets, shapeOf } from "./brackets.ts";
import type { FormValues } from "./parts.ts";

/**
 * Compiles a function that makes an object of a form for its schema: lists for arrays, else the last value.
 *
 * @param isParts whether the form is several arguments of the handler, not one model
 */
export function compileForm(
  schema: Schema,
  { schemas, dialect }: Service,
  isParts: boolean,
): (form: FormValues) => Record<string, unknown> {
  const properties = Object.entries(mergedOf(schema, schemas).properties ?? {});
  const names = new Set(properties.map(([name]) => name));
  const fields = properties.map(([name, property]) => ({
    name,
    property,
    isList: shapeOf(property, schemas) === "array",
    read: fieldReader(property, schemas),
    takesEmpty: !isParts || (dialect.takesFormsAnyhow && takesText(property, schemas)),
  }));
  return (sent) => {
    const form = dialect.readsBrackets ? gatherBrackets(sent, schema, schemas) : sent;
    const result: Record<string, unknown> = {};
    for (const { name, property, isList, read, takesEmpty } of fields) {
      const values = form.get(name) ?? [];
      const last = values.at(-1);
      // FastAPI treats an empty field of a form as absent.
      if (isList ? values.length > 0 : last !== undefined && last !== "") setOwn(result, name, read(values));
      else if (!isParts && property.default !== undefined) setOwn(result, name, property.default);
      else if (last !== undefined && takesEmpty) setOwn(result, name, last);
    }
    for (const [name, values] of form) {
      if (names.has(name)) continue;
      const whole = dialect.takesFormsAnyhow ? bodyIn(values, names) : undefined;
      if (whole !== undefined) for (const [member, value] of whole) setOwn(result, member, value);
      else setOwn(result, name, values.at(-1));
    }
    return result;
  };
}

/** The fields of a form that it really has: an empty one has its default. */
export function sentFields(content: object, form: FormValues, { properties = {} }: Schema): object {
  const filled = [...form].filter(([, values]) => values.at(-1) !== "").map(([name]) => name.split("[", 1)[0]);
  const names = new Set(filled);
  const sent = Object.entries(content).filter(([name]) => names.has(name) || properties[name]?.default === undefined);
  return Object.fromEntries(sent);
}

/** The fields of a body that one field holds as JSON. Undefined: it holds something else. */
function bodyIn(values: readonly unknown[], names: ReadonlySet<string>): [string, unknown][] | undefined {
  const value = values.length === 1 ? fromJson(values[0]) : undefined;
  if (value === values[0] || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value);
  return fields.some(([name]) => names.has(name)) ? fields : undefined;
}

/** Whether an empty field is a text without letters, with which many services forget a value. */
function takesText(property: Schema, schemas: Schemas): boolean {
  const { anyOf = [], oneOf = [], ...own } = mergedOf(property, schemas);
  return [own, ...anyOf, ...oneOf].some((one) => typesOf(deref(one, schemas)).includes("string"));
}
