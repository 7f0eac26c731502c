import { expect, test } from "vitest";
import { parseDocument } from "../load/parse/parse-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import { createNormalizer, type Normalizer } from "./create-normalizer.ts";

function normalizer(components: object, openapi = "3.1.0"): Normalizer {
  const { document, findings } = repairDocument({
    openapi,
    info: { title: "t", version: "1" },
    paths: {},
    components,
  });
  expect(findings).toEqual([]);
  return createNormalizer(document);
}

function normalize(schema: unknown, openapi = "3.1.0"): unknown {
  return normalizer({ schemas: { S: schema, R: { type: "string" } } }, openapi).schemas["S"];
}

const R = { $ref: "#/components/schemas/R" };

test.each([
  ["a type", { type: "string", nullable: true }, { type: ["string", "null"] }],
  ["no type", { nullable: true }, {}],
  ["false", { type: "string", nullable: false }, { type: "string" }],
  [
    "an enum without null, which is meant to have it",
    { type: "string", enum: ["x"], nullable: true },
    { type: ["string", "null"], enum: ["x", null] },
  ],
  [
    "an enum with null",
    { type: "string", enum: ["x", null], nullable: true },
    { type: ["string", "null"], enum: ["x", null] },
  ],
  ["allOf", { allOf: [R], nullable: true }, { anyOf: [{ allOf: [R] }, { type: "null" }] }],
  [
    "oneOf, annotations staying outside",
    { oneOf: [R], nullable: true, title: "t" },
    { title: "t", anyOf: [{ oneOf: [R] }, { type: "null" }] },
  ],
  ["a part of oneOf", { oneOf: [R, { type: "number", nullable: true }] }, { oneOf: [R, { type: ["number", "null"] }] }],
  [
    "items",
    { type: "array", items: { type: "string", nullable: true } },
    { type: "array", items: { type: ["string", "null"] } },
  ],
  ["a reference beside it", { ...R, nullable: true }, { anyOf: [{ allOf: [R] }, { type: "null" }] }],
])("nullable of 3.0 with %s", (_, schema, expected) => {
  expect(normalize(schema, "3.0.3")).toEqual(expected);
});

test("null that a type of 3.1 lists is a value of its enum, as `nullable` of 3.0 makes it one", () => {
  const mended = { type: ["string", "null"], enum: ["x", null] };
  expect(normalize({ type: ["string", "null"], enum: ["x"] })).toEqual(mended);
  expect(normalize({ type: "string", nullable: true, enum: ["x"] }, "3.0.3")).toEqual(mended);
});

test.each([
  [
    { type: ["string", "integer"], enum: ["x"] },
    { type: "string", enum: ["x"] },
  ],
  [
    { type: ["string", "integer", "null"], enum: ["x", null] },
    { type: ["string", "null"], enum: ["x", null] },
  ],
  [
    { type: ["string", "null"], const: "x" },
    { type: "string", const: "x" },
  ],
  [
    { type: ["integer", "number"], enum: [1.5] },
    { type: "number", enum: [1.5] },
  ],
])("types that no listed value has are none: %j", (schema, expected) => {
  expect(normalize(schema)).toEqual(expected);
});

test.each([
  ["a type", { type: "string" }, { type: ["string", "null"] }],
  ["an enum", { type: "string", enum: ["x"] }, { type: ["string", "null"], enum: ["x", null] }],
  ["a reference", R, { anyOf: [R, { type: "null" }] }],
  ["anyOf", { anyOf: [R, { type: "string" }] }, { anyOf: [R, { type: "string" }, { type: "null" }] }],
  // One more alternative of oneOf could make two of one.
  ["oneOf", { oneOf: [R, { type: "string" }] }, { anyOf: [{ oneOf: [R, { type: "string" }] }, { type: "null" }] }],
  ["several types", { type: ["string", "integer"] }, { type: ["string", "integer", "null"] }],
  ["nothing", {}, {}],
])("nullable is no keyword of 3.1, and repaired beside %s", (_, schema, expected) => {
  expect(normalize({ ...schema, nullable: true })).toEqual(expected);
});

test.each([
  [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  [{ exclusiveMinimum: true }, {}],
  [
    { minimum: 0, exclusiveMinimum: 1 },
    { minimum: 0, exclusiveMinimum: 1 },
  ],
])("bounds in the words of 2020-12: %j", (schema, expected) => {
  expect(normalize(schema, "3.0.3")).toEqual(expected);
});

test.each([
  [true, {}],
  [false, { not: {} }],
  [{ additionalProperties: false }, { additionalProperties: { not: {} } }],
  [
    { properties: { a: true }, items: false },
    { items: { not: {} }, properties: { a: {} } },
  ],
  [{ type: ["string"] }, { type: "string" }],
  [{ type: "string", enum: [] }, { not: {} }],
  [{ enum: ["a", "a", 1, "1", null] }, { enum: ["a", 1, "1", null] }],
  [
    { type: "integer", enum: ["1", 1, "2"], default: "1" },
    { type: "integer", default: 1, enum: [1, 2] },
  ],
  [{ type: "integer", default: "one" }, { type: "integer" }],
  [
    { type: "boolean", default: false },
    { type: "boolean", default: false },
  ],
  [{ example: 1 }, { examples: [1] }],
  [{ example: 1, examples: [2, 3] }, { examples: [2, 3] }],
  [{ allOf: [], anyOf: [] }, {}],
  [{ required: ["a", "b", "a"] }, { required: ["a", "b"] }],
  [
    { type: "string", format: "byte" },
    { type: "string", format: "byte", contentEncoding: "base64" },
  ],
  [{ pattern: "(?i)a" }, {}],
  [{ pattern: "^[\\w-.]+\\_$" }, { pattern: "^[\\w-.]+\\_$" }],
  [{ patternProperties: { "[": {}, "^a": true } }, { patternProperties: { "^a": {} } }],
  [
    { "x-go-type": "T", "x-svc-unknown": ["what"], xml: {}, $comment: "c", $schema: "s" },
    { "x-svc-unknown": ["what"] },
  ],
  [
    {
      discriminator: {
        propertyName: "k",
        mapping: { a: "R", b: "#/components/schemas/R", c: "other.yaml", d: "Missing" },
      },
    },
    { discriminator: { propertyName: "k", mapping: { a: R.$ref, b: R.$ref } } },
  ],
])("one form for each meaning: %j", (schema, expected) => {
  expect(normalize(schema)).toEqual(expected);
});

test("keywords come in one order, whatever the document's", () => {
  const text = JSON.stringify(normalize({ description: "d", minLength: 1, type: "string" }));
  expect(JSON.stringify(normalize({ type: "string", minLength: 1, description: "d" }))).toBe(text);
});

test("beside a $ref, 3.1 keeps what stands there", () => {
  expect(normalize({ ...R, description: "d", minLength: 1 })).toEqual({ ...R, description: "d", minLength: 1 });
  expect(normalize({ ...R, description: "d" }, "3.0.3")).toEqual(R);
});

test("references to small schemas elsewhere are written out", () => {
  const { schemas } = normalizer({
    schemas: { A: { properties: { b: { type: "string" } } }, B: { $ref: "#/components/schemas/A/properties/b" } },
  });
  expect(schemas["B"]).toEqual({ type: "string" });
});

test("what stands beside a reference that is written out applies with it", () => {
  const b = { type: "string" };
  const { schemas } = normalizer({
    schemas: {
      A: { properties: { b } },
      B: { $ref: "#/components/schemas/A/properties/b", allOf: [{ minLength: 1 }] },
    },
  });
  expect(schemas["B"]).toEqual({ allOf: [{ type: "string" }, { minLength: 1 }] });
});

test("references to large or recursive schemas elsewhere lead to schemas that are named after their place", () => {
  const b = { properties: { next: { $ref: "#/components/schemas/A/properties/b" } } };
  const { schemas, pointers } = normalizer({ schemas: { A: { properties: { b } }, B: { items: b.properties.next } } });
  const hoisted = { $ref: "#/components/schemas/A_b" };
  expect(schemas["B"]).toEqual({ items: hoisted });
  expect(schemas["A_b"]).toEqual({ properties: { next: hoisted } });
  expect(pointers["A_b"]).toBe("/components/schemas/A/properties/b");
});

test("a hoisted schema takes no name that the document has", () => {
  const b = { properties: { next: { $ref: "#/components/schemas/A/properties/b" } } };
  const { schemas } = normalizer({ schemas: { A: { properties: { b } }, A_b: { type: "null" } } });
  expect(schemas["A_b"]).toEqual({ type: "null" });
  expect(Object.keys(schemas)).toEqual(["A", "A_b", "A_b_2"]);
});

test("references that double at every step stay small", () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const previous = { $ref: `#/components/schemas/A/$defs/d${index - 1}` };
      return [`d${index}`, index === 0 ? { type: "string" } : { anyOf: [previous, previous] }];
    }),
  );
  expect(
    JSON.stringify(normalizer({ schemas: { A: { $defs, $ref: "#/components/schemas/A/$defs/d39" } } }).schemas).length,
  ).toBeLessThan(5000);
});

test("$id, $anchor, $defs and a lone $dynamicRef are resolved as 2020-12 says, and nothing is fetched", () => {
  const { schemas } = normalizer({
    schemas: {
      Tree: {
        $id: "http://127.0.0.1:47999/tree",
        $dynamicAnchor: "node",
        properties: {
          kids: { items: { $dynamicRef: "#node" } },
          leaf: { $ref: "#/$defs/Leaf" },
          same: { $ref: "#leaf" },
        },
        $defs: { Leaf: { $anchor: "leaf", type: "string" } },
      },
      Named: { $ref: "http://127.0.0.1:47999/tree" },
    },
  });
  const tree = { $ref: "#/components/schemas/Tree" };
  expect(schemas).toEqual({
    Tree: { properties: { kids: { items: tree }, leaf: { type: "string" }, same: { type: "string" } } },
    Named: tree,
  });
});

test("names that need encoding survive", () => {
  const name = "a/b~c d%é";
  const $ref = `#/components/schemas/${encodeURIComponent("a~1b~0c d%é")}`;
  expect(normalizer({ schemas: { [name]: {}, B: { $ref } } }).schemas["B"]).toEqual({ $ref });
});

test("__proto__ is a name like any other", () => {
  const text =
    '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"components":{"schemas":{"__proto__":{"properties":{"__proto__":{"default":{"__proto__":1}}}},"B":{"$ref":"#/components/schemas/__proto__"}}}}';
  const { document } = parseDocument(text, "a.json");
  expect(JSON.stringify(createNormalizer(document).schemas)).toBe(
    '{"__proto__":{"properties":{"__proto__":{"default":{"__proto__":1}}}},"B":{"$ref":"#/components/schemas/__proto__"}}',
  );
});

test("resolve follows references to the end; 3.1 lets a description stand beside one", () => {
  const parameters = {
    A: { $ref: "#/components/parameters/B", description: "mine" },
    B: { $ref: "#/components/parameters/C%31" },
    C1: { name: "c", in: "query", description: "theirs", schema: {} },
  };
  for (const [openapi, description] of [
    ["3.1.0", "mine"],
    ["3.0.3", "theirs"],
  ] as const) {
    expect(normalizer({ parameters }, openapi).resolve(parameters.A, "/components/parameters/A")).toEqual({
      value: { ...parameters.C1, description },
      pointer: "/components/parameters/C1",
    });
  }
  expect(normalizer({}).resolve(parameters.C1, "/p")).toEqual({ value: parameters.C1, pointer: "/p" });
  expect(normalizer({}).resolve(null, "/p")).toEqual({ value: {}, pointer: "/p" });
});

test("a path item's own fields stand beside its reference", () => {
  const pathItems = { A: { $ref: "#/components/pathItems/B", put: {} }, B: { get: {}, put: { deprecated: true } } };
  expect(normalizer({ pathItems }).resolve(pathItems.A, "/a").value).toEqual({ get: {}, put: {} });
});

test("the document is not changed", () => {
  const schema = { type: "string", nullable: true, required: ["a"], properties: { a: { enum: [1] } } };
  const before = structuredClone(schema);
  normalize(schema, "3.0.3");
  expect(schema).toEqual(before);
});
