import { expect, test } from "vitest";
import { createClient, type ListPromise, withPages } from "../runtime.ts";
import type { PageRow } from "../table.ts";

type Answer = { readonly body: unknown; readonly link?: string };
type Serve = (query: URLSearchParams, call: number) => Answer | unknown[];

interface Lists {
  readonly users: { list(group: string, params?: object, options?: object): ListPromise<unknown, number> };
}

/** A client of one list, and the queries that its server got. */
function listOf(page: PageRow, serve: Serve, most = 50) {
  const queries: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    const { searchParams } = new URL(request.url);
    queries.push(searchParams.toString());
    // A list without end must not hang the test.
    if (queries.length > most) throw new Error("asked for ever");
    const answer = serve(searchParams, queries.length);
    const { body, link } = Array.isArray(answer) ? { body: answer, link: undefined } : (answer as Answer);
    return Response.json(body, { headers: link === undefined ? {} : { link } });
  };
  const row = { id: "users", method: "GET", path: "/g/{group}/users", name: "users.list", params: {}, page };
  const table = { documentVersion: "1", schemes: {}, security: [], operations: [row] };
  const options = { baseUrl: "https://svc.example.test", fetch, rateLimit: false, retry: false } as const;
  const client = createClient<Lists, object>(table, options, { additions: [withPages] });
  return { list: client.users.list, queries };
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const NUMBERS = [1, 2, 3, 4, 5];
const slice = (from: number, size: number) => NUMBERS.slice(from, from + size);

test("pages follow each other until the body says that there are no more", async () => {
  const page: PageRow = { kind: "page", parameter: "page", size: "page_size", items: ["items"], more: ["has_next"] };
  const { list, queries } = listOf(page, (query) => {
    const number = Number(query.get("page") ?? 1);
    return { body: { items: slice((number - 1) * 2, 2), has_next: number < 3 } };
  });
  expect(await all(list("a", { page_size: 2 }))).toEqual(NUMBERS);
  expect(queries).toEqual(["page_size=2", "page_size=2&page=2", "page_size=2&page=3"]);
});

test("pages end where the total is reached, and start where the caller says", async () => {
  const page: PageRow = { kind: "page", parameter: "page", items: ["data"], total: ["meta", "total"], defaultSize: 2 };
  const { list, queries } = listOf(page, (query) => {
    const number = Number(query.get("page") ?? 1);
    return { body: { data: slice((number - 1) * 2, 2), meta: { total: 5 } } };
  });
  expect(await all(list("a", { page: 2 }))).toEqual([3, 4, 5]);
  expect(queries).toEqual(["page=2", "page=3"]);
});

test("pages that are counted from zero go on with one", async () => {
  const page: PageRow = { kind: "page", parameter: "p", first: 0, items: [] };
  const { list, queries } = listOf(page, (query) => slice(Number(query.get("p") ?? 0) * 3, 3));
  expect(await all(list("a"))).toEqual(NUMBERS);
  expect(queries).toEqual(["", "p=1", "p=2"]);
});

test("offsets grow by what came, and end at a part that is shorter than a full one", async () => {
  const page: PageRow = { kind: "offset", parameter: "offset", size: "limit", items: [], defaultSize: 2, maxSize: 3 };
  const serve: Serve = (query) => slice(Number(query.get("offset") ?? 0), Math.min(3, Number(query.get("limit") ?? 2)));
  const usual = listOf(page, serve);
  expect(await all(usual.list("a"))).toEqual(NUMBERS);
  expect(usual.queries).toEqual(["", "offset=2", "offset=4"]);
  const large = listOf(page, serve);
  expect(await all(large.list("a", { limit: 100 }))).toEqual(NUMBERS);
  expect(large.queries).toEqual(["limit=100", "limit=100&offset=3"]);
});

test("where the largest part is not known, a short one does not end the list", async () => {
  const page: PageRow = { kind: "offset", parameter: "offset", size: "limit", items: [] };
  const { list, queries } = listOf(page, (query) => slice(Number(query.get("offset") ?? 0), 4));
  expect(await all(list("a", { limit: 100 }))).toEqual(NUMBERS);
  expect(queries).toHaveLength(3);
});

test("cursors are followed, also over an empty part, until there is none", async () => {
  const page: PageRow = { kind: "cursor", parameter: "cursor", items: ["data"], next: ["next_cursor"] };
  const parts: { readonly [cursor: string]: object } = {
    "": { data: [1, 2], next_cursor: "b" },
    b: { data: [], next_cursor: "c" },
    c: { data: [3], next_cursor: null },
  };
  const { list, queries } = listOf(page, (query) => ({ body: parts[query.get("cursor") ?? ""] }));
  expect(await all(list("a"))).toEqual([1, 2, 3]);
  expect(queries).toEqual(["", "cursor=b", "cursor=c"]);
});

test("where the answer has no cursor, the last item's id goes on behind it", async () => {
  const page: PageRow = {
    kind: "cursor",
    parameter: "starting_after",
    items: ["data"],
    key: ["id"],
    more: ["has_more"],
  };
  const parts: { readonly [cursor: string]: object } = {
    "": { data: [{ id: "a" }, { id: "b" }], has_more: true },
    b: { data: [{ id: "c" }], has_more: false },
  };
  const { list, queries } = listOf(page, (query) => ({ body: parts[query.get("starting_after") ?? ""] }));
  expect(await all(list("a"))).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
  expect(queries).toEqual(["", "starting_after=b"]);
  const empty = listOf({ ...page, more: [] }, () => ({ body: { data: [] } }));
  expect(await all(empty.list("a"))).toEqual([]);
  expect(empty.queries).toHaveLength(1);
});

test("a page that says that it is the last one has none behind it, also where it has a cursor", async () => {
  const page: PageRow = { kind: "cursor", parameter: "iterator", items: ["data"], next: ["iterator"], done: ["done"] };
  const parts: { readonly [cursor: string]: object } = {
    "": { data: [1], iterator: "b", done: false },
    b: { data: [2], iterator: "c", done: true },
  };
  const { list, queries } = listOf(page, (query) => ({ body: parts[query.get("iterator") ?? ""] }));
  expect(await all(list("a"))).toEqual([1, 2]);
  expect(queries).toEqual(["", "iterator=b"]);
});

const CURSORS: PageRow = { kind: "cursor", parameter: "after", items: ["data"], next: ["end"] };

/** Items of a list before its error. */
async function until(list: AsyncIterable<number>): Promise<{ items: number[]; error: unknown }> {
  const items: number[] = [];
  try {
    for await (const item of list) items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items, error: undefined };
}

test("a cursor that stays the same leads through all pages, to one without a cursor or without items", async () => {
  const { list, queries } = listOf(CURSORS, (_, call) => ({ body: { data: [call], end: call < 5 ? "scroll" : null } }));
  expect(await all(list("a"))).toEqual([1, 2, 3, 4, 5]);
  expect(queries).toEqual(["", ...Array(4).fill("after=scroll")]);
  const scroll = listOf(CURSORS, (_, call) => ({ body: { data: call < 4 ? [call] : [], end: "scroll" } }));
  expect(await all(scroll.list("a"))).toEqual([1, 2, 3]);
  expect(scroll.queries).toHaveLength(5);
});

test("a page that comes twice is an error, and its items are given once", async () => {
  const message = "users.list: a page came twice: the service ignores its parameter, or leads in a circle";
  const failed = {
    error: expect.objectContaining({ name: "SvcApiError", status: 200, operation: "users.list", message }),
  };
  const circle = listOf(CURSORS, (query) => {
    const at = Number(query.get("after") ?? 0);
    return { body: { data: [at], end: at === 4 ? 2 : at + 1 } };
  });
  expect(await until(circle.list("a"))).toEqual({ items: [0, 1, 2, 3, 4], ...failed });
  const same = listOf(CURSORS, () => ({ body: { data: [1, 2], end: "x" } }));
  expect(await until(same.list("a"))).toEqual({ items: [1, 2], ...failed });
  expect(same.queries).toHaveLength(2);
  const ignored = listOf({ kind: "page", parameter: "page", items: [] }, () => [1, 2]);
  expect(await until(ignored.list("a"))).toEqual({ items: [1, 2], ...failed });
  expect(ignored.queries).toHaveLength(2);
});

test("where an address is expected, a cursor alone goes into its parameter", async () => {
  const page: PageRow = { kind: "link", parameter: "cursor", items: ["data"], next: ["next"] };
  const { list, queries } = listOf(page, (_, call) => ({
    body: { data: [call], next: ["c2", "/things?cursor=c3", null][call - 1] },
  }));
  expect(await all(list("a"))).toEqual([1, 2, 3]);
  expect(queries).toEqual(["", "cursor=c2", "cursor=c3"]);
});

test("pages without an item end after 10,000 in a row", async () => {
  const page: PageRow = { kind: "cursor", parameter: "after", items: ["data"], next: ["end"] };
  const serve: Serve = (_, call) => ({ body: { data: call === 5 ? [call] : [], end: call } });
  const { list, queries } = listOf(page, serve, 20_000);
  const error = await all(list("a")).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "SvcApiError", message: "users.list: 10000 pages in a row have no items" });
  expect(queries).toHaveLength(10_005);
}, 60_000);

test("the Link header leads on, with the query of its address only", async () => {
  const { list, queries } = listOf({ kind: "link", items: [] }, (_, call) => ({
    body: [call],
    link:
      call < 3
        ? `<https://elsewhere.example/other?page=${call + 1}&q=x>; rel="next", <https://e.example/?page=9>; rel="last"`
        : '<https://e.example/?page=1>; rel="first"',
  }));
  expect(await all(list("a", { q: "x" }))).toEqual([1, 2, 3]);
  expect(queries).toEqual(["q=x", "page=2&q=x", "page=3&q=x"]);
});

test("pages heed a Link header where there is one", async () => {
  const { list, queries } = listOf({ kind: "page", parameter: "page", items: [] }, (_, call) => ({
    body: [call],
    link: call < 2 ? "</x?page=2>; rel=next" : "</x?page=1>; rel=prev",
  }));
  expect(await all(list("a"))).toEqual([1, 2]);
  expect(queries).toEqual(["", "page=2"]);
});

test("an address in the body leads on, also as an object with href", async () => {
  const { list } = listOf({ kind: "link", items: ["data"], next: ["_links", "next"] }, (_, call) => ({
    body: { data: [call], _links: { next: [{ href: "/a?c=2" }, "https://x.example/a?c=3", null][call - 1] } },
  }));
  expect(await all(list("a"))).toEqual([1, 2, 3]);
});

test("an address of the next page without a query is an error, and no end of the list", async () => {
  const page: PageRow = { kind: "link", items: ["data"], next: ["next"] };
  for (const next of ["/a/2", "https://x.example/a/2", "2"]) {
    const { list } = listOf(page, () => ({ body: { data: [1], next } }));
    await expect(all(list("a"))).rejects.toThrow("users.list: a page came twice");
  }
  const { list } = listOf({ kind: "link", items: [] }, () => ({ body: [1], link: "</a/2>; rel=next" }));
  await expect(all(list("a"))).rejects.toThrow("users.list: a page came twice");
});

test("further parts are asked for when they are needed, with the same options", async () => {
  const page: PageRow = { kind: "page", parameter: "page", items: [] };
  const { list, queries } = listOf(page, (_, call) => [call * 10, call * 10 + 1]);
  const controller = new AbortController();
  const seen: number[] = [];
  const iterate = async () => {
    for await (const item of list("a", {}, { signal: controller.signal, query: { x: "1" } })) {
      seen.push(item);
      if (item === 20) controller.abort();
    }
  };
  await expect(iterate()).rejects.toMatchObject({ name: "AbortedError" });
  expect(seen).toEqual([10, 11, 20, 21]);
  expect(queries).toEqual(["x=1", "page=2&x=1"]);
});

test("a list that is not iterated is one request", async () => {
  const { list, queries } = listOf({ kind: "page", parameter: "page", items: [] }, () => [1]);
  expect(await list("a")).toEqual([1]);
  expect((await list("a").withResponse()).response.status).toBe(200);
  for await (const _ of list("a")) break;
  expect(queries).toEqual(["", "", ""]);
});

test("methods below a list method stay where they are", async () => {
  const row = { id: "a", method: "GET", path: "/a", name: "a", page: { kind: "link", items: [] } } as const;
  const below = { id: "b", method: "GET", path: "/b", name: "a.b" };
  const table = { documentVersion: "1", schemes: {}, security: [], operations: [row, below] };
  const fetch = async () => Response.json([1]);
  const options = { baseUrl: "https://svc.example.test", fetch, rateLimit: false } as const;
  const client = createClient<{ a: { b(): Promise<unknown> } }, object>(table, options, { additions: [withPages] });
  expect(await client.a.b()).toEqual([1]);
});
