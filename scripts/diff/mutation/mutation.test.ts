import { createModel, DocumentError, type Model } from "@svc/model";
import { runs, seedOr } from "@svc/model/test-support/proofs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyJudgement } from "../compiler/apply-judgement.ts";
import { judgeAllByCompiler } from "../compiler/compiler-judge.ts";
import { compareModels } from "../diff-documents.ts";
import { maxLevel } from "../level.ts";
import { copyOf, petDocument } from "../policy/pet-document.ts";
import { documentEdits } from "./document-edits.ts";

const BEFORE = createModel(petDocument(), { file: "old" });
const BEFORE_OPEN = createModel(petDocument(), { file: "old", openEnums: true });

/** Which edits, one after the other: each number picks one of those that are possible then. */
const picks = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 4 });

/** The small document after some edits, with their names; undefined where it is refused. */
function mutate(
  numbers: readonly number[],
  openEnums = false,
): { readonly names: string[]; readonly model: Model } | undefined {
  const document = petDocument();
  const names = numbers.flatMap((number) => {
    const edits = documentEdits(document);
    const edit = edits[number % Math.max(edits.length, 1)];
    edit?.apply();
    return edit === undefined ? [] : [edit.name];
  });
  try {
    return { names, model: createModel(copyOf(document), { file: "new", openEnums }) };
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

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
  { enums: "closed", before: BEFORE },
  { enums: "open", before: BEFORE_OPEN },
])(
  "with $enums enums the rules call nothing patch, minor or the same that the compiler refuses",
  { timeout: 180_000 },
  ({ before }) => {
    const isOpen = before === BEFORE_OPEN;
    const sample = fc.sample(picks, { numRuns: MUTANTS, seed: seedOr(20_261_121) });
    const mutants = sample.flatMap((numbers) => mutate(numbers, isOpen) ?? []);
    expect(mutants.length).toBeGreaterThan(MUTANTS * 0.7);
    const pairs = mutants.flatMap(({ names, model }) => [
      { names, old: before, now: model },
      { names: ["taken back:", ...names], old: model, now: before },
    ]);
    const judgements = judgeAllByCompiler(pairs.map(({ old, now }) => [old, now]));
    const missed = pairs.flatMap(({ names, old, now }, index) => {
      const judgement = judgements[index] ?? { operations: [], refusals: [] };
      const { compiler } = applyJudgement(compareModels(old, now), judgement);
      return compiler.disagreements
        .filter((one) => one.compiler === "refuses")
        .map(({ reason }) => [...names, reason].join(" | "));
    });
    expect(missed).toEqual([]);
  },
);
