import { judgeAllByCompiler } from "@svc/codegen/compiler";
import { applyJudgement, compareModels } from "@svc/diff";
import { copyOf, petDocument } from "@svc/diff/test-support/pet-document";
import { createModel, DocumentError, type Model } from "@svc/model";
import { documentEdits } from "./document-edits.ts";

/** The small document as it is, which mutants are compared with. */
export function originalModel(openEnums = false): Model {
  return createModel(petDocument(), { file: "old", openEnums });
}

/** The small document after some edits. */
export interface Mutant {
  /** Names of the edits. */
  readonly names: readonly string[];
  readonly model: Model;
}

/**
 * Edits the small document, one edit after the other: each number picks one of those that are possible then. Undefined where the
 * edited document is refused.
 */
export function mutate(numbers: readonly number[], openEnums = false): Mutant | undefined {
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

/** The judgement of mutants. */
export interface Agreement {
  readonly mutants: number;
  /** Operations of both documents, each judged by the compiler. */
  readonly judged: number;
  readonly refused: number;
  /** Edits and reason of each refusal that the rules call patch, minor or no change. */
  readonly missed: readonly string[];
}

/** Compares mutants with the small document, there and back, by the rules and by the compiler. */
export function judgeMutants(picks: readonly (readonly number[])[], openEnums: boolean): Agreement {
  const before = originalModel(openEnums);
  const mutants = picks.flatMap((numbers) => mutate(numbers, openEnums) ?? []);
  const pairs = mutants.flatMap(({ names, model }) => [
    { names, old: before, now: model },
    { names: ["taken back:", ...names], old: model, now: before },
  ]);
  const judgements = judgeAllByCompiler(pairs.map(({ old, now }) => [old, now]));
  const judged = pairs.map(({ names, old, now }, index) => {
    const judgement = judgements[index] ?? { operations: [], refusals: [] };
    return { names, compiler: applyJudgement(compareModels(old, now), judgement).compiler };
  });
  const sum = (of: (one: (typeof judged)[number]["compiler"]) => number) =>
    judged.reduce((total, { compiler }) => total + of(compiler), 0);
  return {
    mutants: mutants.length,
    judged: sum(({ checked }) => checked),
    refused: sum(({ refused }) => refused),
    missed: judged.flatMap(({ names, compiler }) =>
      compiler.disagreements
        .filter((one) => one.compiler === "refuses")
        .map(({ reason }) => [...names, reason].join(" | ")),
    ),
  };
}
