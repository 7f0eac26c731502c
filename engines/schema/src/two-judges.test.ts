import { readFileSync } from "node:fs";
import { createModel, parseDocument, refTo, type Schema, type Schemas } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { isWhole, runs, seedOr } from "@svc/model/test-support/proofs";
import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createSecondJudge } from "../test/support/hyperjump.ts";
import { judgeModel } from "../test/support/judge-model.ts";
import { TORTURE } from "../test/support/torture.ts";

const OWN = new URL("../../../spec/openapi.yaml", import.meta.url);
const DOCUMENTS = [
  { name: "own", file: "spec/openapi.yaml", read: () => readFileSync(OWN, "utf8") },
  // In the sample without the largest, whose values take minutes.
  ...FOREIGN_DOCUMENTS.filter(({ name }) => isWhole || name !== "github"),
];

/** One in so many schemas of the largest is judged: another seed, as each night has, judges others of them. */
const EVERY: { readonly [name: string]: number } = { github: 4, clerk: isWhole ? 1 : 3 };

const SEEDS = Array.from({ length: runs(1, 3) }, (_, index) => seedOr(1) + index);

for (const { name, file, read } of DOCUMENTS) {
  test(`values of all schemas of ${file} are valid for three validators`, { timeout: 1_200_000 }, async () => {
    const model = createModel(parseDocument(read(), file).document);
    const { refused, impossible } = await judgeModel(model, {
      seeds: SEEDS,
      runs: runs(10, 30),
      every: EVERY[name] ?? 1,
    });
    expect(refused.slice(0, 20)).toEqual([]);
    expect(impossible).toEqual([]);
  });
}

test("values of schemas that are hard to make values for are valid for two validators", async () => {
  const schemas = Object.fromEntries(Object.entries(TORTURE).map(([name, schema]) => [name, { schema }]));
  const seeds = Array.from({ length: runs(1, 6) }, (_, index) => seedOr(1) + index);
  const options = { seeds, runs: runs(50, 150), hasSecond: false };
  const { refused, impossible } = await judgeModel({ schemas, operations: [] }, options);
  expect(refused.slice(0, 20)).toEqual([]);
  expect(impossible).toEqual([]);
});

test("numbers with the format of an integer are whole, beside texts as in Box's document", async () => {
  const length = [
    { type: "string", format: "int32", nullable: true },
    { type: "number", format: "int32" },
  ];
  const schemas = { Length: { oneOf: length }, Id: { type: "number", format: "int64" } };
  const model = modelOf({ openapi: "3.0.3", schemas });
  const { refused, values } = await judgeModel(model, { seeds: [1, 2, 3], runs: 100 });
  expect(refused).toEqual([]);
  expect(values).toBe(2 * (4 * 3 + 100));
});

test("of what services accept, and no value is valid for, it is said that nothing is", async () => {
  const Event = {
    type: "object",
    required: ["type"],
    properties: { type: { type: "string" }, at: { type: "string" } },
  };
  const mapping = { approved: refTo("Approved"), denied: refTo("Denied") };
  const schemas = {
    Event,
    Approved: { allOf: [{ $ref: refTo("Event") }] },
    Denied: { allOf: [{ $ref: refTo("Event") }] },
    Any: {
      oneOf: [{ $ref: refTo("Approved") }, { $ref: refTo("Denied") }],
      discriminator: { propertyName: "type", mapping },
    },
    Until: { type: "string", format: "date-time", pattern: "YYYY-MM-DDThh:mm:ssZ" },
    Search: { type: "object", properties: { any: { $ref: refTo("Any") }, until: { $ref: refTo("Until") } } },
  };
  const model = modelOf({ openapi: "3.0.3", schemas });
  const { refused, impossible } = await judgeModel(model, { seeds: [1, 2, 3], runs: 100 });
  expect(refused).toEqual([]);
  expect(impossible).toEqual(["Any", "Until"]);
});

test("the second judge refuses what is invalid, behind references and by format", async () => {
  const schemas = { "a/b": { schema: { type: "object", required: ["at"], properties: { at: { $ref: refTo("c") } } } } };
  const date = { c: { schema: { type: "string", format: "date-time" } } } as const;
  const inline: Schema = { type: "array", items: { $ref: refTo("a/b") } };
  const judge = await createSecondJudge({ ...schemas, ...date } as Schemas, [inline]);
  expect(judge(inline, [{ at: "2026-01-02T03:04:05Z" }])).toBeUndefined();
  expect(judge(inline, [{ at: "yesterday" }])).toContain("format");
  expect(judge(schemas["a/b"].schema as Schema, {})).toContain("required");
  expect(judge(inline, {})).toContain("type");
});
