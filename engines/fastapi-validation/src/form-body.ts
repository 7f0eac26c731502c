import type { Schema, Schemas } from "@svc/model";
import { FormFile } from "./form-file.ts";
import { type Shape, shapeOf } from "./parameter-text.ts";
import { parseJson } from "./parse-json.ts";
import type { FormValues } from "./parse-multipart.ts";
import { flatten } from "./schema/merge-all-of.ts";
import { setOwn } from "./schema/validator.ts";

export interface FormOptions {
  /** The form is several arguments of the handler, not one model. */
  readonly isParts: boolean;
}

/** Makes the object of a form that its schema can judge: lists where it wants lists, the last value elsewhere. */
export function compileForm(
  schema: Schema,
  schemas: Schemas,
  { isParts }: FormOptions,
): (form: FormValues) => Record<string, unknown> {
  const properties = Object.entries(flatten(schema, schemas).properties ?? {});
  return (form) => {
    const result: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const values = form.get(name) ?? [];
      const shape = shapeOf(property, schemas);
      const last = values.at(-1);
      // FastAPI takes an empty field of a form for an absent one.
      if (shape === "array" ? values.length > 0 : last !== undefined && last !== "") {
        setOwn(result, name, fieldValue(shape, values, last));
      } else if (!isParts && property.default !== undefined) setOwn(result, name, property.default);
      else if (!isParts && last !== undefined) setOwn(result, name, last);
    }
    for (const [name, values] of form) {
      if (!properties.some(([known]) => known === name)) setOwn(result, name, values.at(-1));
    }
    return result;
  };
}

function fieldValue(shape: Shape, values: readonly unknown[], last: string | FormFile | undefined): unknown {
  if (shape === "array") return [...values];
  return shape === "object" ? fromJson(last) : last;
}

/** An object in a form travels as JSON (OpenAPI's default encoding). */
function fromJson(value: string | FormFile | undefined): unknown {
  if (value === undefined) return undefined;
  const parsed = parseJson(value instanceof FormFile ? new TextDecoder().decode(value.bytes) : value);
  return "value" in parsed ? parsed.value : value;
}
