// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
import type { Extras } from "../extras.ts";

/** The optional parts of the runtime that the document needs. */
export const extras: Extras = {
};

/** Nothing is added to the client: no operation of the document gives its list in parts. */
export function finish<Client>(client: Client, _table: object): Client {
  return client;
}
