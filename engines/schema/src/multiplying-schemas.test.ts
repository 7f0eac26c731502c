import {
  createModel,
  createWork,
  DOCUMENT_STEPS,
  SCHEMA_STEPS,
  type Schema,
  type Schemas,
  type Work,
} from "@svc/model";
import { type Grown, grown } from "@svc/model/test-support/grown-schemas";
import { runs, seedOr } from "@svc/model/test-support/proofs";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { TooLargeError } from "./builders/build-error.ts";
import { generate } from "./builders/generate.ts";
import type { Mode } from "./builders/run.ts";
import { compilerOf } from "./shape/compiler.ts";
import { heightOf } from "./shape/height.ts";
import { LENIENT } from "./validate/rules.ts";
import { createIsValid, createValidate } from "./validate/validator.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const named = (schemas: { readonly [name: string]: Schema }): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const MODES: readonly Mode[] = ["minimal", "default", "maximal"];

const pet = (own: Schema): Schema => ({
  type: "object",
  required: ["petType"],
  properties: { petType: { type: "string" }, own, friend: ref("Pet") },
});
const pets = (more: Schema): Schemas =>
  named({
    Pet: { oneOf: [ref("Cat"), ref("Dog")], ...more },
    Cat: pet({ type: "string" }),
    Dog: pet({ type: "integer" }),
  });
const kind = (index: number): Schema => ({
  type: "object",
  required: ["k", "a"],
  properties: { k: { const: `v${index}` }, a: { type: "integer" } },
});
const layers = (width: number, depth: number): Schemas =>
  named(
    Object.fromEntries(
      numbers(depth).flatMap((level) =>
        numbers(width).map((index) => [
          `L${level}_${index}`,
          level === 0 ? kind(index) : { oneOf: numbers(width).map((other) => ref(`L${level - 1}_${other}`)) },
        ]),
      ),
    ),
  );
const shape: Schema = { oneOf: [ref("Circle"), ref("Square")] };
const patterns = (all: readonly string[]): Schema => ({ type: "string", allOf: all.map((pattern) => ({ pattern })) });

/** Documents of 1 kB whose values or generators did not end. */
const CASES: readonly (readonly [name: string, schema: Schema, schemas: Schemas])[] = [
  ["pets that have pets", ref("Pet"), pets({})],
  ["pets that a discriminator tells apart", ref("Pet"), pets({ discriminator: { propertyName: "petType" } })],
  [
    "a union of subtypes in their base",
    shape,
    named({
      Shape: { type: "object", properties: { id: { type: "string" }, parent: shape } },
      Circle: { allOf: [ref("Shape"), { type: "object", properties: { p0: { type: "integer" } } }] },
      Square: { allOf: [ref("Shape"), { type: "object", properties: { p1: { type: "integer" } } }] },
    }),
  ],
  ["six words", patterns(["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]), {}],
  ["twenty patterns", patterns(numbers(20).map((index) => `^.*${index}.*$`)), {}],
  ["a pattern and a length of ten thousands", { type: "string", pattern: "^[a-z]+$", minLength: 20_000 }, {}],
  ["a list of many variants", { type: "array", minItems: 3, items: { oneOf: numbers(30).map(kind) } }, {}],
];

test.each(CASES)("a value of %s is found with the work that there is, and is valid", (_, schema, schemas) => {
  for (const mode of MODES) {
    const work = createWork();
    const value = generate(schema, { schemas, seed: 1, mode, work, exact: true });
    expect(createIsValid(schemas)(schema, value)).toBe(true);
    expect(work).toMatchObject({ ends: 0 });
  }
  expect(compilerOf(schemas).work).toMatchObject({ ends: 0 });
});

test("unions in layers, of which every alternative fits the same, are refused after each was tried once", () => {
  const schemas = layers(10, 3);
  const work = createWork();
  const value = generate(ref("L2_0"), { schemas, seed: 1, work, exact: true });
  expect(createIsValid(schemas, LENIENT)(ref("L2_0"), value)).toBe(true);
  expect(work).toMatchObject({ ends: 0 });
});

test("what is wrong with a long list of a wide union is told as far as there is work, and it is refused", () => {
  const schema: Schema = { type: "array", items: { oneOf: numbers(30).map(kind) } };
  const items = numbers(1000).map(() => ({ k: "v29", a: "x" }));
  const issues = createValidate({})(schema, items);
  expect(issues.length).toBeGreaterThan(20);
  expect(issues.length).toBeLessThan(1000);
  // A list of good items has the work that it takes.
  const good = numbers(1000).map((index) => ({ k: `v${index % 30}`, a: index }));
  expect(createIsValid({})(schema, good)).toBe(true);
  expect(createIsValid({})(schema, [...good, { k: "v29", a: "x" }])).toBe(false);
});

test("where the work ends a value is accepted, and the work says so", () => {
  const deep = layers(12, 4);
  const work = createWork(20);
  expect(createIsValid(deep)(ref("L3_0"), { k: "none" }, work)).toBe(true);
  expect(work.ends).toBeGreaterThan(0);
  expect(createIsValid(deep)(ref("L3_0"), { k: "none" })).toBe(false);
  const hostile = numbers(12).map((index) => `(.*[a-m].{${index}}){6}x`);
  const making = createWork();
  const options = { schemas: {}, seed: 1, work: making, exact: true };
  expect(generate(patterns([...hostile, "^[0-9]*$"]), options)).toBeUndefined();
  expect(making.ends).toBe(0);
  expect(generate(patterns([...hostile, "^[a-w]*$"]), options)).toEqual(expect.any(String));
  expect(making.ends).toBeGreaterThan(0);
});

test("the work for grown schemas grows with the document, whatever their alternatives multiply to", {
  timeout: 600_000,
}, () => {
  let ended = 0;
  fc.assert(
    fc.property(grown, ({ document, size }) => {
      const { schemas } = createModel(document);
      const schema = ref("S0_0");
      for (const mode of MODES) {
        const work = createWork();
        const value = made(schema, { schemas, mode, work });
        ended += work.ends > 0 ? 1 : 0;
        // What is begun is ended: a text, the parts of a value that nothing may be left out of.
        expect(work.taken).toBeLessThan(work.most + 30 * size + 20_000);
        for (const other of [value, {}, { p0: { p0: [1] } }, [[[]]], "x"]) createValidate(schemas)(schema, other);
      }
      const { taken, most } = compilerOf(schemas).work;
      expect(most).toBeLessThan(DOCUMENT_STEPS + SCHEMA_STEPS * (10 * size + 2_000));
      expect(taken).toBeLessThan(most + 30 * size);
    }),
    // Some of those of one seed take more work than there is, whatever a run draws beside them.
    {
      seed: seedOr(2),
      numRuns: runs(60, 1_000),
      examples: fc.sample(grown, { seed: 2, numRuns: 30 }).map((one) => [one]),
    },
  );
  expect(ended).toBeGreaterThan(0);
});

test("the steps for a document grow with its size: with its own, and with that of others beside it", {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(grown, ({ document, size }) => {
      const [one, two] = [stepsFor(document, 1), stepsFor(document, 2)];
      expect(one).toBeLessThan(1_000 * size);
      expect(two).toBeLessThanOrEqual(2 * one);
    }),
    { seed: seedOr(1), numRuns: runs(10, 500) },
  );
});

/** Steps for the shapes and heights of all schemas of a document that has the given ones several times, by different names. */
function stepsFor({ components, ...document }: Grown["document"], copies: number): number {
  const text = JSON.stringify(components.schemas);
  const schemas = numbers(copies).map((copy) =>
    JSON.parse(text.replaceAll(/(?<=\/schemas\/|")S(?=\d+_)/g, `C${copy}S`)),
  );
  const model = createModel({ ...document, paths: {}, components: { schemas: Object.assign({}, ...schemas) } });
  const compiler = compilerOf(model.schemas);
  for (const { schema } of Object.values(model.schemas)) {
    const { shapes, exclusive } = compiler.compile(schema);
    for (const made of [...shapes, ...exclusive]) heightOf(made, compiler);
  }
  return compiler.work.taken;
}

function made(schema: Schema, context: { schemas: Schemas; mode: Mode; work: Work }): unknown {
  try {
    return generate(schema, { ...context, seed: 1 });
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return undefined;
  }
}

test("each value of a list is an item of an array that needs them all, and is looked at once for the list", () => {
  const all = numbers(400);
  const schema: Schema = { type: "array", uniqueItems: true, minItems: 400, items: { type: "integer", enum: all } };
  const looks = vi.spyOn(Number, "isInteger");
  const value = generate(schema, { schemas: {}, seed: 1, exact: true });
  const count = looks.mock.calls.length;
  looks.mockRestore();
  expect((value as number[]).toSorted((a, b) => a - b)).toEqual(all);
  // Not for each item, as often as an item that is there already is made again.
  expect(count).toBeLessThan(100_000);
});

test("each name of a list is that of a property of an object that needs them all", () => {
  const names = numbers(400).map((index) => `n${index}`);
  const schema: Schema = { type: "object", minProperties: 400, propertyNames: { enum: names } };
  const value = generate(schema, { schemas: {}, seed: 1, exact: true });
  expect(Object.keys(value as object).toSorted()).toEqual(names.toSorted());
});
