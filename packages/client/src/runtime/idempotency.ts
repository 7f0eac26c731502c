import type { CallOptions } from "../call/call-options.ts";
import { noteFinisher } from "../effects.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { argumentCount, argumentsBefore, replaceMethod } from "./method-tree.ts";

/**
 * Sends a key with every call of operations that take one: the caller's, else a new one for each call, the same for all of
 * its attempts. Such calls are retried as if their method were idempotent. A function of its own, so that only documents
 * with such operations bundle it.
 */
export function withIdempotency<Client extends object>(client: Client, { operations }: ClientTable): Client {
  for (const row of operations) if (row.idempotency) addKey(client, row, row.idempotency);
  noteFinisher(client, withIdempotency);
  return client;
}

function addKey(client: object, row: OperationRow, header: string): void {
  const at = argumentCount(row);
  const isKey = (name: string): boolean => name.toLowerCase() === header.toLowerCase();
  const parameter = Object.keys(row.params ?? {}).find((key) => isKey(row.params?.[key]?.name ?? key));
  replaceMethod(client, row.name, (method) => (...args) => {
    const options = (args[at] ?? {}) as CallOptions;
    const params = (parameter === undefined ? undefined : args[at - 1]) as
      | { readonly [name: string]: unknown }
      | undefined;
    const isGiven =
      params?.[parameter ?? ""] !== undefined ||
      [...new Headers(options.headers as { [name: string]: string }).keys()].some(isKey);
    const headers = isGiven ? options.headers : { ...options.headers, [header]: crypto.randomUUID() };
    return method(...argumentsBefore(args, at), { idempotent: true, ...options, ...(headers && { headers }) });
  });
}
