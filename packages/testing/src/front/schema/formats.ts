import type { Schema } from "@svc/model";
import { durationValidator } from "./duration.ts";
import type { Compiled } from "./validator.ts";

/** The validator of a text format that pydantic has a type for; undefined for others, which are plain text. */
export function formatValidator(schema: Schema, keepText: boolean): Compiled | undefined {
  switch (schema.format) {
    case "duration":
      return { validate: durationValidator(keepText), label: () => "timedelta" };
    default:
      return undefined;
  }
}
