import { expect, test } from "vitest";
import { count, fakeOf, flag, inPath, listOf, object, ok, query, send, text } from "../test/support/small-documents.ts";
import { listPlace } from "./facts/body-place.ts";

// What is shown and kept by the shape of a document: a small document for each rule.

const Thing = object({ id: text, name: text });
const read = (schema: object, path = "id") => ({
  parameters: [inPath(path)],
  get: { operationId: "get", ...ok(schema) },
});
const things = (list: object, create: object, schema: object = Thing) => ({
  "/things": { get: { operationId: "list", ...list }, post: { operationId: "create", ...create } },
  "/things/{id}": read(schema),
});

test("each value of a list may hold its item, and a response the one item in a list", () => {
  const inEntry = object({ entry: Thing });
  const ask = fakeOf(
    things(
      ok(object({ list: object({ entries: listOf(inEntry) }) })),
      { ...send(object({ name: text })), ...ok(inEntry) },
      object({ things: listOf(Thing) }),
    ),
  );
  const { entry } = ask("create", { body: { name: "a" } });
  expect(entry).toMatchObject({ name: "a" });
  expect(ask("list")).toEqual({ list: { entries: [{ entry }] } });
  expect(ask("get", { path: { id: entry.id } })).toEqual({ things: [entry] });
});

test("what lies beside others in a list is no item of it, and the one thing of a response is before a list of such", () => {
  const Change = object({ at: text, actor: Thing });
  const Made = object({ thing: Thing, things: listOf(Thing), thing_ids: listOf(text) });
  const ask = fakeOf({
    ...things(ok(object({ things: listOf(Thing) })), { ...send(object({ thing: Thing })), ...ok(Made) }),
  });
  const { thing } = ask("create", { body: { thing: { name: "a" } } });
  expect(thing).toMatchObject({ name: "a" });
  expect(ask("get", { path: { id: thing.id } })).toEqual(thing);
  expect(listPlace(listOf(Change), "changes", {})).toEqual({ at: [], items: Change });
});

test("a list that is sent makes things, and changes those whose ids it has, of those that are read by their ids", () => {
  const Things = object({ things: listOf(Thing) });
  const ask = fakeOf(things(ok(Things), { ...send(Things), ...ok(Things) }));
  const [a] = ask("create", { body: { things: [{ name: "a" }] } }).things;
  const [b, c] = ask("create", { body: { things: [{ id: a.id, name: "b" }, { name: "c" }] } }).things;
  expect(b).toEqual({ id: a.id, name: "b" });
  expect(ask("list")).toEqual({ things: [b, c] });
});

test("a PUT of the collection's path makes things where nothing else does", () => {
  const ask = fakeOf({
    "/things": {
      get: { operationId: "list", ...ok(listOf(Thing)) },
      put: { operationId: "create", ...send(object({ name: text })), ...ok(Thing) },
    },
    "/things/{id}": read(Thing),
  });
  const made = ask("create", { body: { name: "a" } });
  expect(made).toMatchObject({ name: "a" });
  expect(ask("list")).toEqual([made]);
});

test("numbers, flags and days that are sent as texts are kept as the item has them", () => {
  const time = { type: "string", format: "date-time" };
  const Priced = object({ id: text, price: { type: "number" }, active: flag, code: text, due: time });
  const sent = object({
    price: text,
    active: { enum: ["0", "1"] },
    code: count,
    due: { type: "string", format: "date" },
  });
  const ask = fakeOf(things(ok(listOf(Priced)), { ...send(sent), ...ok(Priced) }, Priced));
  const body = { price: "10.50", active: "0", code: 7, due: "2030-01-02" };
  const shown = { price: 10.5, active: false, code: "7", due: "2030-01-02T00:00:00Z" };
  expect(ask("create", { body })).toMatchObject(shown);
});

test("what counts begins at zero, and flags of what works are set", () => {
  const fields = { id: text, name: text, times_used: count, reply_count: count, discount: count, is_active: flag };
  const seen = { ...count, description: "Number of times that it was seen" };
  const Counted = object({ ...fields, seen }, ["discount"]);
  const ask = fakeOf(things(ok(listOf(Counted)), { ...send(object({ name: text })), ...ok(Counted) }, Counted));
  const made = ask("create", { body: { name: "a" } });
  expect(made).toMatchObject({ times_used: 0, reply_count: 0, seen: 0, is_active: true });
  expect(made.discount).not.toBe(0);
});

test("lists are in the order that their description says, and leave out what a default leaves out", () => {
  const status = { enum: ["open", "deleted", "all_not_deleted"], default: "all_not_deleted" };
  const Stated = object({ id: text, name: text, status: { enum: ["open", "deleted"] } });
  const ask = fakeOf(
    things(
      {
        description: "The most recent things appear first.",
        parameters: [query("status", status)],
        ...ok(listOf(Stated)),
      },
      { ...send(object({ name: text, status: { enum: ["open", "deleted"] } })), ...ok(Stated) },
      Stated,
    ),
  );
  for (const [name, state] of [
    ["a", "open"],
    ["b", "deleted"],
    ["c", "open"],
  ] as const)
    ask("create", { body: { name, status: state } });
  const listed = ask("list", { query: { status: "all_not_deleted" } }) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(["c", "a"]);
});

test("a body of an id, or of ids, called by their noun, puts items of another collection below a thing", () => {
  const ref = { $ref: "#/components/schemas/Tag" };
  const ask = fakeOf(
    {
      "/tags": { post: { operationId: "tag", ...send(object({ name: text })), ...ok(ref) } },
      "/tags/{tag_id}": { parameters: [inPath("tag_id")], get: { operationId: "getTag", ...ok(ref) } },
      "/things/{id}/tags": {
        parameters: [inPath("id")],
        get: { operationId: "tagsOf", ...ok(listOf(ref)) },
        post: {
          operationId: "attach",
          ...send(object({ tag_ids: listOf(text) })),
          ...ok(object({ tag_ids: listOf(text) })),
        },
      },
      "/things/{id}/tags/{tag_id}": {
        parameters: [inPath("id"), inPath("tag_id")],
        delete: { operationId: "detach", responses: { 204: { description: "" } } },
      },
    },
    { Tag: Thing },
  );
  const [a, b] = ["a", "b"].map((name) => ask("tag", { body: { name } }));
  const path = { id: "t" };
  ask("attach", { path, body: { tag_ids: [a.id, b.id] } });
  expect(ask("tagsOf", { path })).toEqual([a, b]);
  ask("detach", { path: { ...path, tag_id: a.id } });
  expect(ask("tagsOf", { path })).toEqual([b]);
  expect(ask("getTag", { path: { tag_id: a.id } })).toEqual(a);
});

test("an item shows what lies in the collections below it, and begins without any of it", () => {
  const Part = object({ id: text, size: count });
  const Whole = object({ id: text, parts: listOf(Part), parts_count: count });
  const ask = fakeOf({
    "/things": {
      get: { operationId: "list", ...ok(listOf(Whole)) },
      post: { operationId: "create", ...send(object({ parts: listOf(object({ size: count })) })), ...ok(Whole) },
    },
    "/things/{id}": {
      ...read(Whole),
      put: { operationId: "put", ...send(object({ parts: listOf(Part) })), ...ok(Whole) },
    },
    "/things/{id}/parts": {
      parameters: [inPath("id")],
      get: { operationId: "parts", ...ok(listOf(Part)) },
      post: { operationId: "add", ...send(object({ size: count })), ...ok(Part) },
    },
    "/things/{id}/parts/{part_id}": {
      parameters: [inPath("id"), inPath("part_id")],
      delete: { operationId: "remove", responses: { 204: { description: "" } } },
    },
  });
  const empty = ask("create", { body: {} });
  expect(empty).toMatchObject({ parts: [], parts_count: 0 });
  const path = { id: empty.id };
  expect(ask("parts", { path })).toEqual([]);
  const part = ask("add", { path, body: { size: 1 } });
  expect(ask("get", { path })).toMatchObject({ parts: [part], parts_count: 1 });
  ask("remove", { path: { ...path, part_id: part.id } });
  expect(ask("list")[0]).toMatchObject({ parts: [], parts_count: 0 });
  const full = { id: ask("create", { body: { parts: [{ size: 2 }] } }).id };
  expect(ask("parts", { path: full })).toMatchObject([{ size: 2 }]);
  ask("put", { path: full, body: { parts: [] } });
  expect(ask("parts", { path: full })).toEqual([]);
});

test("what a query parameter chooses need not say it, and is listed where the path above lists it", () => {
  const path = inPath("box_id");
  const url = { ...query("url"), required: true };
  const ask = fakeOf({
    "/boxes": { get: { operationId: "boxes", ...ok(listOf(object({ box_id: text }))) } },
    "/boxes/create": {
      post: { operationId: "create", ...send(object({ name: text })), ...ok(object({ box_id: text })) },
    },
    "/boxes/{box_id}": {
      parameters: [path],
      get: { operationId: "all", ...ok(object({ keys: listOf(object({ url: text })) })) },
    },
    "/boxes/{box_id}/keys": {
      parameters: [path],
      get: { operationId: "get", parameters: [url], ...ok(object({ keys: object({ user: text }) })) },
      delete: { operationId: "remove", parameters: [url], ...ok(object({ success: flag })) },
      post: { operationId: "save", ...send(object({ url: text, keys: object({ user: text }) })), ...ok(object({})) },
    },
  });
  const on = { path: { box_id: ask("create", { body: {} }).box_id } };
  expect(ask("all", on)).toEqual({ keys: [] });
  for (const name of ["a", "b"]) ask("save", { ...on, body: { url: name, keys: { user: name } } });
  expect(ask("get", { ...on, query: { url: "a" } })).toEqual({ keys: { user: "a" } });
  expect(ask("all", on).keys).toMatchObject([{ url: "a" }, { url: "b" }]);
  ask("remove", { ...on, query: { url: "a" } });
  expect(ask("get", { ...on, query: { url: "a" } })).toBe(404);
});

test("a verb behind a colon acts, and a search shows less of what it finds", () => {
  const Full = object({ id: text, name: text, size: count, state: { enum: ["open", "closed"] } });
  const Found = object({ id: text, name: text, score: count, excerpt: text });
  const ask = fakeOf({
    ...things(
      ok(object({ items: listOf(Full), things_count: count })),
      { ...send(object({ name: text })), ...ok(Full) },
      Full,
    ),
    "/things/{id}:close": { parameters: [inPath("id")], post: { operationId: "close", ...ok(Full) } },
    "/things/search": { get: { operationId: "search", parameters: [query("term")], ...ok(listOf(Found)) } },
  });
  const [a, b] = ["apple", "pear"].map((name) => ask("create", { body: { name } }));
  expect(ask("close", { path: { id: a.id } })).toMatchObject({ id: a.id, state: "closed" });
  expect(ask("search", { query: { term: "pea" } })).toMatchObject([{ id: b.id, name: "pear" }]);
});

test("parameters ask for bounds and parts of fields, and a creation is refused that is said to be there already", () => {
  const Priced = object({
    id: text,
    email: text,
    price: { type: "number" },
    created_at: { type: "string", format: "date-time" },
  });
  const conflict = { 409: { description: "There is one with this email already" } };
  const bounds = ["min_price", "price_lte", "created_after", "email_contains"].map((name) => query(name));
  const post = { ...send(object({ email: text, price: count })), ...ok(Priced) } as { responses: object };
  const ask = fakeOf(
    things(
      { parameters: bounds, ...ok(listOf(Priced)) },
      { ...post, responses: { ...post.responses, ...conflict } },
      Priced,
    ),
  );
  const make = (email: string, price: number) => ask("create", { body: { email, price } });
  const [a, b] = [make("a@x.test", 5), make("b@x.test", 9)];
  expect(make("a@x.test", 1)).toBe(409);
  expect(ask("list", { query: { min_price: "6" } })).toEqual([b]);
  expect(ask("list", { query: { price_lte: "5" } })).toEqual([a]);
  expect(ask("list", { query: { created_after: "2999-01-01T00:00:00Z" } })).toEqual([]);
  expect(ask("list", { query: { email_contains: "B@" } })).toEqual([b]);
});

test("an object with a list in it is one thing where a request of its path gives what lies beside the list", () => {
  const rules = object({ mode: text, until: text, options: listOf(object({ kind: text })) });
  const path = { parameters: [inPath("id")] };
  const ask = fakeOf({
    "/things/{id}/rules": {
      ...path,
      get: { operationId: "get", ...ok(rules) },
      put: { operationId: "set", ...send(rules), responses: { 204: { description: "" } } },
    },
  });
  const body = { mode: "strict", until: "later", options: [{ kind: "a" }] };
  ask("set", { path: { id: "t" }, body });
  expect(ask("get", { path: { id: "t" } })).toEqual(body);
});

const priced = (parameters: object[], field: object) => {
  const Priced = object({ id: text, ...field });
  return fakeOf(things({ parameters, ...ok(listOf(Priced)) }, { ...send(object(field)), ...ok(Priced) }, Priced));
};

test("bounds leave out the value itself where they say so, and keep what they cannot be compared with", () => {
  const fields = { price: count, name: text, due_at: { type: "string", format: "date-time" }, reply: text };
  const parameters = [
    query("price_gt", count),
    query("price[lt]", count),
    query("name_startswith"),
    query("due_before", count),
    query("due_to", count),
    query("reply_to"),
  ];
  const ask = priced(parameters, fields);
  ask("create", { body: { price: 10, name: "Al", due_at: "2025-01-01T00:00:00Z", reply: "answer 9" } });
  ask("create", { body: { price: 11, name: "Sal", due_at: "2027-01-01T00:00:00Z", reply: "answer 1" } });
  const found = (asked: { [name: string]: unknown }) =>
    ask("list", { query: asked }).map(({ price }: { price: number }) => price);
  expect(found({ price_gt: 10 })).toEqual([11]);
  expect(found({ "price[lt]": 11 })).toEqual([10]);
  expect(found({ name_startswith: "al" })).toEqual([10]);
  // Seconds since the epoch are a time; the number of a user is none.
  expect(found({ due_before: 1_767_225_600 })).toEqual([10]);
  expect(found({ due_to: 5 })).toEqual([10, 11]);
  expect(found({ reply_to: "mail 3" })).toEqual([10, 11]);
});

test("a thing with more beside what it is about is a thing of its own", () => {
  const Member = object({ user: Thing, role: text });
  const ask = fakeOf({
    "/project-users": {
      get: { operationId: "list", ...ok(listOf(Member)) },
      post: { operationId: "create", ...send(Member), ...ok(Member) },
    },
  });
  const member = { user: { id: "u", name: "a" }, role: "admin" };
  ask("create", { body: member });
  expect(ask("list")).toEqual([member]);
});

test("ids and keys in a body of a collection that lies below nothing are not its own", () => {
  const ask = fakeOf(things(ok(listOf(Thing)), { ...send(object({ ids: listOf(text) })), ...ok(Thing) }));
  const made = ask("create", { body: { ids: ["a", "b"] } });
  expect(ask("list")).toEqual([made]);
  expect(["a", "b"]).not.toContain(made.id);
});

test.each([
  ["A payment is already running", { email: "a@example.com" }],
  ["The customer does not exist", { email: "a@example.com" }],
  ["An order already exists", { email: "a@example.com" }],
  ["The code is already taken", { code: null }],
])("409 for %s says of no field that it has each value once", (description, body) => {
  const Order = object({ id: text, email: text, code: { type: ["string", "null"] } });
  const made = { responses: { ...ok(Order).responses, 409: { description } } };
  const ask = fakeOf(things(ok(listOf(Order)), { ...send(object({ email: text, code: {} })), ...made }, Order));
  ask("create", { body });
  expect(ask("create", { body })).toMatchObject(body);
});

test("the state of an address is none that an action ends", () => {
  const Shop = object({ id: text, city: text, state: text });
  const ask = fakeOf({
    ...things(ok(listOf(Shop)), { ...send(object({ city: text, state: text })), ...ok(Shop) }, Shop),
    "/things/{id}/close": { parameters: [inPath("id")], post: { operationId: "close", ...ok(Shop) } },
  });
  const { id } = ask("create", { body: { city: "a", state: "CA" } });
  expect(ask("close", { path: { id } })).toMatchObject({ state: "CA" });
});

test("a list that is put is all that there is, and one that is posted makes what is not there by its ids", () => {
  const put = { put: { operationId: "replace", ...send(listOf(Thing)), ...ok(listOf(Thing)) } };
  const paths = things(ok(listOf(Thing)), { ...send(listOf(Thing)), ...ok(listOf(Thing)) });
  const ask = fakeOf({ ...paths, "/things": { ...paths["/things"], ...put } });
  const [a, b] = [
    { id: "1", name: "a" },
    { id: "2", name: "b" },
  ];
  expect(ask("create", { body: [a] })).toEqual([a]);
  expect(ask("create", { body: [b] })).toEqual([b]);
  expect(ask("list")).toEqual([a, b]);
  expect(ask("replace", { body: [b] })).toEqual([b]);
  expect(ask("list")).toEqual([b]);
});

test("an order that a request can choose is not that of all lists, and a number that it can give counts nothing", () => {
  const description = "Returns things, oldest first. Pass desc=true for the newest first.";
  const Timed = object({
    id: text,
    name: text,
    created_at: { type: "string", format: "date-time" },
    seat_count: count,
  });
  const create = { ...send(object({ name: text, seat_count: count })), ...ok(Timed) };
  const ask = fakeOf(things({ description, ...ok(listOf(Timed)) }, create, Timed));
  const made = ["a", "b"].map((name) => ask("create", { body: { name } }));
  expect(ask("list")).toEqual(made);
  expect(made[0]).not.toHaveProperty("seat_count");
});

test("things of one id in two collections show each what lies below itself, and ids that they were given stay", () => {
  const Shown = object({ sku: text, reviews: listOf(Thing), review_count: count, tag_ids: listOf(text) });
  const at = (names: string[], [get, post]: [string, string], [shown, sent]: [object, object]) => ({
    parameters: names.map((name) => inPath(name)),
    get: { operationId: get, ...ok(listOf(shown)) },
    post: { operationId: post, ...send(sent), ...ok(shown) },
  });
  const product = "/shops/{shop}/products/{sku}";
  const sent = object({ sku: text, reviews: listOf(Thing), tag_ids: listOf(text) });
  const one = object({ name: text });
  const ask = fakeOf({
    "/shops/{shop}/products": at(["shop"], ["list", "create"], [Shown, sent]),
    [product]: { parameters: [inPath("shop"), inPath("sku")], get: { operationId: "get", ...ok(Shown) } },
    [`${product}/reviews`]: at(["shop", "sku"], ["reviews", "review"], [Thing, one]),
    [`${product}/tags`]: at(["shop", "sku"], ["tags", "tag"], [Thing, one]),
  });
  const [a, b] = [
    { shop: "a", sku: "1" },
    { shop: "b", sku: "1" },
  ];
  ask("create", { path: a, body: { sku: "1", tag_ids: ["t"] } });
  ask("review", { path: a, body: { name: "good" } });
  const { id } = ask("tag", { path: a, body: { name: "new" } });
  const given = [{ id: "r", name: "bad" }];
  expect(ask("create", { path: b, body: { sku: "1", reviews: given } })).toMatchObject({ review_count: 1 });
  expect(ask("get", { path: b })).toMatchObject({ reviews: given, tag_ids: [] });
  expect(ask("get", { path: a })).toMatchObject({ reviews: [{ name: "good" }], review_count: 1, tag_ids: ["t", id] });
});

test("a PUT of an item changes it, also where a longer path reads items by two names", () => {
  const Article = object({ id: text, name: text, slug: text });
  const paths = things(ok(listOf(Article)), { ...send(object({ name: text })), ...ok(Article) }, Article);
  const put = { put: { operationId: "put", ...send(object({ name: text })), ...ok(Article) } };
  const ask = fakeOf({
    ...paths,
    "/things/{id}": { ...read(Article), ...put },
    "/things/{owner}/{slug}": {
      parameters: [inPath("owner"), inPath("slug")],
      get: { operationId: "bySlug", ...ok(Article) },
    },
  });
  const { id } = ask("create", { body: { name: "a" } });
  expect(ask("put", { path: { id }, body: { name: "b" } })).toMatchObject({ id, name: "b" });
  expect(ask("get", { path: { id } })).toMatchObject({ name: "b" });
});

test("where only a PUT of their paths makes items it makes every one, and an action says nothing of the others", () => {
  const State = object({ id: text, name: text, status: { enum: ["open", "canceled"] } });
  const item = {
    put: { operationId: "put", ...send(object({ name: text })), ...ok(State) },
    delete: { operationId: "remove", responses: { 204: { description: "" } } },
  };
  const fake = () =>
    fakeOf({
      "/things": { get: { operationId: "list", ...ok(listOf(State)) } },
      "/things/{id}": { ...read(State), ...item },
      "/things/{id}/cancel": { parameters: [inPath("id")], post: { operationId: "cancel", ...ok(State) } },
    });
  const ask = fake();
  const made = ["a", "b"].map((id) => ask("put", { path: { id }, body: { name: id } }));
  expect(made).toMatchObject([{ id: "a", name: "a" }, { id: "b" }]);
  expect(ask("list")).toEqual(made);
  expect(ask("get", { path: { id: "c" } })).toBe(404);
  const other = fake();
  other("cancel", { path: { id: "a" } });
  expect(other("get", { path: { id: "b" } })).not.toBe(404);
});
