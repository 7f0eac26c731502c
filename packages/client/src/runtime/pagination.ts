import type { SvcPromise } from "../call/call.ts";
import { noteFinisher } from "../clock.ts";
import { SvcApiError } from "../errors/errors.ts";
import type { ClientTable, OperationRow, PageRow } from "../table.ts";
import { argumentCount, type CallMethod, replaceMethod } from "./method-tree.ts";
import { nextPart, valueAt } from "./pagination-step.ts";

/** Pages without an item in a row, which whoever iterates cannot leave. */
const MOST_EMPTY = 10_000;

/** Marks that are remembered: a longer circle goes on. */
const MOST_MARKS = 10_000;

/** Characters of all of them. */
const MOST_TEXT = 4_194_304;

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
    return Object.assign(first, {
      [Symbol.asyncIterator]: () => items({ id: row.id, method, args, at, hasParams, page }, first),
    });
  });
}

interface Listing {
  readonly id: string;
  readonly method: CallMethod;
  readonly args: readonly unknown[];
  /** Index of the object of parameters, or of the options where there is none. */
  readonly at: number;
  readonly hasParams: boolean;
  readonly page: PageRow;
}

async function* items({ id, method, args, at, hasParams, page }: Listing, first: SvcPromise<unknown>) {
  const options = (args[hasParams ? at + 1 : at] ?? {}) as { readonly query?: object };
  let params = { ...((hasParams ? args[at] : {}) as object) } as { readonly [name: string]: unknown };
  const isNew = createMarks();
  let previous = "";
  let count = 0;
  let empty = 0;
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
    empty = list.length > 0 ? 0 : empty + 1;
    if (empty >= MOST_EMPTY) throw new SvcApiError(`${id}: ${MOST_EMPTY} pages in a row have no items`, response);
    const next = nextPart(page, { data, link: response.headers.get("link"), length: list.length, count, params });
    if (!next || !isNew(next.mark)) return;
    params = next.params;
    const more = { ...options, query: { ...options.query, ...next.query } };
    promise = method(...args.slice(0, at), ...(hasParams ? [params] : []), more);
  }
}

/** JSON has no bigint. */
function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/**
 * Remembers the marks of a list's pages, so that a circle ends. A list may have more pages, or longer marks, than there is
 * memory for: then all are forgotten.
 *
 * @returns Function that adds a mark; `false`: it came before.
 */
export function createMarks(): (mark: string) => boolean {
  const marks = new Set<string>();
  let size = 0;
  return (mark) => {
    if (marks.has(mark)) return false;
    size += mark.length;
    if (marks.size === MOST_MARKS || size > MOST_TEXT) {
      marks.clear();
      size = mark.length;
    }
    marks.add(mark);
    return true;
  };
}
