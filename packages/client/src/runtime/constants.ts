import type { CallOptions } from "../call/call-options.ts";
import { noteFinisher } from "../effects.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { argumentCount, argumentsBefore, replaceMethod } from "./method-tree.ts";

/**
 * Sends the constant query parameters and the `Accept` of operations that have them. A function of its own, so that only
 * documents with such operations bundle it.
 */
export function withConstants<Client extends object>(client: Client, { operations }: ClientTable): Client {
  for (const row of operations) if (row.constants || row.accept) addConstants(client, row);
  noteFinisher(client, withConstants);
  return client;
}

function addConstants(client: object, row: OperationRow): void {
  const { constants, accept } = row;
  const at = argumentCount(row);
  replaceMethod(client, row.name, (method) => (...args) => {
    const options = (args[at] ?? {}) as CallOptions;
    return method(...argumentsBefore(args, at), {
      ...options,
      ...(constants && { query: { ...options.query, ...constants } }),
      ...(accept && { headers: [["accept", accept], ...pairsOf(options.headers ?? {})] }),
    });
  });
}

function pairsOf(headers: object): Iterable<unknown> {
  return Symbol.iterator in headers ? (headers as Iterable<unknown>) : Object.entries(headers);
}
