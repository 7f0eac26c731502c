import type { Edited } from "../../test-support/pet-document.ts";
import type { PolicyCase } from "../../test-support/policy-case.ts";

const pet = (document: Edited): Edited => document.components.schemas.NewPet;
const create = (document: Edited): Edited => document.paths["/pets"].post;

/** The rows of the policy that begin with `request:`. */
export const REQUEST_CASES: readonly PolicyCase[] = [
  {
    row: "optional property added",
    edit: (d) => (pet(d).properties.age = { type: "integer" }),
    level: "minor",
    back: "major",
  },
  {
    row: "required property added",
    edit(d) {
      pet(d).properties.age = { type: "integer" };
      pet(d).required.push("age");
    },
    level: "major",
    back: "major",
    labels: ["compile", "runtime"],
  },
  {
    row: "required property added with default",
    edit(d) {
      pet(d).properties.age = { type: "integer", default: 1 };
      pet(d).required.push("age");
    },
    level: "major",
    back: "major",
  },
  { row: "optional → required", edit: (d) => pet(d).required.push("nick"), level: "major", back: "minor" },
  { row: "required → optional", edit: (d) => pet(d).required.pop(), level: "minor", back: "major" },
  {
    row: "property removed",
    edit: (d) => delete pet(d).properties.nick,
    level: "major",
    back: "minor",
    labels: ["compile"],
  },
  { row: "enum value added", edit: (d) => pet(d).properties.status.enum.push("lost"), level: "minor", back: "major" },
  { row: "enum value removed", edit: (d) => pet(d).properties.status.enum.pop(), level: "major", back: "minor" },
  {
    row: "became nullable",
    edit: (d) => (pet(d).properties.nick.type = ["string", "null"]),
    level: "minor",
    back: "major",
  },
  { row: "became not nullable", edit: (d) => (pet(d).properties.note.type = "string"), level: "major", back: "minor" },
  {
    row: "string → string|number (widened)",
    edit: (d) => (pet(d).properties.nick.type = ["string", "number"]),
    level: "minor",
    back: "major",
  },
  {
    row: "pattern tightened",
    edit: (d) => (pet(d).properties.nick.pattern = "^a"),
    level: "major",
    back: "minor",
    labels: ["runtime"],
  },
  {
    row: "maxLength tightened",
    edit: (d) => (pet(d).properties.name.maxLength = 9),
    level: "major",
    back: "minor",
    labels: ["runtime"],
  },
  {
    row: "property marked readOnly",
    edit: (d) => (pet(d).properties.nick.readOnly = true),
    level: "minor",
    back: "minor",
  },
  {
    row: "additionalProperties → false",
    edit: (d) => (pet(d).additionalProperties = false),
    level: "major",
    back: "minor",
    labels: ["runtime"],
  },
  {
    row: "body required → optional",
    edit: (d) => (create(d).requestBody.required = false),
    level: "minor",
    back: "major",
  },
  {
    row: "media type added",
    edit: (d) => (create(d).requestBody.content["application/xml"] = { schema: { type: "string" } }),
    level: "minor",
    back: "major",
  },
];
