import type { Schema, Schemas } from "@svc/model";
import { expect, test } from "vitest";
import { TORTURE } from "../../test/support/torture.ts";
import { compilerOf } from "../shape/compiler.ts";
import { hasFormat } from "../validate/formats.ts";
import { matches } from "../validate/regexp.ts";
import { FORMAT_OUTLINES, FORMAT_PATTERNS } from "../values/format-patterns.ts";
import { explainContradiction } from "./explain-contradiction.ts";
import { generate } from "./generate.ts";
import { proveContradiction } from "./prove-contradiction.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const kind: Schema = { type: "object", required: ["kind"], properties: { kind: { enum: ["a", "b"] } } };
const schemas: Schemas = {
  Base: { schema: kind },
  A: { schema: { title: "A", allOf: [ref("Base")] } },
  B: { schema: { title: "B", allOf: [ref("Base")] } },
  Either: {
    schema: {
      oneOf: [ref("A"), ref("B")],
      discriminator: { propertyName: "kind", mapping: { a: ref("A").$ref ?? "", b: ref("B").$ref ?? "" } },
    },
  },
};

test.each<[string, Schema, readonly string[], string]>([
  ["alternatives that are the same", ref("Either"), ["oneOf"], ""],
  [
    "such alternatives in what is required",
    { type: "object", required: ["list"], properties: { list: { type: "array", minItems: 1, items: ref("Either") } } },
    ["oneOf"],
    "/list/0",
  ],
  [
    "a pattern that no text of the format has",
    { type: "string", format: "date-time", pattern: "YYYY-MM-DDThh:mm:ssZ" },
    ["format", "pattern"],
    "",
  ],
  [
    "a length that no text of the format has",
    { type: "string", format: "uuid", maxLength: 35 },
    ["format", "maxLength"],
    "",
  ],
  ["listed values of another type", { type: "string", enum: [true, 1] }, ["enum"], ""],
  ["a constant of another format", { type: "string", format: "date", const: "today" }, ["const"], ""],
])("it is said that no value is valid, though services accept some: %s", (_, schema, keywords, pointer) => {
  expect(generate(schema, { schemas, seed: 1, exact: true })).toBeDefined();
  const found = explainContradiction(schema, schemas);
  expect(found).toMatchObject({ keywords, pointer });
  for (const keyword of [...keywords, pointer]) expect(found?.message).toContain(keyword);
});

test.each<[string, Schema, unknown]>([
  [
    "an alternative that asks for more",
    { oneOf: [ref("Base"), { allOf: [ref("A"), { required: ["id"] }] }] },
    { kind: "a" },
  ],
  ["such alternatives in what may be left out", { type: "object", properties: { one: ref("Either") } }, {}],
  [
    "such alternatives in what another type does not have",
    { type: ["object", "string"], required: ["one"], properties: { one: ref("Either") } },
    "text",
  ],
  ["such alternatives in a list that may be empty", { type: "array", items: ref("Either") }, []],
  ["such alternatives beside others", { anyOf: [ref("Either"), { type: "null" }] }, null],
  ["a format of texts that may be a number", { type: ["string", "number"], format: "date", pattern: "x" }, 1],
  ["base64 that nobody checks", { type: "string", contentEncoding: "base64", pattern: "^.{2}$" }, "ab"],
  [
    "what an alternative has looked at",
    { type: "object", required: ["a"], unevaluatedProperties: ref("Either"), anyOf: [{ properties: { a: {} } }] },
    { a: 1 },
  ],
  [
    "what may be contained elsewhere",
    { type: "array", minItems: 2, prefixItems: [{ enum: ["a"] }], contains: { enum: ["b"] } },
    ["a", "b"],
  ],
])("nothing is said where a value is valid: %s", (_, schema, valid) => {
  const compiler = compilerOf(schemas);
  expect(compiler.isValid(schema, valid)).toBe(true);
  expect(proveContradiction(schema, compiler)).toBeUndefined();
});

test("nothing is said of schemas that have a value and are hard to make one for", () => {
  const hard = Object.fromEntries(Object.entries(TORTURE).map(([name, schema]) => [name, { schema }]));
  const told = Object.entries(TORTURE).filter(
    ([, schema]) => proveContradiction(schema, compilerOf(hard)) !== undefined,
  );
  expect(told).toEqual([]);
});

test.each(Object.keys(FORMAT_OUTLINES))("texts of the format %s match its outline", (format) => {
  expect(FORMAT_PATTERNS).toHaveProperty(format);
  const outline = FORMAT_OUTLINES[format] ?? "";
  const samples = Array.from({ length: 200 }, (_, seed) =>
    generate({ type: "string", format }, { schemas: {}, seed, mode: seed % 2 === 0 ? "default" : "maximal" }),
  );
  const rare = [
    "2024-02-29t23:59:60z",
    "2024-02-29\u00a023:59:59+0000",
    "23:59:59.5-01",
    "1.2.3.4.",
    "AAAA",
    "AA==",
    "",
  ];
  const texts = [...samples, ...rare].filter((text) => hasFormat(format, String(text)));
  expect(texts.length).toBeGreaterThanOrEqual(200);
  expect(texts.filter((text) => !matches(outline, String(text)))).toEqual([]);
});
