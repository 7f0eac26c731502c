import type { Json, Schemas } from "@svc/model";
import { seedOr } from "@svc/model/test-support/proofs";
import { compilerOf } from "@svc/schema";
import { createArbitraries, createNodeArbitraries } from "@svc/schema/arbitrary";
import { TORTURE } from "@svc/schema/test-support/torture";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Arbitraries } from "./generated/testing/arbitraries.ts";
import { model } from "./generated/testing/model.ts";

const arbitrary = createArbitraries<Arbitraries>(model);
const samples = <T>(values: fc.Arbitrary<T>, numRuns = 1000): T[] => fc.sample(values, { seed: seedOr(1), numRuns });

const schemas: Schemas = Object.fromEntries(Object.entries(TORTURE).map(([name, schema]) => [name, { schema }]));
const arbitraryOf = createNodeArbitraries(schemas, fc);

test("values survive JSON", () => {
  for (const email of samples(arbitrary.email())) expect(JSON.parse(JSON.stringify(email))).toEqual(email);
});

test("nulls, absent properties, empty and Unicode texts, and additional properties come up", () => {
  const emails = samples(arbitrary.email());
  const corners = {
    null: emails.filter(({ sender_name }) => sender_name === null),
    absent: emails.filter((email) => !("html_content" in email)),
    empty: emails.filter(({ subject }) => subject === ""),
    unicode: emails.filter(({ subject }) => /[^\p{ASCII}]/u.test(subject)),
    long: emails.filter(({ subject }) => subject.length >= 100),
    additional: emails.filter((email) => Object.keys(email).length > 7),
  };
  for (const [corner, found] of Object.entries(corners)) expect([corner, found.length > 10]).toEqual([corner, true]);
});

test("texts and numbers have all their corners at every depth", () => {
  const places = samples(arbitrary.httpValidationError(), 3000).flatMap(({ detail }) => detail ?? []);
  const inner = places.flatMap(({ loc }) => loc);
  expect(inner.some((place) => typeof place === "string" && /[^\p{ASCII}]/u.test(place))).toBe(true);
  expect(inner.some((place) => typeof place === "number" && place < 0)).toBe(true);
  expect(places.some(({ loc }) => loc.length >= 5)).toBe(true);
});

test("the bounds themselves come up", () => {
  const { compile } = compilerOf(schemas);
  const values = samples(arbitraryOf(compile({ type: "integer", minimum: 1, maximum: 100_000 })), 300);
  expect(values).toContain(1);
  expect(values).toContain(100_000);
  const lengths = samples(arbitraryOf(compile({ type: "array", items: { type: "boolean" }, maxItems: 7 })), 300);
  expect(new Set(lengths.map((list) => (list as Json[]).length))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
});

test("each alternative and member of an enum comes up", () => {
  const values = samples(arbitraryOf(compilerOf(schemas).compile(TORTURE["Enum"] ?? {})), 200);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(5);
});

test("subtypes have the value that a mapping gives them", () => {
  const kinds: Schemas = {
    Pet: {
      schema: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: "petType",
          mapping: { c: "#/components/schemas/Cat", d: "#/components/schemas/Dog" },
        },
      },
    },
    Cat: { schema: { type: "object", required: ["petType"], properties: { petType: { type: "string" }, lives: {} } } },
    Dog: { schema: { type: "object", required: ["petType"], properties: { petType: { type: "string" }, bark: {} } } },
  } as unknown as Schemas;
  const pet = createNodeArbitraries(kinds, fc)(compilerOf(kinds).compile(kinds["Pet"]?.schema ?? {}));
  expect(new Set(samples(pet, 200).map((value) => (value as { petType: string }).petType))).toEqual(
    new Set(["c", "d"]),
  );
});

test("multiples keep clear of bounds that are excluded", () => {
  const schema = { type: "number", multipleOf: 0.25, exclusiveMinimum: -1, exclusiveMaximum: -0.25 } as const;
  const values = samples(arbitraryOf(compilerOf(schemas).compile(schema)), 100);
  expect(new Set(values)).toEqual(new Set([-0.75, -0.5]));
});

test("times have no fraction, milliseconds or microseconds", () => {
  const values = samples(arbitrary.email(), 300).map(({ created_at }) => /\.(\d+)/.exec(created_at)?.[1]?.length ?? 0);
  expect([...new Set(values)].sort()).toEqual([0, 3, 6]);
});

test("a failing value shrinks to the simplest", () => {
  const result = fc.check(
    fc.property(arbitrary.sessionCookies(), ({ cookies }) =>
      cookies.every(({ name }) => name === null || name === undefined || name.length < 3),
    ),
    { seed: seedOr(3), numRuns: 2000 },
  );
  const [counterexample] = result.counterexample ?? [];
  expect(counterexample?.cookies).toHaveLength(1);
  expect(Object.keys(counterexample?.cookies[0] ?? {})).toEqual(["name"]);
  expect(counterexample?.cookies[0]?.name).toHaveLength(3);
});
