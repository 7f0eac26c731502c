import { expect, test } from "vitest";
import { modelOf, ref } from "../../test/support/small-document.ts";
import type { Schema } from "../schema.ts";

function read(schemas: { readonly [name: string]: object }): { readonly [name: string]: Schema | undefined } {
  const model = modelOf({ openapi: "3.0.3", schemas });
  return Object.fromEntries(Object.entries(model.schemas).map(([name, { schema }]) => [name, schema]));
}

const machine = (more: object = {}): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string" }, id: { type: "integer" } },
  discriminator: { propertyName: "kind", mapping: { tower: ref("Tower").$ref } },
  ...more,
});
const own = (name: string): object => ({ type: "object", properties: { [name]: { type: "number" } } });
const tagged = (...tags: string[]): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", enum: tags }, id: { type: "integer" } },
});

test("a base is one of its subtypes, each of which has its own tag, by mapping or name, on every level", () => {
  const schemas = read({
    Machine: machine(),
    Crane: { allOf: [ref("Machine"), own("reach")] },
    Tower: { description: "A crane.", allOf: [ref("Crane"), own("height")] },
    User: { type: "object", properties: { drives: ref("Machine") } },
  });
  expect(schemas["Machine"]).toMatchObject({
    oneOf: [ref("Crane"), ref("Tower")],
    discriminator: { propertyName: "kind", mapping: { Crane: ref("Crane").$ref, tower: ref("Tower").$ref } },
  });
  expect(schemas["Crane"]).toEqual({ allOf: [tagged("Crane"), own("reach")] });
  expect(schemas["Tower"]).toEqual({ description: "A crane.", allOf: [tagged("tower"), own("reach"), own("height")] });
  expect(schemas["User"]).toEqual({ type: "object", properties: { drives: ref("Machine") } });
});

test("the tag is what a subtype says of it itself, also where what builds on it says another", () => {
  const says = (tag: string): object => ({ type: "object", properties: { kind: { type: "string", enum: [tag] } } });
  const schemas = read({
    Machine: machine(),
    Crane: { allOf: [ref("Machine"), says("crane")] },
    Small: { allOf: [ref("Crane"), says("small")] },
  });
  expect(schemas["Machine"]?.discriminator?.mapping).toEqual({ crane: ref("Crane").$ref, small: ref("Small").$ref });
  expect(schemas["Small"]).toEqual({ allOf: [tagged("small"), says("small"), says("small")] });
});

test("tags that the base lists and no subtype has are those of the base itself, in any spelling of a name", () => {
  const kinds = { type: "string", enum: ["big_crane", "none", "tower"] };
  const schemas = read({
    Machine: { ...machine(), properties: { kind: kinds } },
    BigCrane: { allOf: [ref("Machine"), own("reach")] },
    Tower: { allOf: [ref("Machine"), own("height")] },
  });
  const self = { type: "object", properties: { kind: { type: "string", enum: ["none"] } } };
  expect(schemas["Machine"]?.oneOf).toEqual([ref("BigCrane"), ref("Tower"), self]);
  expect(schemas["BigCrane"]?.allOf?.[0]?.properties?.["kind"]).toEqual({ type: "string", enum: ["big_crane"] });
  const other = { Machine: { ...machine(), properties: { kind: { type: "string", enum: ["a"] } } } };
  const crane = { Crane: { allOf: [ref("Machine"), own("reach")] }, Tower: own("height") };
  expect(read({ ...other, ...crane })["Machine"]).toEqual(other.Machine);
});

test.each([
  ["of which nothing is a subtype", { Machine: machine(), Other: own("a") }],
  ["with alternatives", { Machine: machine({ oneOf: [own("a")] }), Crane: { allOf: [ref("Machine"), own("b")] } }],
  ["of another name alone", { Machine: machine(), Alias: { allOf: [ref("Machine")], description: "The same." } }],
])("a base %s stays as it is", (_, schemas) => {
  expect(read({ ...schemas, Tower: own("height") })["Machine"]).toEqual({ ...schemas.Machine });
});

test("a hierarchy whose subtypes build on more than can be written out stays as it is", () => {
  const links = Array.from({ length: 12 }, (_, index) => [
    `L${index}`,
    { allOf: [ref(`L${index + 1}`), ref(`L${index + 1}`)] },
  ]);
  const schemas = read({ ...Object.fromEntries(links), L12: machine(), Tower: own("height") });
  expect(schemas["L0"]).toEqual({ allOf: [ref("L1"), ref("L1")] });
});
