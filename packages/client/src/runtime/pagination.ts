import type { SvcPromise } from "../call/call-options.ts";
import { noteFinisher } from "../effects.ts";
import type { ClientTable, OperationRow, PageRow } from "../table.ts";
import { argumentCount, type CallMethod, replaceMethod } from "./method-tree.ts";
import { nextPart, valueAt } from "./pagination-step.ts";

/**
 * The promise of a list method. It resolves to the first page; iterated, it gives the items of all pages. Further pages
 * are requested on demand, with the same arguments and options.
 */
export interface ListPromise<Data, Item> extends SvcPromise<Data>, AsyncIterable<Item> {}

/** Type of the items at a path of a type. */
export type ItemOf<Data, Path extends readonly string[]> =
  NonNullable<Data> extends infer Value
    ? Path extends readonly [infer Key, ...infer Rest extends readonly string[]]
      ? Key extends keyof Value
        ? ItemOf<Value[Key], Rest>
        : unknown
      : Value extends readonly (infer Item)[]
        ? Item
        : unknown
    : never;

/** Makes the promises of a client's list methods iterable. A function of its own, so that only documents with lists bundle it. */
export function withPages<Client extends object>(client: Client, table: ClientTable): Client {
  for (const row of table.operations) if (row.page) wrap(client, row, row.page);
  noteFinisher(client, withPages);
  return client;
}

function wrap(client: object, row: OperationRow, page: PageRow): void {
  const hasParams = row.params !== undefined;
  const at = argumentCount(row) - (hasParams ? 1 : 0);
  replaceMethod(client, row.name, (method) => (...args) => {
    const first = method(...args);
    return Object.assign(first, { [Symbol.asyncIterator]: () => items({ method, args, at, hasParams, page }, first) });
  });
}

/** Marks of pages that are remembered: a longer circle goes on. */
const MOST_MARKS = 10_000;

interface Listing {
  readonly method: CallMethod;
  readonly args: readonly unknown[];
  /** Index of the object of parameters, or of the options where there is none. */
  readonly at: number;
  readonly hasParams: boolean;
  readonly page: PageRow;
}

async function* items({ method, args, at, hasParams, page }: Listing, first: SvcPromise<unknown>) {
  const options = (args[hasParams ? at + 1 : at] ?? {}) as { readonly query?: object };
  let params = { ...((hasParams ? args[at] : {}) as object) } as { readonly [name: string]: unknown };
  const marks = new Set<string>();
  let previous = "";
  let count = 0;
  for (let promise = first; ; ) {
    const { data, response } = await promise.withResponse();
    const found = valueAt(data, page.items);
    const list: readonly unknown[] = Array.isArray(found) ? found : [];
    // A server that gives the same page again ignores the parameters, and would do so forever.
    const text = JSON.stringify(list, plain);
    if (text === previous && list.length > 0) return;
    previous = text;
    yield* list;
    count += list.length;
    const next = nextPart(page, { data, link: response.headers.get("link"), length: list.length, count, params });
    if (!next || marks.has(next.mark)) return;
    // A list may have more pages than there is memory for their marks.
    if (marks.size === MOST_MARKS) marks.clear();
    marks.add(next.mark);
    params = next.params;
    const more = { ...options, query: { ...options.query, ...next.query } };
    promise = method(...args.slice(0, at), ...(hasParams ? [params] : []), more);
  }
}

/** JSON has no bigint. */
function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
