import { expect, test } from "vitest";
import { applyOverlay } from "./apply-overlay.ts";

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "t" },
  tags: [{ name: "a" }, { name: "b" }, { name: "c" }],
  paths: { "/a": { get: { summary: "s", parameters: [] } }, "/b": { get: { deprecated: true } } },
};

const HEAD = { overlay: "1.0.0", info: { title: "t", version: "1" } };

function apply(actions: unknown, document: unknown = DOCUMENT): unknown {
  const { document: result, unmatched } = applyOverlay(document, { ...HEAD, actions });
  expect(unmatched).toEqual([]);
  return result;
}

test("an update merges objects member by member, and leaves the document that was given", () => {
  const before = structuredClone(DOCUMENT);
  expect(apply([{ target: "$.info", update: { title: "new", contact: { name: "n" } } }])).toEqual({
    ...DOCUMENT,
    info: { title: "new", contact: { name: "n" } },
  });
  expect(DOCUMENT).toEqual(before);
});

test("an update of a list appends, also within a merged object", () => {
  const parameter = { name: "p" };
  expect(apply([{ target: "$.tags", update: { name: "d" } }])).toMatchObject({ tags: { length: 4 } });
  expect(apply([{ target: "$.paths['/a'].get", update: { parameters: [parameter] } }])).toMatchObject({
    paths: { "/a": { get: { summary: "s", parameters: [parameter] } } },
  });
});

test("an update reaches every node that is selected", () => {
  expect(apply([{ target: "$.paths.*.get", update: { "x-a": 1 } }])).toMatchObject({
    paths: { "/a": { get: { "x-a": 1 } }, "/b": { get: { "x-a": 1 } } },
  });
});

test("the document itself and single values can be updated", () => {
  expect(apply([{ target: "$", update: { "x-a": { b: 1 } } }])).toEqual({ ...DOCUMENT, "x-a": { b: 1 } });
  expect(apply([{ target: "$.info.title", update: "new" }])).toMatchObject({ info: { title: "new" } });
});

test("removing takes members and items, whatever order they are selected in, and wins over an update", () => {
  expect(apply([{ target: "$.tags[2, 0]", remove: true, update: { x: 1 } }])).toMatchObject({ tags: [{ name: "b" }] });
  expect(apply([{ target: "$..[?@.deprecated == true]", remove: true }])).toMatchObject({ paths: { "/b": {} } });
  expect(apply([{ target: "$.tags[*]", remove: true }])).toMatchObject({ tags: [] });
});

test("actions apply one after the other", () => {
  const actions = [
    { target: "$.info", update: { "x-new": { a: 1 } } },
    { target: "$.info.x-new", update: { b: 2 } },
    { target: "$.info.title", remove: true },
  ];
  expect(apply(actions)).toMatchObject({ info: { "x-new": { a: 1, b: 2 } } });
});

test("a copy merges another part of the document (1.1)", () => {
  expect(apply([{ target: "$.paths['/b'].get", copy: "$.paths['/a'].get" }])).toMatchObject({
    paths: { "/b": { get: { summary: "s", deprecated: true } } },
  });
});

test("values that the document or the overlay shares do not change together", () => {
  const shared = { a: 1 };
  const result = apply(
    [
      { target: "$.x", update: { c: shared, d: shared } },
      { target: "$.x.c", update: { b: 2 } },
      { target: "$.y", update: { e: 3 } },
    ],
    { x: shared, y: shared },
  );
  expect(result).toEqual({ x: { a: 1, c: { a: 1, b: 2 }, d: { a: 1 } }, y: { a: 1, e: 3 } });
});

test("an action that selects nothing is told, and the others apply", () => {
  const actions = [
    { target: "$.info.gone", update: 1 },
    { target: "$.info", update: { title: "new" } },
  ];
  const { document, unmatched } = applyOverlay(DOCUMENT, { ...HEAD, actions }, "o.yaml");
  expect(document).toMatchObject({ info: { title: "new" } });
  expect(unmatched).toEqual([
    {
      file: "o.yaml",
      pointer: "/actions/0/target",
      message: expect.stringContaining('selects nothing ("$.info.gone")'),
    },
  ]);
});

test.each([
  [{ ...HEAD, overlay: "2.0.0", actions: [{ target: "$", update: {} }] }, "#/overlay:"],
  [HEAD, "#/actions:"],
  [{ ...HEAD, actions: [{ target: "paths", update: {} }] }, "#/actions/0/target:"],
  [{ ...HEAD, actions: [{ update: {} }] }, "#/actions/0/target:"],
  [null, "expected object, got null"],
])("a malformed overlay is refused: %j", (overlay, expected) => {
  expect(() => applyOverlay(DOCUMENT, overlay)).toThrow(expected);
});

test("__proto__ is a member like any other", () => {
  const update: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
  const result = apply([{ target: "$.info", update }]) as { info: object };
  expect(Object.keys(result.info)).toEqual(["title", "__proto__"]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
