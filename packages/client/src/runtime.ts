/** What generated clients import. */
export type { DurationInput, DurationUnits } from "./params/duration.ts";
export type { CallOptions, SvcPromise, WithResponse } from "./runtime/call-options.ts";
export { createClient, type SvcClient } from "./runtime/create-client.ts";
export type { SvcClientOptions } from "./runtime/options.ts";
export type { BodyRow, ClientTable, OperationRow, ParamRow, SchemeRow } from "./runtime/table.ts";
