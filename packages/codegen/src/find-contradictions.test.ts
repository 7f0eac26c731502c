import { type Finding, formatFinding, type Schema } from "@svc/model";
import { expect, test } from "vitest";
import { emitTree } from "./generate-tree.ts";

const INFO = { openapi: "3.1.0", info: { title: "t", version: "1" } };
const RANGE = { type: "integer", minimum: 3, maximum: 2 };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });
const done = (schema: object) => ({ description: "Done", ...json(schema) });

function told(document: object): string[] {
  const warnings: Finding[] = [];
  emitTree(JSON.stringify({ ...INFO, ...document }), "a.json", { onWarning: (warning) => warnings.push(warning) });
  return warnings.map(formatFinding);
}

test("each place of an operation that allows no value is told once", () => {
  const lines = told({
    components: {
      schemas: {
        Range: RANGE,
        Unused: RANGE,
        Node: { type: "object", required: ["parent"], properties: { parent: ref("Node") } },
      },
    },
    paths: {
      "/a": {
        get: {
          operationId: "a",
          parameters: [
            { name: "n", in: "query", schema: { type: "string", minLength: 3, maxLength: 2 } },
            { name: "range", in: "query", schema: ref("Range") },
          ],
          responses: { 200: done(ref("Node")), 400: done({ not: {} }) },
        },
        post: {
          operationId: "b",
          requestBody: json({ type: "object", required: ["n"], properties: { n: ref("Range") } }),
          responses: { 200: done(ref("Range")), 201: done(ref("Node")) },
        },
      },
    },
  });
  expect(lines).toEqual([
    "a.json#/paths/~1a/get/parameters/0/schema: allows no value: its keywords contradict each other",
    "a.json#/components/schemas/Range: allows no value: its keywords contradict each other",
    "a.json#/components/schemas/Node: allows no value: its keywords contradict each other",
    "a.json#/paths/~1a/post/requestBody/content/application~1json/schema: allows no value: its keywords contradict each other",
  ]);
});

test("nothing is told of what can be left out, or has a valid example", () => {
  const optional = { type: "object", properties: { n: RANGE, self: ref("Tree") } };
  const lookbehind = { type: "string", pattern: "^(?<!x)(?=.*q)(?=.*7)[a-z7]{9}(?<=z)$" };
  const lines = told({
    components: {
      schemas: { Tree: { type: "object", properties: { children: { type: "array", items: ref("Tree") } } } },
    },
    paths: {
      "/a": {
        post: {
          operationId: "a",
          requestBody: json(optional),
          responses: { 200: { description: "Done", ...json(lookbehind, { example: "abcq7defz" }) } },
        },
      },
    },
  });
  expect(lines).toEqual([]);
});

test("a value that is too large to be made is told", () => {
  const many = { type: "object", minProperties: 5_000_000 };
  const paths = { "/a": { get: { operationId: "a", responses: { 200: done(many) } } } };
  expect(told({ paths })).toEqual([
    expect.stringMatching(
      /schema: allows no value: the schema asks for so many properties \(5000000\) that none is made/,
    ),
  ]);
});

test("at most fifty places are told one by one", () => {
  const paths = Array.from({ length: 53 }, (_, index) => [
    `/a${index}`,
    { get: { operationId: `a${index}`, responses: { 200: done(RANGE) } } },
  ]);
  const lines = told({ paths: Object.fromEntries(paths) });
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe("a.json: allows no value in 3 more places");
});

test.each<[string, Schema, boolean]>([
  ["anything", {}, true],
  ["an array of itself", { type: "array", items: ref("List") }, true],
  ["required parts", { type: "object", required: ["a", "b"], properties: { a: { type: "string" } } }, true],
  ["a part that allows nothing", { type: "object", required: ["a"], properties: { a: RANGE as Schema } }, false],
  ["a required part of a closed object", { type: "object", required: ["a"], additionalProperties: { not: {} } }, false],
  ["items that there have to be", { type: "array", minItems: 1, items: { enum: [] } }, false],
  ["bounds without a whole number", { type: "integer", minimum: 0.1, maximum: 0.9 }, false],
  ["a format, which values need not have, and a length", { type: "string", format: "uuid", maxLength: 3 }, true],
  ["listed values that are too short", { enum: ["a"], minLength: 2 }, false],
  ["a reference beside a bound", { ...ref("List"), maxItems: 0, minItems: 1 }, false],
  ["one of several", { anyOf: [{ enum: [] }, ref("List")] }, true],
  ["all of several", { allOf: [{ type: "string" }, { type: "integer" }] }, false],
  ["what requires itself", ref("Node"), false],
])("whether a value is allowed is told of %s", (_, schema, expected) => {
  const schemas = {
    List: { type: "array", items: ref("List") },
    Node: { type: "object", required: ["parent"], properties: { parent: ref("Node") } },
  };
  const get = { operationId: "a", responses: { 200: done(schema) } };
  const lines = told({ paths: { "/a": { get } }, components: { schemas } });
  expect(lines.filter((line) => line.includes(": allows no value: "))).toHaveLength(expected ? 0 : 1);
});

test("a place whose alternatives are not explored to the end is told", () => {
  const hostile = Array.from({ length: 12 }, (_, index) => ({ pattern: `(.*[a-m].{${index}}){6}x` }));
  const schema = { type: "string", allOf: [...hostile, { pattern: "^[a-w]*$" }] };
  const lines = told({ paths: { "/a": { get: { operationId: "a", responses: { 200: done(schema) } } } } });
  expect(lines).toEqual([
    expect.stringMatching(
      /^a\.json#\/paths\/~1a\/get\/responses\/200\/content\/application~1json\/schema: is not explored to the end: /,
    ),
  ]);
});
