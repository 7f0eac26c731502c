import { seedOr } from "@svc/model/test-support/proofs";
import { documentOf, json, ref } from "@svc/model/test-support/small-document";
import { createValidate } from "@svc/schema";
import { createArbitraries } from "@svc/schema/arbitrary";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDocument } from "../src/document.ts";
import { createBuilders, createFake, type Model } from "../src/runtime.ts";

const animal = (kind: string, more: object) => ({
  type: "object",
  required: ["kind", ...Object.keys(more)],
  properties: { kind: { type: "string", const: kind }, ...more },
});

const DOCUMENT = documentOf({
  paths: {
    "/pets": {
      post: {
        operationId: "create",
        parameters: [{ name: "sort", in: "query", schema: { type: "string", enum: ["name", "age"] } }],
        requestBody: { required: true, ...json(ref("Pet")) },
        responses: { 200: json(ref("Pet")) },
      },
    },
  },
  schemas: {
    Cat: animal("cat", { lives: { type: "integer" } }),
    Dog: animal("dog", { tricks: { type: "integer" } }),
    Pet: {
      type: "object",
      required: ["status", "animal"],
      properties: {
        status: { type: "string", enum: ["here", "sold"] },
        animal: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
        other: { oneOf: [ref("Cat"), ref("Dog")] },
      },
    },
  },
});

const open: Model = readDocument({ ...DOCUMENT, "x-svc-open-enums": true }).model;
const closed: Model = readDocument(DOCUMENT).model;
const cat = { kind: "cat", lives: 9 };

async function post(model: Model, body: object, query = ""): Promise<number> {
  const fake = createFake(model, {});
  const headers = { "content-type": "application/json", authorization: "Bearer x" };
  const answer = await fake.fetch(`${fake.baseUrl}/pets${query}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return answer.status;
}

describe("the fake", () => {
  test.each([
    ["an unlisted value", { status: "lost", animal: cat }, ""],
    ["an unlisted variant", { status: "here", animal: { kind: "fish" } }, ""],
    ["an unlisted variant without a discriminator", { status: "here", animal: cat, other: { kind: "fish" } }, ""],
    ["an unlisted value of a parameter", { status: "here", animal: cat }, "?sort=size"],
  ])("takes %s where enums are open, and refuses it where they are closed", async (_, body, query) => {
    expect(await post(open, body, query)).toBe(200);
    expect(await post(closed, body, query)).toBe(400);
  });

  test.each([
    ["a listed variant that is not as listed", { status: "here", animal: { kind: "cat", lives: "many" } }],
    ["one without a discriminator", { status: "here", animal: cat, other: { kind: "cat", lives: "many" } }],
    ["a variant without a tag", { status: "here", animal: { lives: 9 } }],
    ["a value of another type", { status: 7, animal: cat }],
  ])("refuses %s all the same", async (_, body) => {
    expect(await post(open, body)).toBe(400);
  });
});

interface PetBuilders {
  readonly pet: ((overrides?: object) => { status: string; animal: { kind: string } }) & {
    minimal(): { status: string; animal: { kind: string } };
    maximal(): { status: string; animal: { kind: string } };
  };
}

describe("builders", () => {
  const build = createBuilders<PetBuilders>(open, { strict: true });

  test("make listed values and variants by themselves", () => {
    const pets = [...Array.from({ length: 30 }, () => build.pet()), build.pet.minimal(), build.pet.maximal()];
    for (const { status, animal: made } of pets) {
      expect(["here", "sold"]).toContain(status);
      expect(["cat", "dog"]).toContain(made.kind);
    }
  });

  test("take unlisted ones, also where they are strict", () => {
    expect(build.pet({ status: "lost", animal: { kind: "fish" } })).toMatchObject({
      status: "lost",
      animal: { kind: "fish" },
    });
    expect(() => createBuilders<PetBuilders>(closed, { strict: true }).pet({ status: "lost" })).toThrow(
      "expected one of",
    );
  });
});

test("arbitraries make unlisted values and variants now and then", () => {
  interface Arbitraries {
    pet(): fc.Arbitrary<{ status: string; animal: { kind: string } }>;
  }
  const pets = fc.sample(createArbitraries<Arbitraries>(open).pet(), { seed: seedOr(1), numRuns: 500 });
  const validate = createValidate(open.schemas);
  for (const pet of pets) expect(validate(ref("Pet"), pet)).toEqual([]);
  const unlisted = pets.filter(({ status }) => !["here", "sold"].includes(status));
  expect(unlisted.length).toBeGreaterThan(10);
  expect(unlisted.length).toBeLessThan(150);
  expect(pets.some(({ animal: made }) => !["cat", "dog"].includes(made.kind))).toBe(true);
});
