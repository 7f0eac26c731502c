// biome-ignore lint/suspicious/noExplicitAny: tests edit documents freely
export type Edited = any;

/** A small document with a bit of everything that the policy speaks of: each test edits a copy. */
export function petDocument(): Edited {
  // Not `structuredClone`: what two places share would be edited in both.
  return copyOf({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    servers: [{ url: "https://pets.example" }],
    paths: {
      "/pets": { get: LIST, post: CREATE },
      "/pets/{petId}": { get: GET },
    },
    components: {
      schemas: { Pet: PET, NewPet: NEW_PET, Cat: CAT, Dog: DOG, Problem: PROBLEM, Owner: OWNER },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  });
}

/** A copy in which no two places share an object. */
export function copyOf(value: Edited): Edited {
  return JSON.parse(JSON.stringify(value));
}

const PROBLEM = {
  type: "object",
  required: ["code"],
  properties: { code: { type: "string" }, hint: { type: "string" } },
};

const OWNER = { type: "object", required: ["name"], properties: { name: { type: "string" } } };

const animal = (kind: string, more: object) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", const: kind }, ...more },
});
const CAT = animal("cat", { lives: { type: "integer" } });
const DOG = animal("dog", { tricks: { type: "array", items: { type: "string" } } });

const PET = {
  type: "object",
  required: ["id", "name", "status"],
  properties: {
    id: { type: "integer" },
    name: { type: "string", description: "What it is called" },
    status: { type: "string", enum: ["here", "sold"] },
    nick: { type: "string" },
    note: { type: ["string", "null"] },
    animal: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] },
  },
};

const NEW_PET = {
  type: "object",
  required: ["name", "status"],
  properties: {
    name: { type: "string", maxLength: 100 },
    status: { type: "string", enum: ["here", "sold"] },
    nick: { type: "string" },
    note: { type: ["string", "null"] },
  },
};

const problem = {
  description: "Refused",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
};
const pet = { schema: { $ref: "#/components/schemas/Pet" } };

const LIST = {
  operationId: "listPets",
  tags: ["pets"],
  parameters: [
    { name: "limit", in: "query", schema: { type: "integer", maximum: 100, default: 10 } },
    { name: "sort", in: "query", schema: { type: "string", enum: ["name", "age"] } },
    { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
  ],
  responses: {
    200: { description: "All", content: { "application/json": { schema: { type: "array", items: pet.schema } } } },
  },
};

const CREATE = {
  operationId: "createPet",
  requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/NewPet" } } } },
  responses: { 201: { description: "Made", content: { "application/json": pet } }, 422: problem },
};

const GET = {
  operationId: "getPet",
  parameters: [{ name: "petId", in: "path", required: true, schema: { type: "string" } }],
  responses: {
    200: {
      description: "It",
      headers: { "X-Age": { schema: { type: "integer" } } },
      content: { "application/json": pet },
    },
    404: problem,
  },
};
