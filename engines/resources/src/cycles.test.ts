import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { createModel, parseDocument } from "@svc/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { liveCycles } from "../test/support/cycle.ts";
import { thingsModel } from "../test/support/documents.ts";

const FOLDER = new URL("../../model/fixtures/documents/", import.meta.url);

function modelOf(file: string) {
  const bytes = readFileSync(new URL(file, FOLDER));
  const text = file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
  return createModel(parseDocument(text.toString("utf8"), file.replace(/\.br$/, "")).document);
}

const failures = (cycles: ReturnType<typeof liveCycles>) =>
  cycles.flatMap(({ resource, failures: found }) => found.map((failure) => `${resource}: ${failure}`));

test.each([
  ["train-travel.json", () => modelOf("train-travel.json"), 1],
  ["a document of this test", () => thingsModel(), 2],
] as const)("%s: every item lives its whole life, with answers that Ajv finds valid", (_, create, count) => {
  const model = create();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const cycles = liveCycles(model, seed);
      expect(failures(cycles)).toEqual([]);
      expect(cycles).toHaveLength(count);
    }),
    { numRuns: 10 },
  );
});

test("clerk.yaml, 207 operations: 25 kinds of items live their whole lives", { timeout: 120_000 }, () => {
  const cycles = liveCycles(modelOf("clerk.yaml.br"), 1);
  expect(failures(cycles)).toEqual([]);
  expect(cycles).toHaveLength(25);
  const whole = cycles.filter(({ steps }) => steps.includes("get") && steps.includes("delete"));
  expect(whole).toHaveLength(13);
});
