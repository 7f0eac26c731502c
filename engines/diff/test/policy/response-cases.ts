import { copyOf, type Edited } from "../../test/support/pet-document.ts";
import type { PolicyCase } from "../../test/support/policy-case.ts";

const pet = (document: Edited): Edited => document.components.schemas.Pet;
const create = (document: Edited): Edited => document.paths["/pets"].post;
const get = (document: Edited): Edited => document.paths["/pets/{petId}"].get;
const json = (schema: Edited): Edited => ({ description: "It", content: { "application/json": { schema } } });

const OWNER = { $ref: "#/components/schemas/Owner" };

const BIRD = { type: "object", required: ["kind"], properties: { kind: { const: "bird" } } };

/** The rows of the policy that begin with `response:`. */
export const RESPONSE_CASES: readonly PolicyCase[] = [
  {
    row: "add optional property",
    edit: (d) => (pet(d).properties.age = { type: "integer" }),
    level: "minor",
    back: "major",
  },
  {
    row: "add required property",
    edit(d) {
      pet(d).properties.age = { type: "integer" };
      pet(d).required.push("age");
    },
    level: "minor",
    back: "major",
    labels: ["fixture"],
  },
  { row: "remove optional property", edit: (d) => delete pet(d).properties.nick, level: "major", back: "minor" },
  {
    row: "remove required property",
    edit(d) {
      delete pet(d).properties.name;
      pet(d).required = ["id", "status"];
    },
    level: "major",
    back: "minor",
    labels: ["compile", "fixture"],
  },
  {
    row: "required → optional",
    edit: (d) => pet(d).required.shift(),
    level: "major",
    back: "minor",
    labels: ["compile"],
  },
  {
    row: "optional → required",
    edit: (d) => pet(d).required.push("nick"),
    level: "minor",
    back: "major",
    labels: ["fixture"],
  },
  {
    row: "became nullable",
    edit: (d) => (pet(d).properties.nick.type = ["string", "null"]),
    level: "major",
    back: "minor",
  },
  {
    row: "became not nullable",
    edit: (d) => (pet(d).properties.note.type = "string"),
    level: "minor",
    back: "major",
    labels: ["fixture"],
  },
  {
    row: "enum value added",
    edit: (d) => pet(d).properties.status.enum.push("lost"),
    level: "major",
    back: "major",
    open: "minor",
  },
  {
    row: "enum value removed",
    edit: (d) => pet(d).properties.status.enum.pop(),
    level: "major",
    back: "major",
    open: "minor",
  },
  {
    row: "enum → plain string",
    edit: (d) => delete pet(d).properties.status.enum,
    level: "major",
    back: "minor",
    open: "minor",
  },
  {
    row: "type string → integer",
    edit: (d) => (pet(d).properties.name.type = "integer"),
    level: "major",
    back: "major",
  },
  {
    row: "integer → number",
    edit: (d) => (pet(d).properties.id.type = "number"),
    level: "minor",
    back: "patch",
    labels: ["runtime"],
  },
  {
    row: "format added (date-time)",
    edit: (d) => (pet(d).properties.nick.format = "date-time"),
    level: "patch",
    back: "patch",
  },
  { row: "maxLength added", edit: (d) => (pet(d).properties.nick.maxLength = 9), level: "patch", back: "patch" },
  {
    row: "oneOf variant added",
    edit: (d) => pet(d).properties.animal.oneOf.push(BIRD),
    level: "major",
    back: "major",
    open: "minor",
  },
  {
    row: "union becomes a variant beside one without its tag",
    edit: (d) => {
      const { properties } = pet(d);
      properties.animal = { oneOf: [properties.animal, OWNER] };
    },
    level: "major",
    back: "major",
  },
  {
    row: "variant added that no value fits, and that its type has",
    from: (d) => (pet(d).properties.animal = { allOf: [pet(d).properties.animal, OWNER] }),
    edit: (d) => {
      const { allOf } = pet(d).properties.animal;
      allOf[0] = { oneOf: [allOf[0], { type: "number" }] };
    },
    level: "major",
    back: "major",
  },
  { row: "oneOf variant removed", edit: (d) => pet(d).properties.animal.oneOf.pop(), level: "major", back: "major" },
  {
    row: "a variant has another tag, and the mapping with it",
    from(d) {
      const mapping = { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
      d.components.schemas.Pet.properties.animal.discriminator = { propertyName: "kind", mapping };
    },
    edit(d) {
      const mapping = { cat: "#/components/schemas/Cat", hound: "#/components/schemas/Dog" };
      d.components.schemas.Pet.properties.animal.discriminator.mapping = mapping;
      d.components.schemas.Dog.properties.kind.const = "hound";
    },
    level: "major",
    back: "major",
    labels: ["compile"],
  },
  {
    row: "discriminator added",
    edit: (d) => (pet(d).properties.animal.discriminator = { propertyName: "kind" }),
    level: "patch",
    back: "patch",
  },
  {
    row: "additionalProperties → false",
    edit: (d) => (pet(d).additionalProperties = false),
    level: "patch",
    back: "patch",
  },
  {
    row: "additionalProperties → true",
    edit: (d) => (pet(d).additionalProperties = true),
    level: "patch",
    back: "patch",
  },
  {
    row: "additionalProperties → {string}",
    edit: (d) => (pet(d).additionalProperties = { type: "string" }),
    level: "minor",
    back: "minor",
  },
  {
    row: "success status 201 → 200",
    edit(d) {
      create(d).responses[200] = create(d).responses[201];
      delete create(d).responses[201];
    },
    level: "major",
    back: "major",
  },
  {
    row: "new success status (202): data becomes a union",
    edit: (d) => (create(d).responses[202] = json({ $ref: "#/components/schemas/Owner" })),
    level: "major",
    back: "major",
  },
  {
    row: "new success status (202): data stays",
    edit: (d) => (create(d).responses[202] = copyOf(create(d).responses[201])),
    level: "minor",
    back: "minor",
  },
  {
    row: "error status added (409)",
    edit: (d) => (create(d).responses[409] = copyOf(create(d).responses[422])),
    level: "minor",
    back: "major",
    labels: ["runtime"],
  },
  { row: "error status removed (404)", edit: (d) => delete get(d).responses[404], level: "major", back: "minor" },
  {
    row: "error body shape changed",
    edit: (d) => (get(d).responses[404].content["application/json"].schema = { $ref: "#/components/schemas/Owner" }),
    level: "major",
    back: "major",
  },
  {
    row: "default response added",
    edit: (d) => (get(d).responses.default = copyOf(get(d).responses[404])),
    level: "minor",
    back: "major",
  },
  {
    row: "media type added",
    edit: (d) => (get(d).responses[200].content["text/csv"] = { schema: { type: "string" } }),
    level: "minor",
    back: "major",
  },
  {
    row: "media type json → problem+json",
    edit(d) {
      get(d).responses[404].content = { "application/problem+json": get(d).responses[404].content["application/json"] };
    },
    level: "major",
    back: "major",
  },
  {
    row: "property marked writeOnly",
    edit: (d) => (pet(d).properties.nick.writeOnly = true),
    level: "major",
    back: "minor",
  },
  {
    row: "writeOnly property: added",
    edit: (d) => (pet(d).properties.secret = { type: "string", writeOnly: true }),
    level: "patch",
    back: "patch",
  },
  {
    row: "property deprecated",
    edit: (d) => (pet(d).properties.nick.deprecated = true),
    level: "minor",
    back: "patch",
  },
  { row: "header removed", edit: (d) => delete get(d).responses[200].headers, level: "major", back: "minor" },
];
