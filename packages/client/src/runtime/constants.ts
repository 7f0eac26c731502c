import type { Addition, CallMethod } from "../call/call.ts";
import type { OperationRow } from "../table.ts";
import { withOptions } from "./method-tree.ts";
import { pairsOf } from "./requests.ts";

/** Sends the constant query parameters and the `Accept` of operations that have them. */
export const withConstants: Addition = () => (row, method) => {
  const { constants, accept } = row;
  if (!constants && !accept) return method;
  return withOptions(row, (values, options) =>
    method(...values, {
      ...options,
      ...(constants && { query: { ...options.query, ...constants } }),
      ...(accept && { headers: [["accept", accept], ...pairsOf(options.headers ?? {})] }),
    }),
  );
};

/**
 * Sends a key with every call of operations that take one: the caller's, else a new one for each call, the same for all of
 * its attempts. Such calls are retried as if their method were idempotent.
 */
export const withIdempotency: Addition = () => (row, method) =>
  row.idempotency ? addKey(row, row.idempotency, method) : method;

function addKey(row: OperationRow, header: string, method: CallMethod): CallMethod {
  const isKey = (name: string): boolean => name.toLowerCase() === header.toLowerCase();
  const parameter = Object.keys(row.params ?? {}).find((key) => isKey(row.params?.[key]?.name ?? key));
  return withOptions(row, (values, options) => {
    const params = values.at(-1) as { readonly [name: string]: unknown } | undefined;
    const isGiven =
      (parameter !== undefined && params?.[parameter] !== undefined) ||
      [...new Headers(options.headers as { [name: string]: string }).keys()].some(isKey);
    const headers = isGiven ? options.headers : { ...options.headers, [header]: crypto.randomUUID() };
    return method(...values, { idempotent: true, ...options, ...(headers && { headers }) });
  });
}
