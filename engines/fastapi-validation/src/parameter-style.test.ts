import type { Parameter, ParameterStyle, Schema } from "@svc/model";
import { expect, test } from "vitest";
import { OTHER } from "../test/support/services.ts";
import { type ParameterShape, shapeOf } from "./form/brackets.ts";
import { queryReader, readStyled } from "./parameter-style.ts";
import { parseQuery } from "./request-values.ts";

/** A parameter of the style; with a star, exploded. */
function parameter(style: string): Parameter {
  const explode = style.endsWith("*");
  return { name: "color", style: (explode ? style.slice(0, -1) : style) as ParameterStyle, explode } as Parameter;
}

const LIST = ["blue", "black", "brown"];
const OBJECT = { R: "100", G: "200", B: "150" };

// The table of styles of OpenAPI 3.1, section 4.8.12.4.
test.each<[string, ParameterShape, string, unknown]>([
  ["matrix", "scalar", ";color=blue", "blue"],
  ["matrix", "scalar", ";color", ""],
  ["matrix", "array", ";color=blue,black,brown", LIST],
  ["matrix", "object", ";color=R,100,G,200,B,150", OBJECT],
  ["matrix*", "array", ";color=blue;color=black;color=brown", LIST],
  ["matrix*", "object", ";R=100;G=200;B=150", OBJECT],
  ["label", "scalar", ".blue", "blue"],
  ["label", "array", ".blue,black,brown", LIST],
  ["label", "object", ".R,100,G,200,B,150", OBJECT],
  ["label*", "array", ".blue.black.brown", LIST],
  ["label*", "object", ".R=100.G=200.B=150", OBJECT],
  ["simple", "scalar", "blue", "blue"],
  ["simple", "array", "blue,black,brown", LIST],
  ["simple", "object", "R,100,G,200,B,150", OBJECT],
  ["simple*", "array", "blue,black,brown", LIST],
  ["simple*", "object", "R=100,G=200,B=150", OBJECT],
  ["form", "array", "blue,black,brown", LIST],
  ["form", "object", "R,100,G,200,B,150", OBJECT],
  ["spaceDelimited", "array", "blue black brown", LIST],
  ["pipeDelimited", "array", "blue|black|brown", LIST],
  ["pipeDelimited", "object", "R|100|G|200|B|150", OBJECT],
])("style %s: the %s %j", (style, shape, text, value) => {
  expect(readStyled(text, shape, parameter(style))).toEqual(value);
});

test.each<[string, ParameterShape, string, unknown]>([
  ["label", "scalar", "blue", "blue"],
  ["matrix", "scalar", "color=blue", "color=blue"],
  ["matrix", "scalar", ";other=blue", ";other=blue"],
  ["simple", "scalar", ".;color=", ".;color="],
  ["simple", "array", "", []],
  ["simple", "object", "", {}],
  ["simple", "object", "R,100,G", { R: "100", G: "" }],
  ["simple*", "object", "R,G=2=3", { R: "", G: "2=3" }],
])("style %s: the %s %j is read as far as it goes", (style, shape, text, value) => {
  expect(readStyled(text, shape, parameter(style))).toEqual(value);
});

test("members of an exploded object are lists by repetition, and objects as JSON", () => {
  const items: Schema = { type: "array", items: { type: "object" } };
  const texts: Schema = { type: "array", items: { type: "string" } };
  const schema: Schema = { type: "object", properties: { name: {}, items, texts, inner: { type: "object" } } };
  const read = queryReader({ ...parameter("form*"), schema }, "object", { ...OTHER, names: new Set() });
  const query = parseQuery("name=1&texts=a&texts=b&items=%7B%22a%22%3A1%7D&items=x&inner=%7B%22b%22%3A%5B2%5D%7D");
  expect(read(query)).toEqual({ name: "1", texts: ["a", "b"], items: [{ a: 1 }, "x"], inner: { b: [2] } });
  expect(read(parseQuery("other=1"))).toBeUndefined();
});

test("members of an exploded object are those of its alternatives, too", () => {
  const one = (name: string): Schema => ({
    properties: { [name]: {} },
    required: [name],
    additionalProperties: { not: {} },
  });
  const schema: Schema = { type: "object", properties: { page: {} }, oneOf: [one("user_id"), one("email")] };
  const read = queryReader({ ...parameter("form*"), schema }, "object", { ...OTHER, names: new Set() });
  expect(read(parseQuery("email=a&page=1&other=2"))).toEqual({ email: "a", page: "1" });
  expect(read(parseQuery("user_id=7"))).toEqual({ user_id: "7" });
});

test("a name that objects have of themselves is a name like any other", () => {
  const read = readStyled("__proto__=1", "object", parameter("simple*")) as object;
  expect(Object.entries(read)).toEqual([["__proto__", "1"]]);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

test.each<[ParameterShape, Schema]>([
  ["array", { type: "array" }],
  ["array", { type: ["array", "null"] }],
  ["array", { items: { type: "string" } }],
  ["array", { prefixItems: [] }],
  ["object", { type: "object" }],
  ["object", { properties: {} }],
  ["array", { anyOf: [{ type: "null" }, { type: "array" }] }],
  ["object", { oneOf: [{ type: "string" }, { properties: {} }] }],
  ["array", { allOf: [{ type: "array" }] }],
  ["scalar", { type: "string" }],
  ["scalar", { anyOf: [{ type: "string" }, { type: "null" }] }],
  ["scalar", {}],
])("%s is the shape of %j", (shape, schema) => {
  expect(shapeOf(schema, {})).toBe(shape);
});

test("an exploded map has the members that are no parameters", () => {
  const schema: Schema = { type: "object", additionalProperties: { type: "string" } };
  const read = queryReader({ ...parameter("form*"), schema }, "object", {
    ...OTHER,
    names: new Set(["color", "page"]),
  });
  expect(read(parseQuery("page=1&a=2&b=3"))).toEqual({ a: "2", b: "3" });
  expect(read(parseQuery("page=1"))).toBeUndefined();
});

test("properties and items beside another type say nothing", () => {
  expect(shapeOf({ type: "string", properties: {} }, {})).toBe("scalar");
  expect(shapeOf({ type: "string", items: {} }, {})).toBe("scalar");
});
