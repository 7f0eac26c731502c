import { compareModels, maxLevel } from "@svc/diff";
import { runs, seedOr } from "@svc/model/test-support/proofs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeMutants, mutate, originalModel } from "./test/mutants.ts";

const BEFORE = originalModel();

/** Which edits, one after the other. */
const picks = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 4 });

test("a mutated document does not differ from itself", () => {
  fc.assert(
    fc.property(picks, (numbers) => {
      const model = mutate(numbers)?.model ?? BEFORE;
      expect(compareModels(model, JSON.parse(JSON.stringify(model)))).toEqual({ level: "none", changes: [] });
    }),
    { numRuns: runs(20, 200) },
  );
});

test("a difference is one both ways, with unique ids and the highest of its levels", () => {
  fc.assert(
    fc.property(picks, (numbers) => {
      const model = mutate(numbers)?.model ?? BEFORE;
      const there = compareModels(BEFORE, model);
      const back = compareModels(model, BEFORE);
      expect(there.changes.length === 0).toBe(back.changes.length === 0);
      for (const { level, changes } of [there, back]) {
        expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
        expect(level).toBe(maxLevel(changes.map((change) => change.level)));
        for (const { message } of changes) expect(message).not.toMatch(/[\n\r]|\{(?!petId\b)\w+\}/);
      }
    }),
    { numRuns: runs(20, 300) },
  );
});

const MUTANTS = runs(12, 100);

test.for([
  { enums: "closed", isOpen: false },
  { enums: "open", isOpen: true },
])(
  "with $enums enums the rules call nothing patch, minor or the same that the compiler refuses",
  { timeout: 180_000 },
  ({ isOpen }) => {
    const { mutants, missed } = judgeMutants(fc.sample(picks, { numRuns: MUTANTS, seed: seedOr(20_261_121) }), isOpen);
    expect(mutants).toBeGreaterThan(MUTANTS * 0.7);
    expect(missed).toEqual([]);
  },
);
