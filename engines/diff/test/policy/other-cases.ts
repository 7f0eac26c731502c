import type { Edited } from "../../test/support/pet-document.ts";
import type { PolicyCase } from "../../test/support/policy-case.ts";

const list = (document: Edited): Edited => document.paths["/pets"].get;
const get = (document: Edited): Edited => document.paths["/pets/{petId}"].get;
const parameter = (document: Edited, name: string): Edited =>
  list(document).parameters.find((one: Edited) => one.name === name);
const add = (document: Edited, more: object): void =>
  list(document).parameters.push({ schema: { type: "string" }, ...more });

function rename(record: Edited, from: string, to: string): void {
  record[to] = record[from];
  delete record[from];
}

/** The rows of the policy that begin with `param:`. */
export const PARAMETER_CASES: readonly PolicyCase[] = [
  { row: "optional query added", edit: (d) => add(d, { name: "q", in: "query" }), level: "minor", back: "major" },
  {
    row: "required query added",
    edit: (d) => add(d, { name: "q", in: "query", required: true }),
    level: "major",
    back: "major",
  },
  {
    row: "required header added",
    edit: (d) => add(d, { name: "x-q", in: "header", required: true }),
    level: "major",
    back: "major",
  },
  {
    row: "constant query changed",
    from: (d) => add(d, { name: "v", in: "query", required: true, "x-svc-constant": "1" }),
    edit: (d) => (parameter(d, "v")["x-svc-constant"] = "2"),
    level: "patch",
    back: "patch",
    labels: ["runtime"],
  },
  {
    row: "constant query added",
    edit: (d) => add(d, { name: "v", in: "query", required: true, "x-svc-constant": "1" }),
    level: "major",
    back: "patch",
  },
  {
    row: "constant query added that is optional",
    edit: (d) => add(d, { name: "v", in: "query", "x-svc-constant": "1" }),
    level: "patch",
    back: "patch",
  },
  { row: "query removed", edit: (d) => list(d).parameters.pop(), level: "major", back: "minor" },
  { row: "optional → required", edit: (d) => (parameter(d, "limit").required = true), level: "major", back: "minor" },
  { row: "enum value removed", edit: (d) => parameter(d, "sort").schema.enum.pop(), level: "major", back: "minor" },
  { row: "default changed", edit: (d) => (parameter(d, "limit").schema.default = 20), level: "minor", back: "minor" },
  {
    row: "maximum lowered",
    edit: (d) => (parameter(d, "limit").schema.maximum = 50),
    level: "major",
    back: "minor",
    labels: ["runtime"],
  },
  {
    row: "path param renamed",
    edit(d) {
      rename(d.paths, "/pets/{petId}", "/pets/{id}");
      d.paths["/pets/{id}"].get.parameters[0].name = "id";
    },
    level: "major",
    back: "major",
  },
  {
    row: "header in other letters",
    from: (d) => add(d, { name: "X-Q", in: "header" }),
    edit: (d) => (parameter(d, "X-Q").name = "x-q"),
    level: "major",
    back: "major",
    labels: ["compile"],
  },
  {
    row: "style/explode changed",
    edit: (d) => (parameter(d, "tags").explode = false),
    level: "patch",
    back: "patch",
    labels: ["runtime"],
  },
];

/** The rows of the policy that begin with `operation:`. */
export const OPERATION_CASES: readonly PolicyCase[] = [
  {
    row: "added",
    edit: (d) => (d.paths["/pulse"] = { get: { operationId: "pulse", responses: { 204: { description: "Fine" } } } }),
    level: "minor",
    back: "major",
  },
  { row: "removed", edit: (d) => delete d.paths["/pets/{petId}"], level: "major", back: "minor" },
  {
    row: "operationId renamed",
    edit: (d) => (list(d).operationId = "allPets"),
    // The old name stays as an alias of types only: what programs read at run time has the new one.
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  { row: "tag renamed", edit: (d) => (list(d).tags = ["animals"]), level: "patch", back: "patch" },
  { row: "deprecated", edit: (d) => (get(d).deprecated = true), level: "minor", back: "patch" },
  { row: "security added", edit: (d) => (get(d).security = [{ bearer: [] }]), level: "major", back: "minor" },
  {
    row: "security removed",
    from: (d) => (get(d).security = [{ bearer: [] }]),
    edit: (d) => delete get(d).security,
    level: "minor",
    back: "major",
  },
];

/** The rows of the policy that begin with `schema:`, `server:` and `doc:`. */
export const DOCUMENT_CASES: readonly PolicyCase[] = [
  {
    row: "schema: unused-by-path rename (Owner → Person)",
    edit: (d) => rename(d.components.schemas, "Owner", "Person"),
    level: "minor",
    back: "minor",
    labels: [],
  },
  {
    row: "schema: new schema added",
    edit: (d) => (d.components.schemas.Tag = { type: "string" }),
    level: "minor",
    back: "major",
  },
  {
    row: "schema: inline ↔ $ref only",
    edit: (d) => (get(d).responses[200].content["application/json"].schema = structuredClone(d.components.schemas.Pet)),
    level: "patch",
    back: "patch",
  },
  {
    row: "server: url changed",
    edit: (d) => (d.servers[0].url = "https://pets.example/v2"),
    level: "minor",
    back: "minor",
  },
  {
    row: "doc: description changed",
    edit: (d) => (d.components.schemas.Pet.properties.name.description = "Its name"),
    level: "patch",
    back: "patch",
  },
  {
    row: "doc: openapi 3.0 → 3.1, a union that may be null",
    from(d) {
      d.openapi = "3.0.3";
      for (const name of ["Pet", "NewPet"]) delete d.components.schemas[name].properties.note;
      for (const name of ["Cat", "Dog"])
        d.components.schemas[name].properties.kind = { type: "string", enum: [name.toLowerCase()] };
      d.components.schemas.Pet.properties.animal.nullable = true;
    },
    edit(d) {
      d.openapi = "3.1.0";
      const { oneOf } = d.components.schemas.Pet.properties.animal;
      d.components.schemas.Pet.properties.animal = { oneOf: [...oneOf, { type: "null" }] };
    },
    level: "patch",
    back: "patch",
  },
  {
    row: "doc: openapi 3.0 → 3.1 (same meaning)",
    from(d) {
      d.openapi = "3.0.3";
      for (const schema of [d.components.schemas.Pet, d.components.schemas.NewPet])
        schema.properties.note = { type: "string", nullable: true };
      for (const schema of [d.components.schemas.Cat, d.components.schemas.Dog]) {
        schema.properties.kind = { type: "string", enum: [schema.properties.kind.const] };
      }
    },
    edit(d) {
      d.openapi = "3.1.0";
      for (const schema of [d.components.schemas.Pet, d.components.schemas.NewPet])
        schema.properties.note = { type: ["string", "null"] };
    },
    level: "patch",
    back: "patch",
  },
  {
    row: "trait: added",
    edit: (d) => (d.components.schemas.Pet["x-svc-traits"] = { sold: { status: "sold" } }),
    level: "minor",
    back: "major",
  },
  {
    row: "trait: other values",
    from: (d) => (d.components.schemas.Pet["x-svc-traits"] = { sold: { status: "sold" } }),
    edit: (d) => (d.components.schemas.Pet["x-svc-traits"].sold.status = "here"),
    level: "patch",
    back: "patch",
  },
];
