import { describe, expect, test } from "vitest";
import { documentOf, ref } from "../../test/support/small-document.ts";
import { createModel } from "../create-model.ts";
import { DocumentError } from "../load/finding.ts";
import type { Schema } from "../schema.ts";

const variant = (kind: object) => ({ type: "object", required: ["kind"], properties: { kind } });

/** The schema `It` of a model, read with the switch on unless the document says otherwise. */
function read(it: object, more: object = {}, root: object = { "x-svc-open-enums": true }): Schema | undefined {
  const document = documentOf({ schemas: { It: it, ...more }, ...root });
  return createModel(document).schemas["It"]?.schema;
}

describe("an enum", () => {
  test.each([
    ["of texts", { type: "string", enum: ["a", "b"] }, { type: "string", "x-svc-known": ["a", "b"] }],
    ["without a type", { enum: ["a", "b"] }, { type: "string", "x-svc-known": ["a", "b"] }],
    ["of numbers", { enum: [1, 2] }, { type: "integer", "x-svc-known": [1, 2] }],
    ["with null", { enum: ["a", "b", null] }, { type: ["string", "null"], "x-svc-known": ["a", "b"] }],
    [
      "of constants with descriptions",
      { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
      { type: "string", "x-svc-known": ["a", "b"] },
    ],
  ])("%s is opened: its values are known ones", (_, closed, open) => {
    expect(read(closed)).toEqual(open);
  });

  test.each([
    ["one value", { type: "string", enum: ["a"] }],
    ["one value by a constant beside it", { type: "string", enum: ["a", "b"], const: "a" }],
    ["booleans", { enum: [true, false] }],
    ["texts and numbers", { enum: ["a", 1] }],
    ["objects", { enum: [{ a: 1 }, { a: 2 }] }],
  ])("of %s stays closed", (_, closed) => {
    expect(read(closed)).toEqual(closed);
  });

  test("that values must not match, or that names must, stays closed", () => {
    const names = { type: "string", enum: ["a", "b"] };
    const schema = { type: "object", propertyNames: names, not: { properties: { a: names } } };
    expect(read(schema)).toEqual(schema);
  });
});

describe("a union", () => {
  const Cat = variant({ const: "cat" });
  const Dog = variant({ type: "string", enum: ["dog", "hound"] });
  const other = {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { type: "string", not: { enum: ["cat", "dog", "hound"] }, "x-svc-other": ["cat", "dog", "hound"] },
    },
    "x-svc-other": ["cat", "dog", "hound"],
  };

  test("of objects with distinct tags gets a variant for every other tag, and the tags stay closed", () => {
    const it = read({ oneOf: [ref("Cat"), ref("Dog")] }, { Cat, Dog });
    expect(it).toEqual({ anyOf: [ref("Cat"), ref("Dog"), other] });
    const document = documentOf({ "x-svc-open-enums": true });
    const schemas = { It: { oneOf: [ref("Cat"), ref("Dog")] }, Cat, Dog };
    expect(createModel({ ...document, components: { schemas } }).schemas["Dog"]?.schema).toEqual(Dog);
  });

  test("with a discriminator is told apart by its mapping, or by the names of the variants", () => {
    const plain = variant({ type: "string" });
    const schema = {
      oneOf: [ref("A"), ref("B")],
      discriminator: { propertyName: "kind", mapping: { a: ref("A").$ref } },
    };
    const it = read(schema, { A: plain, B: plain });
    expect(it?.anyOf?.[2]?.["x-svc-other"]).toEqual(["a", "B"]);
  });

  test("that nothing tells apart stays as it is, but for being exclusive", () => {
    const plain = variant({ type: "string" });
    expect(read({ oneOf: [ref("A"), ref("B")] }, { A: plain, B: plain })).toEqual({ anyOf: [ref("A"), ref("B")] });
  });
});

describe("the switch", () => {
  const closed = { type: "string", enum: ["a", "b"] };
  const open = { type: "string", "x-svc-known": ["a", "b"] };

  test("is off unless the document sets it", () => {
    expect(read(closed, {}, {})).toEqual(closed);
    expect(read({ oneOf: [closed, { type: "null" }] }, {}, {})).toEqual({ oneOf: [closed, { type: "null" }] });
  });

  test("of a schema overrides that of the document", () => {
    expect(read({ ...closed, "x-svc-open": true }, {}, {})).toMatchObject(open);
    expect(read({ ...closed, "x-svc-open": false })).toMatchObject(closed);
  });

  test("that is no boolean is refused", () => {
    expect(() => read(closed, {}, { "x-svc-open-enums": "yes" })).toThrow(DocumentError);
    expect(() => read({ ...closed, "x-svc-open": 1 })).toThrow("/components/schemas/It/x-svc-open");
  });

  test("what only the model writes is not read from documents", () => {
    expect(read({ type: "string", "x-svc-known": 1, "x-svc-other": {} }, {}, {})).toEqual({ type: "string" });
  });
});
