import type { Content, Schema, Schemas } from "@svc/model/data";
import { mergedOf } from "@svc/schema";
import { readWritten } from "../parameter-style.ts";
import { fromJson, type ParameterShape, shapeOf } from "./brackets.ts";
import type { FormValues } from "./parts.ts";

/** Values of a form that its `encoding` describes. */
interface Encoded {
  readonly values: { readonly [name: string]: unknown };
  /** Names of fields that are members of these values. */
  readonly members: readonly string[];
}

/**
 * Lists and objects that the `encoding` of a form has in one value, as JSON or in a style that is not exploded, and objects whose
 * members are fields. An object may be JSON all the same, as many clients send it whatever its style is.
 */
export function readEncoded(
  form: FormValues,
  { schema, encoding = {} }: { readonly schema: Schema } & Pick<Content, "encoding">,
  schemas: Schemas,
): Encoded {
  const properties: { readonly [name: string]: Schema } = mergedOf(schema, schemas).properties ?? {};
  const values = new Map<string, unknown>();
  const members: string[] = [];
  for (const [name, part] of Object.entries(encoding)) {
    const property = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
    const shape = shapeOf(property, schemas);
    const [first, ...others] = form.get(name) ?? [];
    if (shape === "scalar" || others.length > 0) continue;
    const style = { name, style: part.style ?? "form", explode: part.explode ?? (part.style ?? "form") === "form" };
    if (first !== undefined) {
      const value = readOne(form, shape, { ...style, contentType: part.contentType });
      if (value !== undefined) values.set(name, value);
    } else if (shape === "object" && part.contentType === undefined && style.style === "form" && style.explode) {
      const names = Object.keys(mergedOf(property, schemas).properties ?? {});
      const own = names.filter((member) => form.has(member) && !Object.hasOwn(properties, member));
      members.push(...own);
      if (own.length > 0) values.set(name, Object.fromEntries(own.map((member) => [member, form.get(member)?.at(-1)])));
    }
  }
  return { values: Object.fromEntries(values), members };
}

type Style = Parameters<typeof readWritten>[2];

/** The list or object in the one value of a field. Undefined: it is read as without an encoding. */
function readOne(
  form: FormValues,
  shape: ParameterShape,
  { contentType, ...style }: Style & { readonly contentType: string | undefined },
): unknown {
  const value = form.get(style.name)?.[0];
  const isSplit = contentType === undefined && !style.explode && style.style !== "deepObject";
  if (isSplit && typeof value === "string" && (shape === "array" || fromJson(value) === value))
    return readWritten(form, shape, style);
  const list = /^[^,]*[/+]json\b/i.test(contentType ?? "") ? fromJson(value) : undefined;
  return Array.isArray(list) ? list : undefined;
}
