import type { CallOptions, SvcPromise } from "../call/call.ts";
import { noteFinisher } from "../clock.ts";
import { AbortedError } from "../errors/errors.ts";
import type { ClientTable, OperationRow } from "../table.ts";
import { pairsOf } from "./requests.ts";

type Method = (...args: never[]) => unknown;

/** A method as additions call it. */
export type CallMethod = (...args: unknown[]) => SvcPromise<unknown>;

/** Adds a method for every row to `root`, by its dotted name. A method may have methods below it. */
export function growMethods(
  root: object,
  operations: readonly OperationRow[],
  make: (row: OperationRow) => Method,
): void {
  // By length, so that a method comes before the methods below it.
  for (const row of [...operations].sort((a, b) => a.name.length - b.name.length)) {
    const nouns = row.name.split(".");
    const verb = nouns.pop() as string;
    let node = root;
    for (const noun of nouns) {
      if (!Object.hasOwn(node, noun) || Object(node[noun as never]) !== node[noun as never]) define(node, noun, {});
      node = node[noun as never];
    }
    define(node, verb, make(row));
  }
}

/** The object that has a method, and the method's name there. */
export function methodAt(
  client: object,
  name: string,
): readonly [owner: { readonly [verb: string]: unknown }, verb: string] {
  const nouns = name.split(".");
  const verb = nouns.pop() as string;
  return [nouns.reduce((node, noun) => node[noun as never], client) as never, verb];
}

/** Puts another function in the place of a method. Methods below it stay. */
export function replaceMethod(client: object, name: string, make: (method: CallMethod) => CallMethod): void {
  const [owner, verb] = methodAt(client, name);
  const method = owner[verb] as CallMethod;
  define(owner, verb, Object.defineProperties(make(method), Object.getOwnPropertyDescriptors(method)));
}

/** Waits or streams of one client that have not ended: each is ended by its function. */
export type OpenEnds = Set<(error: Error) => void>;

/** Calls and waits that `close()` of a client ends before all else. */
export function endOnClose(client: object): OpenEnds {
  const open: OpenEnds = new Set();
  const { close } = client as { close?: (...args: unknown[]) => Promise<void> };
  define(client, "close", async (...args: unknown[]) => {
    for (const end of open) end(new AbortedError("the client is closed"));
    await close?.(...args);
  });
  return open;
}

/** The arguments of a method before its options. */
export function argumentsBefore(args: readonly unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => args[index]);
}

/** Number of a method's arguments before its options. */
export function argumentCount({ path, body, params }: OperationRow): number {
  const names = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name));
  return names.size + (body ? 1 : 0) + (params ? 1 : 0);
}

/** Puts another function in the place of an operation's method. It gets the method, its arguments before the options, and these. */
export function wrapMethod(
  client: object,
  row: OperationRow,
  wrap: (method: CallMethod, values: unknown[], options: CallOptions) => SvcPromise<unknown>,
): void {
  const at = argumentCount(row);
  replaceMethod(client, row.name, (method) => (...args) => {
    return wrap(method, argumentsBefore(args, at), (args[at] ?? {}) as CallOptions);
  });
}

/** Defines an own property, also for names such as `constructor`, or `length` of a function. */
export function define(node: object, name: string, value: unknown): void {
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true });
}

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
  wrapMethod(client, row, (method, values, options) =>
    method(...values, {
      ...options,
      ...(constants && { query: { ...options.query, ...constants } }),
      ...(accept && { headers: [["accept", accept], ...pairsOf(options.headers ?? {})] }),
    }),
  );
}

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
  const isKey = (name: string): boolean => name.toLowerCase() === header.toLowerCase();
  const parameter = Object.keys(row.params ?? {}).find((key) => isKey(row.params?.[key]?.name ?? key));
  wrapMethod(client, row, (method, values, options) => {
    const params = values.at(-1) as { readonly [name: string]: unknown } | undefined;
    const isGiven =
      (parameter !== undefined && params?.[parameter] !== undefined) ||
      [...new Headers(options.headers as { [name: string]: string }).keys()].some(isKey);
    const headers = isGiven ? options.headers : { ...options.headers, [header]: crypto.randomUUID() };
    return method(...values, { idempotent: true, ...options, ...(headers && { headers }) });
  });
}
