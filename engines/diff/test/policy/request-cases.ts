import type { Edited } from "../../test/support/pet-document.ts";
import type { PolicyCase } from "../../test/support/policy-case.ts";

const pet = (document: Edited): Edited => document.components.schemas.NewPet;
const create = (document: Edited): Edited => document.paths["/pets"].post;

const form = (document: Edited): Edited => create(document).requestBody.content["multipart/form-data"];

/** With a form that has a file and a text. */
function upload(document: Edited): void {
  const properties = { file: { type: "string", format: "binary" }, note: { type: "string" } };
  create(document).requestBody.content = {
    "multipart/form-data": { schema: { type: "object", properties }, encoding: { file: { contentType: "image/png" } } },
  };
}

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
    level: "major",
    back: "minor",
    labels: ["compile", "runtime"],
  },
  {
    row: "required property marked readOnly",
    edit: (d) => (pet(d).properties.name.readOnly = true),
    level: "major",
    back: "major",
    labels: ["compile", "runtime"],
  },
  {
    row: "readOnly property: added",
    edit: (d) => (pet(d).properties.secret = { type: "string", readOnly: true }),
    level: "patch",
    back: "patch",
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
    row: "a file of other media types",
    from: upload,
    edit: (d) => (form(d).encoding.file.contentType = "image/jpeg"),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  {
    row: "a file of more media types",
    from: upload,
    edit: (d) => (form(d).encoding.file.contentType = "image/*"),
    level: "minor",
    back: "major",
    labels: [],
  },
  {
    row: "a part of another media type",
    from: upload,
    edit: (d) => (form(d).encoding.note = { contentType: "text/markdown" }),
    level: "patch",
    back: "patch",
    labels: ["runtime"],
  },
  {
    row: "media type added",
    edit: (d) => (create(d).requestBody.content["application/xml"] = { schema: { type: "string" } }),
    level: "minor",
    back: "major",
  },
];
