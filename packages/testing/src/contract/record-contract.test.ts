import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createModel } from "@svc/model";
import { expect, onTestFinished, test } from "vitest";
import { createFake } from "../runtime.ts";

const PET = {
  type: "object",
  required: ["id", "name", "tags", "extra"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    note: { type: "string", default: "none" },
    tags: { type: "array", items: { type: "object", required: ["label"], properties: { label: { type: "string" } } } },
    extra: { type: "object", additionalProperties: { type: "object", properties: { on: { type: "boolean" } } } },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const pet = { $ref: "#/components/schemas/Pet" };
const model = createModel({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", default: 5 } },
          { name: "after", in: "query", schema: { type: "string" } },
        ],
        responses: { 200: { description: "", ...json({ type: "array", items: pet }) } },
      },
      post: {
        operationId: "addPet",
        requestBody: json(pet),
        responses: { 201: { description: "", ...json(pet) } },
      },
    },
  },
  components: { schemas: { Pet: PET } },
});
const baseUrl = "https://pets.example.test";
const rex = { id: 1, name: "Rex", tags: [{ label: "good" }], extra: { "secret-key": { on: true } } };

function setUp() {
  const fake = createFake(model, { baseUrl });
  fake.on("listPets", () => [rex, rex]);
  const get = async (path: string) => JSON.parse(await (await fake.fetch(baseUrl + path)).text());
  const post = (body: unknown) =>
    fake.fetch(`${baseUrl}/pets`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return { fake, get, post };
}

test("a contract holds parameters that were sent, and fields that were sent and read: names only", async () => {
  const { fake, get, post } = setUp();
  using recorder = fake.contract();
  const [first, second] = await get("/pets?after=x");
  expect([first.name, second.tags[0].label, first.extra["secret-key"].on]).toEqual(["Rex", "good", true]);
  await post(rex);
  await post({ name: "refused" });
  const { operations } = recorder.contract();
  expect(operations["listPets"]).toEqual({
    route: "GET /pets",
    parameters: ["query after"],
    request: [],
    responses: { 200: ["/*/extra", "/*/extra/*", "/*/extra/*/on", "/*/name", "/*/tags", "/*/tags/*/label"] },
  });
  expect(operations["addPet"]?.request).toEqual([
    ...["", "/extra", "/extra/*", "/extra/*/on", "/id", "/name", "/tags", "/tags/*/label"],
  ]);
  expect(Object.keys(operations["addPet"]?.responses ?? {})).toEqual(["201"]);
  await fake.close();
});

test("values that are watched behave as they did, and reading the same body twice tells the two apart", async () => {
  const { fake, get } = setUp();
  const parse = JSON.parse;
  const recorder = fake.contract();
  await get("/pets");
  const [value] = await get("/pets");
  expect(recorder.contract().operations["listPets"]?.responses).toEqual({ 200: [] });
  value.name = "Max";
  expect(recorder.contract().operations["listPets"]?.responses).toEqual({ 200: [] });
  expect(value.name).toBe("Max");
  expect(value).toStrictEqual({ ...rex, name: "Max" });
  expect(structuredClone(value)).toEqual({ ...rex, name: "Max" });
  await fake.close();
  expect(JSON.parse).toBe(parse);
});

test("where reading cannot be seen, all fields that came count; recorders may end in any order", async () => {
  const { fake } = setUp();
  const parse = JSON.parse;
  const [first, second] = [fake.contract(), fake.contract()];
  await (await fake.fetch(`${baseUrl}/pets`)).arrayBuffer();
  expect(second.contract().operations["listPets"]?.responses["200"]).toContain("/*/id");
  first.end();
  second.end();
  expect(JSON.parse).toBe(parse);
  await fake.close();
});

test("files are merged, sorted, and leave nothing beside them; another file is refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "svc.contract.json");
  const write = async (...paths: string[]): Promise<void> => {
    const { fake, get } = setUp();
    using recorder = fake.contract();
    for (const path of paths) await get(path);
    recorder.write(file);
    await fake.close();
  };
  await Promise.all([write("/pets?limit=2"), write("/pets?after=x")]);
  const text = readFileSync(file, "utf8");
  expect(JSON.parse(text).operations.listPets.parameters).toEqual(["query after", "query limit"]);
  await write("/pets?after=y");
  expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual([text, ["svc.contract.json"]]);
  const { fake } = setUp();
  expect(() => fake.contract().write(new URL(import.meta.url).pathname)).toThrow("expected a contract");
  await fake.close();
});
