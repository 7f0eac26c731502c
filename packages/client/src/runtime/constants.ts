import type { CallOptions } from "../call/call-options.ts";
import { noteFinisher } from "../effects.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { argumentCount, argumentsBefore, replaceMethod } from "./method-tree.ts";

/**
 * Sends the constant query parameters of operations that have some. A function of its own, so that only documents with such
 * operations bundle it.
 */
export function withConstants<Client extends object>(client: Client, { operations }: ClientTable): Client {
  for (const row of operations) if (row.constants) addConstants(client, row, row.constants);
  noteFinisher(client, withConstants);
  return client;
}

function addConstants(client: object, row: OperationRow, constants: { readonly [name: string]: string }): void {
  const at = argumentCount(row);
  replaceMethod(client, row.name, (method) => (...args) => {
    const options = (args[at] ?? {}) as CallOptions;
    return method(...argumentsBefore(args, at), { ...options, query: { ...options.query, ...constants } });
  });
}
