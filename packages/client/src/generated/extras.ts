// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import type { Extras } from "../runtime/extras.ts";

/** The optional parts of the runtime that the document needs. */
export const extras: Extras = {
};
