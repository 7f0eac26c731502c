import type { Schema } from "@svc/model";
import { FormFile } from "../form-file.ts";
import { validateDate, validateDateTime, validateTime } from "./date-time.ts";
import { durationValidator } from "./duration.ts";
import { validateUrl } from "./url.ts";
import { validateUuid } from "./uuid.ts";
import { type Compiled, fail, type Validator } from "./validator.ts";

const FORMATS: ReadonlyMap<string, readonly [label: string, validate: Validator]> = new Map([
  ["date-time", ["datetime", validateDateTime]],
  ["date", ["date", validateDate]],
  ["time", ["time", validateTime]],
  ["uuid", ["uuid", validateUuid]],
  // The label is what pydantic really says: its URL classes wrap their validator.
  ["uri", ["function-wrap[wrap_val()]", validateUrl]],
]);

/** The validator of a text format that pydantic has a type for; undefined for others, which are plain text. */
export function formatValidator(schema: Schema, keepText: boolean): Compiled | undefined {
  const { format } = schema;
  if (format === "duration") return { validate: durationValidator(keepText), label: () => "timedelta" };
  const isBytes = format === "binary" || schema.contentMediaType === "application/octet-stream";
  if (isBytes) return { validate: validateBytes, label: () => "bytes" };
  const known = format === undefined ? undefined : FORMATS.get(format);
  return known === undefined ? undefined : { validate: known[1], label: () => known[0] };
}

/** Raw content: a file of a form, bytes, or text. */
const validateBytes: Validator = (input, state) => {
  if (typeof input === "string" || input instanceof FormFile || input instanceof Uint8Array) return input;
  return fail(state, { type: "bytes_type", msg: "Input should be a valid bytes", input });
};
