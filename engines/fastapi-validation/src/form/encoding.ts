import type { Content, Schema, Schemas } from "@svc/model/data";
import { mergedOf } from "@svc/schema";
import { readStyled } from "../parameter-style.ts";
import { fromJson, shapeOf } from "./brackets.ts";
import type { FormValues } from "./multipart.ts";

/**
 * Lists and objects that the `encoding` of a form has in one value, by name: as JSON, or in a style that is not exploded.
 * An object may be JSON all the same, as many clients send it whatever its style is.
 */
export function encodedValues(
  form: FormValues,
  { schema, encoding = {} }: { readonly schema: Schema } & Pick<Content, "encoding">,
  schemas: Schemas,
): { readonly [name: string]: unknown } {
  const properties: { readonly [name: string]: Schema } = mergedOf(schema, schemas).properties ?? {};
  const read = Object.entries(encoding).flatMap(
    ([name, { contentType, style = "form", explode = style === "form" }]) => {
      const [value, ...others] = form.get(name) ?? [];
      const shape = Object.hasOwn(properties, name) ? shapeOf(properties[name] ?? {}, schemas) : "scalar";
      if (value === undefined || others.length > 0 || shape === "scalar") return [];
      const isSplit = contentType === undefined && !explode && style !== "deepObject" && typeof value === "string";
      if (isSplit && (shape === "array" || fromJson(value) === value))
        return [[name, readStyled(value, shape, { name, style, explode })] as const];
      const list = /^[^,]*[/+]json\b/i.test(contentType ?? "") ? fromJson(value) : undefined;
      return Array.isArray(list) ? [[name, list] as const] : [];
    },
  );
  return Object.fromEntries(read);
}
