import type { Schema, Schemas } from "@svc/model";
import { FormFile } from "./form-file.ts";
import { shapeOf } from "./parameter-text.ts";
import { parseJson } from "./parse-json.ts";
import type { FormValues } from "./parse-multipart.ts";
import { flatten } from "./schema/merge-all-of.ts";
import { setOwn } from "./schema/validator.ts";

/** Makes the object of a form that its schema can judge: lists where it wants lists, the last value elsewhere. */
export function compileForm(schema: Schema, schemas: Schemas): (form: FormValues) => Record<string, unknown> {
  const properties = flatten(schema, schemas).properties ?? {};
  const shapes = new Map(Object.entries(properties).map(([name, property]) => [name, shapeOf(property, schemas)]));
  return (form) => {
    const result: Record<string, unknown> = {};
    for (const [name, values] of form) {
      const shape = shapes.get(name);
      const last = values.at(-1);
      // FastAPI takes an empty field of a form for an absent one.
      if (shape === "array") setOwn(result, name, [...values]);
      else if (last !== "" || shape === undefined) setOwn(result, name, shape === "object" ? fromJson(last) : last);
    }
    return result;
  };
}

/** An object in a form travels as JSON (OpenAPI's default encoding). */
function fromJson(value: string | FormFile | undefined): unknown {
  if (value === undefined) return undefined;
  const parsed = parseJson(value instanceof FormFile ? new TextDecoder().decode(value.bytes) : value);
  return "value" in parsed ? parsed.value : value;
}
