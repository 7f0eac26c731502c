import type { Json } from "@svc/model";
import { createJudge } from "@svc/schema/test-support/ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LISTS, thingsModel } from "../../test/support/documents.ts";
import { createWorld, ORIGIN, type World } from "../../test/support/world.ts";
import { isFields } from "../facts/fields.ts";

/** Expected content of the list: names by id, in order. */
interface Believed {
  readonly names: Map<string, string>;
}

type Command = fc.Command<Believed, World>;

const body = (answer: ReturnType<World["call"]>): Json => {
  if (answer?.kind !== "answer" || answer.body === undefined) throw new Error(`no answer: ${JSON.stringify(answer)}`);
  return answer.body;
};

const create = (name: string): Command => ({
  check: () => true,
  run: ({ names }, world) => {
    const made = body(world.call("create", { body: { name } })) as { id: string };
    expect(names.has(made.id)).toBe(false);
    names.set(made.id, name);
  },
  toString: () => `create(${JSON.stringify(name)})`,
});

const pick = (names: ReadonlyMap<string, string>, index: number): string => [...names.keys()][index % names.size] ?? "";

const rename = (index: number, name: string): Command => ({
  check: ({ names }) => names.size > 0,
  run: ({ names }, world) => {
    const thing_id = pick(names, index);
    expect(body(world.call("patch", { path: { thing_id }, body: { name } }))).toMatchObject({ id: thing_id, name });
    names.set(thing_id, name);
  },
  toString: () => `rename(${index}, ${JSON.stringify(name)})`,
});

const remove = (index: number): Command => ({
  check: ({ names }) => names.size > 0,
  run: ({ names }, world) => {
    const thing_id = pick(names, index);
    expect(world.call("delete", { path: { thing_id } })).toMatchObject({ status: 204 });
    expect(world.call("get", { path: { thing_id } })).toMatchObject({ kind: "refused", status: 404 });
    names.delete(thing_id);
  },
  toString: () => `remove(${index})`,
});

/** Reads the list to its end, part by part, in the way of its kind. */
function walk(world: World, kind: string, limit: number): { readonly items: Json[]; readonly parts: number } {
  const items: Json[] = [];
  let query: { [name: string]: unknown } = kind === "page" ? { page: 1 } : kind === "offset" ? { offset: 0 } : {};
  for (let parts = 1; parts < 100; parts++) {
    const answer = world.call("list", { query: { ...query, [kind === NUMBERED ? "page[size]" : "limit"]: limit } });
    const part = body(answer);
    const listed = (Array.isArray(part) ? part : isFields(part) ? part["items"] : []) as Json[];
    expect(listed.length).toBeLessThanOrEqual(limit);
    items.push(...listed);
    const next = nextOf(kind, { answer, part, query, count: items.length });
    if (next === undefined) return { items, parts };
    query = next;
  }
  throw new Error("the list does not end");
}

interface Part {
  readonly answer: ReturnType<World["call"]>;
  readonly part: Json;
  readonly query: { readonly [name: string]: unknown };
  readonly count: number;
}

const NUMBERED = "links of numbered pages";

/** Value that asks for the next page; undefined: there is none. */
function nextOf(kind: string, { answer, part, query, count }: Part) {
  const fields = isFields(part) ? part : {};
  if (kind === "page") {
    return count < Number(fields["total"]) ? { page: Number(query["page"]) + 1 } : undefined;
  }
  if (kind === "offset") return fields["has_more"] === true ? { offset: count } : undefined;
  if (kind === "item's id") return fields["has_more"] ? { starting_after: idOf(fields["items"], -1) } : undefined;
  if (kind === "last id") {
    expect([fields["first_id"], fields["last_id"]]).toEqual([idOf(fields["items"], 0), idOf(fields["items"], -1)]);
    return fields["has_more"] ? { after: fields["last_id"] } : undefined;
  }
  if (kind === "next uri") return parametersOf(fields["next_page_uri"], "/things?");
  if (kind === NUMBERED) {
    const { next = null, prev = null } = fields["links"] as { next?: Json; prev?: Json };
    expect(prev === null).toBe(query["page[number]"] === undefined);
    return parametersOf(next, `${ORIGIN}/things?`);
  }
  if (kind.startsWith("cursor")) return fields["next_cursor"] === null ? undefined : { cursor: fields["next_cursor"] };
  const header = answer?.kind === "answer" ? answer.headers.find(([name]) => name === "link")?.[1] : undefined;
  const address = /^<([^>]*)>; rel="next"$/.exec(header ?? "")?.[1];
  if (address === undefined) return undefined;
  expect(address.startsWith(`${ORIGIN}/things?`)).toBe(true);
  return Object.fromEntries([...new URL(address).searchParams].filter(([name]) => name !== "limit"));
}

function idOf(list: Json | undefined, index: number): Json | undefined {
  return (list as { id: Json }[]).at(index)?.id;
}

/** The parameters of an address, which leads to the fake. */
function parametersOf(address: Json | undefined, start: string) {
  if (address === null) return undefined;
  expect(String(address).startsWith(start)).toBe(true);
  const { searchParams } = new URL(String(address), ORIGIN);
  return Object.fromEntries(
    [...searchParams].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
}

const list = (kind: string, limit: number): Command => ({
  check: ({ names }) => names.size > 0,
  run: ({ names }, world) => {
    const { items, parts } = walk(world, kind, limit);
    expect(items.map((item) => [(item as { id: string }).id, (item as { name: string }).name])).toEqual([...names]);
    expect(parts).toBe(Math.ceil(names.size / limit));
  },
  toString: () => `list(${limit})`,
});

const name = fc.string({ minLength: 1, maxLength: 5 });

test.each(Object.keys(LISTS))("a list in parts by %s holds what was made, changed and removed", (kind) => {
  const model = thingsModel({ list: LISTS[kind] ?? {} });
  const judge = createJudge(model.schemas);
  const schemaOf = (id: string) =>
    model.operations.find((one) => one.id === id)?.responses[0]?.content[0]?.schema ?? {};
  fc.assert(
    fc.property(
      fc.commands([
        name.map(create),
        fc.tuple(fc.nat(20), name).map(([index, text]) => rename(index, text)),
        fc.nat(20).map(remove),
        fc.integer({ min: 1, max: 5 }).map((limit) => list(kind, limit)),
      ]),
      (commands) => {
        const world = createWorld(model);
        fc.modelRun(() => ({ model: { names: new Map() }, real: world }), commands);
        const answer = world.call("list", { query: { limit: 5 } });
        if (answer?.kind === "answer") expect(judge(schemaOf("list"), answer.body)).toBeUndefined();
      },
    ),
    { numRuns: 25 },
  );
});

test("a cursor whose item was removed goes on behind it", () => {
  const world = createWorld(thingsModel({ list: LISTS["cursor"] ?? {} }));
  const ids = ["a", "b", "c", "d"].map(
    (one) => (body(world.call("create", { body: { name: one } })) as { id: string }).id,
  );
  const { next_cursor: cursor } = body(world.call("list", { query: { limit: 2 } })) as { next_cursor: string };
  world.call("delete", { path: { thing_id: ids[1] } });
  expect(body(world.call("list", { query: { limit: 2, cursor } }))).toMatchObject({
    items: [{ name: "c" }, { name: "d" }],
  });
});
