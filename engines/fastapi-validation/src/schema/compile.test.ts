import type { Schema } from "@svc/model";
import { ref } from "@svc/model/test-support/small-document";
import { describe, expect, test } from "vitest";
import { createCompiler } from "./compile.ts";
import { createState, INVALID } from "./validator.ts";

/** The value, or `type loc` of each error. */
function judge(schema: Schema, input: unknown, named: { readonly [name: string]: Schema } = {}): unknown {
  const schemas = Object.fromEntries(Object.entries(named).map(([name, one]) => [name, { schema: one }]));
  const state = createState();
  const value = createCompiler(schemas, { keepText: true })(schema).validate(input, state);
  if (value !== INVALID) return value;
  return state.issues.map(({ type, loc }) => [type, ...loc].join(" "));
}

describe("allOf", () => {
  const base: Schema = { type: "object", required: ["a"], properties: { a: { type: "integer", minimum: 1 } } };

  test("merges properties and what is required, and the narrower limit wins", () => {
    const more: Schema = { required: ["b"], properties: { a: { minimum: 5 }, b: { type: "string" } } };
    const both: Schema = { allOf: [ref("Base"), more] };
    expect(judge(both, { a: "7", b: "x" }, { Base: base })).toEqual({ a: 7, b: "x" });
    expect(judge(both, { a: 3 }, { Base: base })).toEqual(["greater_than_equal a", "missing b"]);
  });

  test("that leads back to itself ends", () => {
    expect(judge(ref("Loop"), { a: 1 }, { Loop: { allOf: [ref("Loop"), base] } })).toEqual({ a: 1 });
    expect(judge(ref("A"), 5, { A: ref("B"), B: ref("A") })).toBe(5);
  });

  test("narrows enumerations and types", () => {
    expect(judge({ allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, "a")).toEqual(["literal_error"]);
    expect(judge({ allOf: [{ type: ["integer", "string"] }, { type: "string" }] }, 5)).toEqual(["string_type"]);
  });
});

describe("several types", () => {
  test("a list of types is a union, null among them makes it nullable", () => {
    const schema: Schema = { type: ["integer", "string", "null"] };
    expect([judge(schema, null), judge(schema, 5), judge(schema, "5")]).toEqual([null, 5, "5"]);
    expect(judge(schema, [])).toEqual(["int_type int", "string_type str"]);
  });

  test("without a type anything is taken, but for what the keywords say", () => {
    expect(judge({}, { a: [1] })).toEqual({ a: [1] });
    expect(judge({ properties: { a: { type: "integer" } } }, { a: "x" })).toEqual(["int_parsing a"]);
    expect(judge({ items: { type: "integer" } }, ["x"])).toEqual(["int_parsing 0"]);
    expect(judge({ minimum: 5 }, 1)).toBe(1);
  });

  test("properties and alternatives must both hold", () => {
    const schema: Schema = {
      properties: { kind: { type: "string" } },
      oneOf: [
        { type: "object", required: ["a"], properties: { a: { type: "integer" } } },
        { type: "object", required: ["b"], properties: { b: { type: "integer" } } },
      ],
    };
    expect(judge(schema, { kind: "k", b: "2" })).toEqual({ kind: "k", b: 2 });
    expect(judge(schema, { kind: 1, b: 2 })).toEqual(["string_type kind"]);
    expect(judge(schema, { kind: "k" })).toEqual(["missing model a", "missing model b"]);
  });

  test("of models the one with most fields found wins", () => {
    const union: Schema = { anyOf: [ref("One"), ref("Two")] };
    const named: { [name: string]: Schema } = {
      One: { type: "object", properties: { a: { type: "integer" } } },
      Two: { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } } },
    };
    expect(judge(union, { a: 1, b: 2 }, named)).toEqual({ a: 1, b: 2 });
  });
});

describe("a discriminator", () => {
  const named: { [name: string]: Schema } = {
    Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } },
    Dog: { type: "object", required: ["kind", "n"], properties: { kind: { type: "string" }, n: { type: "integer" } } },
  };
  const mapping = { cat: ref("Cat").$ref ?? "", dog: ref("Dog").$ref ?? "" };

  test("chooses by its mapping, and puts the tag into the place of an error", () => {
    const pet: Schema = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping } };
    expect(judge(pet, { kind: "cat" }, named)).toEqual({ kind: "cat" });
    expect(judge(pet, { kind: "dog", n: "x" }, named)).toEqual(["int_parsing dog n"]);
    expect(judge(pet, { kind: "cow" }, named)).toEqual(["union_tag_invalid"]);
    expect(judge(pet, {}, named)).toEqual(["union_tag_not_found"]);
  });

  test("without a mapping chooses by the values that a choice allows, else by its name", () => {
    const pet: Schema = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } };
    expect(judge(pet, { kind: "cat" }, named)).toEqual({ kind: "cat" });
    expect(judge(pet, { kind: "Dog", n: 1 }, named)).toEqual({ kind: "Dog", n: 1 });
  });

  test("without a mapping chooses by the values that all parts of a choice together allow", () => {
    const tag = (values: readonly string[]): Schema => ({
      type: "object",
      properties: { kind: { enum: [...values] } },
    });
    const variants: { [name: string]: Schema } = {
      Kind: { type: "string", enum: ["sms", "mail"] },
      Base: { type: "object", required: ["kind"], properties: { kind: ref("Kind") } },
      SmsNotice: { allOf: [ref("Base"), tag(["sms"])] },
      MailNotice: { allOf: [tag(["mail"]), ref("Base")] },
    };
    const notice: Schema = { oneOf: [ref("SmsNotice"), ref("MailNotice")], discriminator: { propertyName: "kind" } };
    expect(judge(notice, { kind: "sms" }, variants)).toEqual({ kind: "sms" });
    expect(judge(notice, { kind: "mail" }, variants)).toEqual({ kind: "mail" });
    expect(judge(notice, { kind: "SmsNotice" }, variants)).toEqual(["union_tag_invalid"]);
  });
});

describe("enumerations", () => {
  test("a named one of integers converts, a literal does not", () => {
    const schema: Schema = { type: "integer", enum: [1, 2] };
    expect(judge(ref("N"), "1", { N: schema })).toBe(1);
    expect(judge(schema, "1")).toEqual(["literal_error"]);
    expect(judge(ref("N"), 3, { N: schema })).toEqual(["enum"]);
  });

  test("null among the values makes it nullable", () => {
    expect(judge({ enum: ["a", null] }, null)).toBeNull();
    expect(judge({ const: null }, 5)).toEqual(["literal_error"]);
  });
});

describe("arrays", () => {
  test("unique items are a set, numbered items a tuple", () => {
    expect(judge({ type: "array", uniqueItems: true, items: { type: "integer" } }, [1, "1", 2])).toEqual([1, 2]);
    const pair: Schema = { type: "array", prefixItems: [{ type: "integer" }, {}], minItems: 2, maxItems: 2 };
    expect(judge(pair, ["x"])).toEqual(["int_parsing 0", "missing 1"]);
    expect(judge(pair, [1, 2, 3])).toEqual(["too_long"]);
  });

  test("too many items are told alone, too few only when the items are good", () => {
    const schema: Schema = { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 };
    expect(judge(schema, ["x", "y", "z"])).toEqual(["too_long"]);
    expect(judge(schema, ["x"])).toEqual(["int_parsing 0"]);
    expect(judge(schema, [1])).toEqual(["too_short"]);
  });
});

test("lengths count code points, and a pattern that JavaScript cannot read is not checked", () => {
  expect(judge({ type: "string", maxLength: 2 }, "😀😀")).toBe("😀😀");
  expect(judge({ type: "string", minLength: 3 }, "😀😀")).toEqual(["string_too_short"]);
  expect(judge({ type: "string", pattern: "(?P<x>a)" }, "b")).toBe("b");
});

test.each<[Schema, unknown, string]>([
  [{ type: "integer", exclusiveMaximum: 5 }, 5, "less_than"],
  [{ type: "integer", exclusiveMinimum: 5 }, 5, "greater_than"],
  [{ type: "integer", maximum: 5 }, 2n ** 70n, "less_than_equal"],
  [{ type: "integer", multipleOf: 2 }, 2n ** 70n + 1n, "multiple_of"],
  [{ type: "number", multipleOf: 0.1 }, 0.35, "multiple_of"],
])("%o refuses a value out of bounds", (schema, input, type) => {
  expect(judge(schema, input)).toEqual([type]);
});

test("a multiple of a float may be off by what floats are off by", () => {
  expect(judge({ type: "number", multipleOf: 0.1 }, 0.3)).toBe(0.3);
});

test("what only answers carry is not demanded, undeclared names that are required are", () => {
  const schema: Schema = {
    type: "object",
    required: ["id", "x"],
    properties: { id: { type: "integer", readOnly: true } },
  };
  expect(judge(schema, {})).toEqual(["missing x"]);
  expect(judge({ type: "object", required: ["x"] }, {})).toEqual(["missing x"]);
});
