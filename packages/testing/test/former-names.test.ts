import { modelOf } from "@svc/model/test-support/small-document";
import { createArbitraries } from "@svc/schema/arbitrary";
import { expect, test } from "vitest";
import { describeCalls } from "../src/journal/journal.ts";
import { assertReceived, createBuilders, createFake } from "../src/runtime.ts";

const pet = { $ref: "#/components/schemas/Animal" };
const model = modelOf(
  {
    paths: {
      "/pets": {
        get: {
          operationId: "allPets",
          responses: { 200: { description: "It", content: { "application/json": { schema: pet } } } },
        },
      },
    },
    schemas: { Animal: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
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

test("a fake knows an operation by its id and by the name of its method", async () => {
  const fake = createFake(model);
  const get = () => fake.fetch(`${fake.baseUrl}/pets`);
  fake.on("pets.list", () => ({ id: 8 }));
  expect(await (await get()).json()).toEqual({ id: 8 });
  fake.fail({ operation: "pets.list", status: 503 });
  expect((await get()).status).toBe(503);
  for (const operation of ["pets.list", "allPets"]) {
    assertReceived(fake, operation, { times: 2 });
    expect(fake.calls.filter({ operation })).toHaveLength(2);
    expect(createBuilders<Builders>(model).args(operation)).toEqual([]);
    // A message repeats the name that the reader wrote.
    expect(() => assertReceived(fake, operation, { status: 500 })).toThrow(`Expected ${operation} to be received.`);
  }
  expect(describeCalls(fake.calls)).toContain("GET /pets -> 503 (pets.list)");
  expect(() => fake.on("pet.list", () => ({ id: 8 }))).toThrow(
    'fake.on: no operation "pet.list"; did you mean "pets.list"?',
  );
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
