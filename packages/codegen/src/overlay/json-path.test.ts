import { expect, test } from "vitest";
import { parseJsonPath } from "./json-path.ts";

const DOCUMENT = {
  paths: {
    "/a": { get: { tags: ["x", "y"], "x-internal": true, summary: "one" }, put: { tags: ["y"] } },
    "/b": { get: { tags: [], deprecated: false, weight: 3 } },
  },
  list: [0, 1, 2, 3, 4],
  __proto: { "it's": 1 },
};

function select(path: string, document: unknown = DOCUMENT): unknown[] {
  return parseJsonPath(path)(document).map(({ value }) => value);
}

test.each<[string, unknown[]]>([
  ["$", [DOCUMENT]],
  ["$.paths['/a'].put.tags[0]", ["y"]],
  ['$["paths"]["/a"].get.x-internal', [true]],
  ["$.missing.deeper", []],
  ["$.list[-1]", [4]],
  ["$.list[9]", []],
  ["$.list[1:3]", [1, 2]],
  ["$.list[::2]", [0, 2, 4]],
  ["$.list[::-2]", [4, 2, 0]],
  ["$.list[0, 2, -1]", [0, 2, 4]],
  ["$.list[?@ > 2]", [3, 4]],
  ["$.list.*", [0, 1, 2, 3, 4]],
  ["$.paths.*.get.tags", [["x", "y"], []]],
  ["$..tags[0]", ["x", "y"]],
  ["$.paths..get['summary', 'weight']", ["one", 3]],
  ["$.paths.*[?@.x-internal == true].summary", ["one"]],
  ["$.paths.*[?@.deprecated].weight", [3]],
  ["$.paths.*[?!@.deprecated].tags", [["x", "y"], ["y"]]],
  ["$.paths.*[?@.tags[?@ == 'y'] && !(@.summary == 'one')].tags", [["y"]]],
  ["$.paths.*[?@.weight >= 3 || @.summary != null].tags", [["x", "y"], ["y"], []]],
  ["$.paths.*[?length(@.tags) == 2].summary", ["one"]],
  ["$.paths.*[?count(@.tags[*]) == 0].weight", [3]],
  ["$.paths.*[?match(@.summary, 'o.e')].summary", ["one"]],
  ["$.paths.*[?search(@.summary, 'n')].summary", ["one"]],
  ["$.list[?@ == $.list[3]]", [3]],
  ["$[ '__proto' ] [\"it's\"]", [1]],
  ["$['__proto'][?@ == 1]", [1]],
  ["$['__proto']['it\\u0027s']", [1]],
])("%s", (path, expected) => {
  expect(select(path)).toEqual(expected);
});

test.each([
  "",
  "paths",
  "$.",
  "$[",
  "$['a]",
  "$.a]",
  "$[?]",
  "$[?@.a ==]",
  "$[?foo(@)]",
  "$.paths./a",
  "$ $",
  "$[1:2:x]",
  "x".repeat(20_000),
])("%j is no path", (path) => {
  expect(() => parseJsonPath(path)).toThrow(SyntaxError);
});

test("inherited members are not there", () => {
  expect(select("$.constructor")).toEqual([]);
  expect(select("$.list.length")).toEqual([]);
  expect(select("$['__proto__']")).toEqual([]);
  expect(select("$['__proto__'].a", JSON.parse('{"__proto__": {"a": 1}}'))).toEqual([1]);
});
