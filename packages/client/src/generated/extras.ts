// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import { formatDuration } from "../params/styles.ts";
import { oneLimit } from "../pacing/limits-by-operation.ts";
import type { Extras } from "../extras.ts";
import type { ClientTable } from "../table.ts";

/** The optional parts of the runtime that the document needs. */
export const extras: Extras = {
  durations: formatDuration,
  limits: oneLimit,
};

/** Adds to the client's methods what operations of the document need. */
export function finish<Client extends object>(client: Client, _table: ClientTable): Client {
  return client;
}
