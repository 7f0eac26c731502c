import { createModel } from "@svc/model";
import { createArbitraries } from "@svc/schema/arbitrary";
import { expect, test } from "vitest";
import { assertReceived, createBuilders, createFake } from "../src/runtime.ts";

const pet = { $ref: "#/components/schemas/Animal" };
const model = createModel(
  {
    openapi: "3.1.0",
    info: { title: "Pets", version: "2" },
    paths: {
      "/pets": {
        get: {
          operationId: "allPets",
          responses: { 200: { description: "It", content: { "application/json": { schema: pet } } } },
        },
      },
    },
    components: { schemas: { Animal: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } } },
  },
  {
    names: {
      operations: { allPets: "pets.list" },
      schemas: {},
      aliases: { operations: { listPets: "allPets" }, types: { Pet: "Animal" } },
    },
  },
);

interface Builders {
  readonly animal: () => { id: number };
  readonly animals: (count: number) => { id: number }[];
  readonly pet: (() => { id: number }) & { lost(): { id: number } };
  readonly pets: (count: number) => { id: number }[];
  args(id: string): unknown[];
}

test("a fake knows an operation by the id that it had", async () => {
  const fake = createFake(model);
  fake.on("listPets", () => ({ id: 7 }));
  const get = async () => (await fake.fetch(`${fake.baseUrl}/pets`)).json();
  expect(await get()).toEqual({ id: 7 });
  assertReceived(fake, "listPets", { times: 1 });
  assertReceived(fake, "allPets", { times: 1 });
  fake.fail({ operation: "listPets", status: 503 });
  expect((await fake.fetch(`${fake.baseUrl}/pets`)).status).toBe(503);
});

test("builders and arbitraries have the names that they had", () => {
  const build = createBuilders<Builders>(model, { traits: { pet: { lost: { id: 1 } } } as never });
  expect(build.pet).toBe(build.animal);
  expect(build.pets(2)).toHaveLength(2);
  expect(build.pet.lost()).toEqual({ id: 1 });
  expect(build.args("listPets")).toEqual([]);
  const arbitrary = createArbitraries<{ pet(): object; animal(): object }>(model);
  expect(Object.keys(arbitrary)).toEqual(["animal", "pet"]);
});
