// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import { formatDuration, oneLimit, type Extras } from "@svc/client/runtime";

/** The optional parts of the runtime that the document needs. */
export const extras: Extras = {
  durations: formatDuration,
  limits: oneLimit,
};
