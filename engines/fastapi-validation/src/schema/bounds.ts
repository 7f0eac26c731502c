import type { Schema } from "@svc/model";
import { JsonFloat } from "../json-float.ts";
import type { Integer } from "../parse-integer.ts";

/** One numeric constraint with its error. */
export interface Check {
  readonly type: string;
  readonly msg: string;
  readonly ctx: { readonly [key: string]: unknown };
  readonly passes: (value: Integer) => boolean;
}

/** The numeric constraints of a schema, in the order in which pydantic checks them; only the first failure counts. */
export function boundsOf(schema: Schema, kind: "integer" | "number"): readonly Check[] {
  const { multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum } = schema;
  const make = (
    limit: number | undefined,
    names: { type: string; words: string; key: string },
    passes: (value: Integer, limit: number) => boolean,
  ): Check[] => {
    if (typeof limit !== "number") return [];
    // A float's bound is a float to Python: `ge: 1.0`, though its message says 1.
    const ctx = { [names.key]: kind === "number" ? new JsonFloat(limit) : limit };
    return [
      {
        type: names.type,
        msg: `Input should be ${names.words} ${limit}`,
        ctx,
        passes: (value) => passes(value, limit),
      },
    ];
  };
  return [
    ...make(multipleOf, { type: "multiple_of", words: "a multiple of", key: "multiple_of" }, isMultiple),
    ...make(maximum, { type: "less_than_equal", words: "less than or equal to", key: "le" }, (v, at) => v <= at),
    ...make(exclusiveMaximum, { type: "less_than", words: "less than", key: "lt" }, (v, at) => v < at),
    ...make(minimum, { type: "greater_than_equal", words: "greater than or equal to", key: "ge" }, (v, at) => v >= at),
    ...make(exclusiveMinimum, { type: "greater_than", words: "greater than", key: "gt" }, (v, at) => v > at),
  ];
}

/** Of integers exactly; of floats the remainder may miss by a billionth of the value, since floats do. */
function isMultiple(value: Integer, step: number): boolean {
  if (typeof value === "bigint" && Number.isInteger(step)) return step === 0 || value % BigInt(step) === 0n;
  const number = Number(value);
  const remainder = Math.abs(number % step);
  if (Number.isInteger(number) && Number.isInteger(step)) return remainder === 0;
  const threshold = Math.abs(number) / 1e9;
  return remainder <= threshold || Math.abs(remainder - Math.abs(step)) <= threshold;
}
