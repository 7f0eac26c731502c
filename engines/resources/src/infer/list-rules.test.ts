import type { Json } from "@svc/model";
import { json, modelOf, ok, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createWorld } from "../../test/support/world.ts";

// How lists are asked for and paged, by evidence of a document: a small one for each rule.

const count = { type: "integer" };
const object = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });
const query = (name: string, schema: object = text, description = "") => ({ name, in: "query", schema, description });

/** A fake with items made of some fields each, and what lists them by a query. */
function listOf(of: {
  readonly fields: object;
  readonly parameters: readonly object[];
  readonly made: readonly { readonly [field: string]: Json }[];
  readonly around?: object;
}) {
  const item = object({ id: text, ...of.fields });
  const id = { name: "id", in: "path", required: true, schema: text };
  const list = object({ data: { type: "array", items: item }, ...of.around });
  const paths = {
    "/coupons": {
      get: { operationId: "list", parameters: of.parameters, ...ok(list) },
      post: { operationId: "create", requestBody: json(object(of.fields)), ...ok(item) },
    },
    "/coupons/{id}": { parameters: [id], get: { operationId: "get", ...ok(item) } },
  };
  const world = createWorld(modelOf({ paths }));
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any form.
  const ask = (operation: string, request: object): any => {
    const answer = world.call(operation, request);
    return answer?.kind === "answer" ? answer.body : answer?.status;
  };
  const ids: readonly string[] = of.made.map((body) => ask("create", { body }).id);
  const listed = (sent: object = {}) => ask("list", { query: sent });
  return {
    ids,
    list: listed,
    found: (sent: object) => listed(sent).data.map(({ id: own }: { id: string }) => ids.indexOf(own)),
  };
}

test("a parameter none of whose listed values can be the field's is no filter of it", () => {
  const { found } = listOf({
    fields: {
      type: { ...count, enum: [1, 2, 8] },
      active: count,
      state: { ...text, enum: ["on", "off"] },
      rank: count,
    },
    parameters: [
      query("type", { ...text, enum: ["scheduled", "live"] }),
      query("active", { type: "boolean" }),
      query("state", { ...text, enum: ["on", "gone"] }),
      query("rank", { anyOf: [{ const: "best" }, count] }),
    ],
    made: [
      { type: 1, active: 1, state: "on", rank: 1 },
      { type: 8, active: 0, state: "off", rank: 2 },
    ],
  });
  expect([{ type: "live" }, { active: true }, { state: "on" }, { state: "gone" }, { rank: 2 }].map(found)).toEqual([
    [0, 1],
    [0, 1],
    [0],
    [],
    [1],
  ]);
});

test("parts after a number of items have the size that goes with it, and pages have theirs", () => {
  const { found, list } = listOf({
    fields: { rank: count },
    parameters: [
      query("page", { ...count, default: 1 }),
      query("page_size", { ...count, maximum: 2 }),
      query("offset", count),
      query("limit", { ...count, maximum: 3, default: 2 }),
    ],
    around: { next_url: text },
    made: [0, 1, 2, 3, 4, 5].map((rank) => ({ rank })),
  });
  const asked = [
    { offset: 1, limit: 1 },
    { offset: 2, limit: 9 },
    { limit: 3 },
    { page: 2, page_size: 1 },
    { page_size: 9 },
  ];
  expect(asked.map(found)).toEqual([[1], [2, 3, 4], [0, 1, 2], [1], [0, 1]]);
  expect(list({ offset: 1, limit: 1 }).next_url).toMatch(/[?&]offset=2\b/);
});

test("facts of a page are told at any depth around the list, and not in what else is there", () => {
  const place = object({ page: count, total: count });
  const { list } = listOf({
    fields: { rank: count },
    parameters: [query("page", count), query("per_page", count)],
    around: {
      meta: object({ pagination: object({ current_page: count, counts: object({ total: count }) }) }),
      cursors: object({ current: text }),
      metadata: object({ connections: object({ parts: place }) }),
      owner: object({ address: place }),
    },
    made: [0, 1, 2].map((rank) => ({ rank })),
  });
  const { meta, owner, cursors, metadata } = list({ page: 2, per_page: 2 });
  expect(cursors.current).not.toMatch(/^https?:/);
  expect(meta).toEqual({ pagination: { current_page: 2, counts: { total: 3 } } });
  expect(list({ page: 1, per_page: 2 })).toMatchObject({ owner, metadata });
});

test("a field is asked for in brackets behind any word, and behind what an item is called", () => {
  const { found } = listOf({
    fields: { email: text, code: text, role: text, size: count, meta: object({ role: text }) },
    parameters: [
      query("query[email]"),
      query("where[role]"),
      query("not[role]"),
      query("meta[role]"),
      query("page[size]", count),
      query("coupon_code", text, "The code, case-insensitive."),
    ],
    made: [
      { email: "a@b.c", code: "AB", role: "x", size: 1, meta: { role: "y" } },
      { email: "d@b.c", code: "CD", role: "y", size: 2, meta: { role: "y" } },
    ],
  });
  const asked = [
    { "query[email]": "d@b.c" },
    { "where[role]": "x" },
    { "not[role]": "x" },
    { "meta[role]": "y" },
    { "page[size]": 2 },
    { coupon_code: "cd" },
    { coupon_code: "ef" },
  ];
  expect(asked.map(found)).toEqual([[1], [0], [0, 1], [0, 1], [0, 1], [1], []]);
});

test("a cursor that is said to be an object's id is one, also where the response has the next cursor", () => {
  const { found, list, ids } = listOf({
    fields: { rank: count },
    parameters: [query("limit", count), query("starting_after", text, "`starting_after` is an object ID, your place.")],
    around: { next_cursor: { type: ["string", "null"] } },
    made: [0, 1, 2].map((rank) => ({ rank })),
  });
  expect(found({ limit: 2, starting_after: ids[0] })).toEqual([1, 2]);
  expect(list({ limit: 2 }).next_cursor).toBe(ids[1]);
  expect(list({ limit: 2, starting_after: ids[1] }).next_cursor).toBeNull();
});
