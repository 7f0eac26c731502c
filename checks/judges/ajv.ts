import { Ajv2020 } from "ajv/dist/2020.js";
import AjvDraft4 from "ajv-draft-04";
import addFormats from "ajv-formats";
import type { Draft, JsonSchema } from "./json-schema-suite.ts";
import { attempt } from "./judge.ts";

/** Whether a value is valid; undefined where Ajv cannot say. */
export type AjvCheck = (value: unknown) => boolean | undefined;

/** Ajv with a schema of the suite, as its users have it. */
export function createAjv({ folder }: Draft, schema: JsonSchema): AjvCheck {
  const Ajv = folder === "draft4" ? (AjvDraft4 as unknown as typeof Ajv2020) : Ajv2020;
  const ajv = new Ajv({ strict: false, ownProperties: true, logger: false, validateFormats: true });
  (addFormats as unknown as (instance: object) => void)(ajv);
  const validate = attempt(() => ajv.compile(schema as object));
  if (typeof validate === "string") return () => undefined;
  return (value) => {
    // It overflows the stack for some circular schemas.
    const verdict = attempt(() => validate(value) as boolean);
    return typeof verdict === "string" ? undefined : verdict;
  };
}
