import { describe, expect, test } from "vitest";
import { type Edited, petDocument } from "./support/pet-document.ts";
import { diff } from "./support/policy-case.ts";

/** One schema with the marked property, in requests and in responses or in one of them. */
function documentOf(property: object, { required = false, name = "Pet" } = {}): Edited {
  const document = petDocument();
  const schema = document.components.schemas[name];
  schema.properties.mark = property;
  if (required) schema.required.push("mark");
  return document;
}

const EDITS = {
  required: [{ type: "string" }, { required: true }],
  pattern: [{ type: "string", pattern: "^x" }, {}],
  type: [{ type: "integer" }, {}],
  null: [{ type: ["string", "null"] }, {}],
  enum: [{ enum: ["a"] }, {}],
  format: [{ type: "string", format: "date" }, {}],
} as const;

/** `NewPet` is sent, `Pet` comes. */
describe.each([
  ["readOnly", "NewPet"],
  ["writeOnly", "Pet"],
] as const)("%s property of %s", (mark, name) => {
  test.each(Object.entries(EDITS))("no rule tells that its %s changes: it does not travel", (_, [edited, more]) => {
    const old = documentOf({ type: "string", [mark]: true }, { name });
    const now = documentOf({ ...edited, [mark]: true }, { name, ...more });
    expect(diff(old, now)).toMatchObject({ level: "none", changes: [] });
    expect(diff(now, old)).toMatchObject({ level: "none", changes: [] });
  });

  test("a marked property in a part of an allOf does not travel either", () => {
    const part = (property: object): Edited => {
      const document = petDocument();
      const { [name]: schema } = document.components.schemas;
      document.components.schemas[name] = { allOf: [schema, { type: "object", properties: { mark: property } }] };
      return document;
    };
    const [old, now] = [part({ type: "string", [mark]: true }), part({ type: "integer", [mark]: true })];
    expect(diff(old, now).level).toBe("none");
  });
});

test("the other direction has the change, with its own level", () => {
  const both = (property: object, required = false): Edited => {
    const document = documentOf(property, { required });
    document.paths["/pets"].post.requestBody.content["application/json"].schema = { $ref: "#/components/schemas/Pet" };
    return document;
  };
  const old = both({ type: "string", readOnly: true });
  const levels = (now: Edited) => diff(old, now).changes.map(({ rule, direction, level }) => [rule, direction, level]);
  expect(levels(both({ type: "string", readOnly: true }, true))).toEqual([
    ["property-became-required", "response", "minor"],
  ]);
  expect(levels(both({ type: "string", pattern: "^x", readOnly: true }))).toEqual([
    ["pattern-tightened", "response", "patch"],
  ]);
});

test("a required property that is sent from now on must be added to requests", () => {
  const old = documentOf({ type: "string", readOnly: true }, { name: "NewPet", required: true });
  const now = documentOf({ type: "string" }, { name: "NewPet", required: true });
  expect(diff(old, now).changes.map(({ rule, level }) => [rule, level])).toEqual([
    ["property-required-added", "major"],
  ]);
});
