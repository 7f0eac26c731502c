import type { Schema, Schemas } from "@svc/model";
import { runs, seedOr } from "@svc/model/test-support/proofs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createJudge } from "../../test/support/ajv.ts";
import { createNodeArbitraries } from "../arbitrary/index.ts";
import { compilerOf } from "./compiler.ts";
import { implies } from "./implies.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text: Schema = { type: "string" };
const object = (properties: { readonly [name: string]: Schema }, rest: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...rest,
});

const schemas: Schemas = {
  Tree: { schema: object({ left: ref("Tree"), name: text }) },
  Copy: { schema: { allOf: [object({ left: ref("Copy") }), { properties: { name: text } }] } },
  Leaf: { schema: { allOf: [ref("Tree"), { required: ["name"] }] } },
};

test.each<[string, Schema, Schema, boolean]>([
  ["itself under another title", { ...text, title: "A" }, { ...text, title: "B" }, true],
  ["what it refers to", ref("Leaf"), ref("Tree"), true],
  ["what refers to it", ref("Tree"), ref("Leaf"), false],
  ["a copy that contains itself", ref("Tree"), ref("Copy"), true],
  ["a copy that contains itself, the other way", ref("Copy"), ref("Tree"), true],
  ["numbers of whole ones", { type: "integer" }, { type: "number" }, true],
  ["whole numbers", { type: "number" }, { type: "integer" }, false],
  ["fewer required names", object({}, { required: ["a", "b"] }), object({}, { required: ["b"] }), true],
  ["a property that may be anything", object({}), object({ a: {} }), true],
  ["a property that is described", object({}), object({ a: text }), false],
  ["a property by a pattern", { patternProperties: { "^a": text } }, { properties: { ab: text } }, true],
  ["a property among the others", { additionalProperties: text }, { properties: { ab: text } }, true],
  ["names that are closed", object({ a: text }, { additionalProperties: { not: {} } }), object({ a: text }), true],
  [
    "fewer names that are closed",
    object({ a: text, b: text }, { additionalProperties: { not: {} } }),
    object({ a: text }, { additionalProperties: { not: {} } }),
    false,
  ],
  ["items", { items: { ...text, minLength: 2 } }, { items: text }, true],
  ["items after places", { prefixItems: [text], items: text }, { items: text }, false],
  [
    "names that nothing has looked at",
    { allOf: [{ unevaluatedProperties: text }] },
    { unevaluatedProperties: text },
    false,
  ],
])("whether what fits a schema fits %s", (_, one, other, expected) => {
  expect(implies(one, other, compilerOf(schemas))).toBe(expected);
});

const leaf = fc.constantFrom<Schema>({}, text, { type: "integer" }, { type: "number", minimum: 1 }, { enum: ["a", 1] });
const names = fc.uniqueArray(fc.constantFrom("a", "b", "ab"), { maxLength: 2 });
const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
  const property = fc.dictionary(fc.constantFrom("a", "b", "ab"), tie("schema"), { maxKeys: 2 });
  const others = fc.constantFrom<Schema>({ not: {} }, text);
  return {
    schema: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.record({ type: fc.constant("object" as const), properties: property, required: names }),
      fc.record({ properties: property, additionalProperties: others, patternProperties: fc.constant({ "^a": text }) }),
      fc.record({ type: fc.constant("array" as const), items: tie("schema") }),
      fc.record({ allOf: fc.tuple(tie("schema"), tie("schema")) }),
      fc.record({ anyOf: fc.tuple(tie("schema"), tie("schema")) }),
    ),
  };
});

test("what is said to follow holds for the values that are made", async () => {
  const pairs = fc.tuple(schema, schema).chain(([a, b]) => {
    const parts: readonly Schema[] = [b, { allOf: [b, a] }, { ...b, ...a }];
    return fc.tuple(fc.constantFrom(a, ...parts), fc.constantFrom(b, ...parts));
  });
  const judge = createJudge({});
  let count = 0;
  await fc.assert(
    fc.property(pairs, ([one, other]) => {
      const compiler = compilerOf({ One: { schema: one } });
      if (!implies(one, other, compiler)) return;
      count++;
      const node = compiler.compile(one);
      const values =
        node.shapes.length === 0 ? [] : fc.sample(createNodeArbitraries({}, fc)(node), { numRuns: 5, seed: 1 });
      for (const value of values.filter((made) => judge(one, made) === undefined))
        expect(judge(other, value)).toBeUndefined();
    }),
    { seed: seedOr(1), numRuns: runs(150, 3_000) },
  );
  expect(count).toBeGreaterThan(40);
});
