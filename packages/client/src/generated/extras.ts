// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import { formatDuration } from "../params/styles.ts";
import { oneLimit } from "../pacing/limits-by-operation.ts";
import type { Extras } from "../extras.ts";

/** The optional parts of the runtime that the document needs. */
export const extras: Extras = {
  durations: formatDuration,
  limits: oneLimit,
};
