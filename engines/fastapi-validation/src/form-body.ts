import { type Schema, type Schemas, setOwn } from "@svc/model";
import { FormFile } from "./form-file.ts";
import type { FormValues } from "./multipart.ts";
import { type ParameterShape, shapeOf } from "./parameter-style.ts";
import { parseJson } from "./parse-json.ts";
import { flatten } from "./schema/merge-all-of.ts";

export interface FormOptions {
  /** The form is several arguments of the handler, not one model. */
  readonly isParts: boolean;
}

/** Compiles a function that makes an object of a form for its schema: lists for arrays, else the last value. */
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
      // FastAPI treats an empty field of a form as absent.
      if (shape === "array" ? values.length > 0 : last !== undefined && last !== "") {
        setOwn(result, name, fieldValue(shape, takesObjects(property, schemas) ? values.map(fromJson) : values, last));
      } else if (!isParts && property.default !== undefined) setOwn(result, name, property.default);
      else if (!isParts && last !== undefined) setOwn(result, name, last);
    }
    for (const [name, values] of form) {
      if (!properties.some(([known]) => known === name)) setOwn(result, name, values.at(-1));
    }
    return result;
  };
}

/** Whether a list's items are objects, each of which travels as JSON. */
function takesObjects(property: Schema, schemas: Schemas): boolean {
  const { items } = flatten(property, schemas);
  return items !== undefined && shapeOf(items, schemas) === "object";
}

function fieldValue(shape: ParameterShape, values: readonly unknown[], last: string | FormFile | undefined): unknown {
  if (shape === "array") return [...values];
  return shape === "object" ? fromJson(last) : last;
}

/** An object in a form travels as JSON (OpenAPI's default encoding). */
function fromJson(value: string | FormFile | undefined): unknown {
  if (value === undefined) return undefined;
  const parsed = parseJson(value instanceof FormFile ? new TextDecoder().decode(value.bytes) : value);
  return "value" in parsed ? parsed.value : value;
}
