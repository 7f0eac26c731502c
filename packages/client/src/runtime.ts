import { createCoreClient, type SvcClient } from "./runtime/create-client.ts";
import { allExtras } from "./runtime/extras.ts";
import type { SvcClientOptions } from "./runtime/options.ts";
import type { ClientTable } from "./runtime/table.ts";

/**
 * Makes a client of any document's table: what generated clients call.
 *
 * @throws ConfigurationError naming the option that is wrong
 */
export function createClient<Methods, Paths extends object>(
  table: ClientTable,
  options: SvcClientOptions = {},
): SvcClient<Methods, Paths> {
  return createCoreClient(table, options, allExtras);
}

export type { DurationInput, DurationUnits } from "./params/duration.ts";
export type { CallOptions, SvcPromise, WithResponse } from "./runtime/call-options.ts";
export { type ItemOf, type ListPromise, withPages } from "./runtime/pagination.ts";
export type { BodyRow, ClientTable, OperationRow, PageRow, ParamRow, SchemeRow } from "./runtime/table.ts";
export type { SvcClient, SvcClientOptions };
