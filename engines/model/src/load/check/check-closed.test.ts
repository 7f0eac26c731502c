import { expect, test } from "vitest";
import { createModel } from "../../create-model.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const closed = (name: string, more: object = {}): object => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  additionalProperties: false,
  ...more,
});
const open = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });

function read(schemas: { readonly [name: string]: object }) {
  const repaired: string[] = [];
  const document = { openapi: "3.0.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
  const model = createModel(document, { onRepair: ({ pointer }) => repaired.push(pointer) });
  return { schema: (name: string) => model.schemas[name]?.schema, repaired };
}

test.each([
  ["optional", {}],
  ["required", { required: ["a"] }],
])("parts of an allOf that are all closed are closed as a whole, where their properties are %s", (_, more) => {
  const { schema, repaired } = read({ Elder: closed("a", more), Kid: { allOf: [ref("Elder"), closed("b")] } });
  expect(schema("Kid")).toEqual({ allOf: [ref("Elder"), open("b")], unevaluatedProperties: { not: {} } });
  expect(schema("Elder")).toEqual({ ...open("a"), ...more });
  expect(repaired.sort()).toEqual([
    "/components/schemas/Elder/additionalProperties",
    "/components/schemas/Kid/allOf/1/additionalProperties",
    "/components/schemas/Kid/unevaluatedProperties",
  ]);
});

test("a part that is closed beside an open one lets its properties pass", () => {
  const { schema } = read({ Elder: closed("a"), Kid: { allOf: [ref("Elder"), open("b")] } });
  expect(schema("Kid")).toEqual({ allOf: [ref("Elder"), open("b")] });
  expect(schema("Elder")).toEqual(open("a"));
});

test("closed parts that allow the same, and wrappers of one, stay as they are", () => {
  const { schema, repaired } = read({
    Elder: closed("a"),
    Kid: { allOf: [ref("Elder"), closed("a")] },
    Only: { allOf: [ref("Elder")] },
  });
  expect([schema("Elder"), schema("Kid")]).toMatchObject([
    { additionalProperties: { not: {} } },
    { allOf: [ref("Elder"), closed("a", { additionalProperties: { not: {} } })] },
  ]);
  expect(repaired).toEqual([]);
});
