import { applyJudgement, diffDocuments } from "@svc/diff";
import { documentsOf } from "@svc/diff/test-support/policy-case";
import { POLICY } from "@svc/diff/test-support/policy-cases";
import { expect, test } from "vitest";
import { judgeAllByCompiler } from "./compiler-judge.ts";

test("the compiler refuses nothing that the policy calls compatible, there and back, with closed and open enums", () => {
  const differences = POLICY.flatMap(([, rows]) => rows).flatMap((row) =>
    [true, false].flatMap((openEnums) => {
      const { old, now } = documentsOf(row);
      const [before, after] = [{ document: old, file: "old" } as const, { document: now, file: "new" } as const];
      return [
        { row: row.row, ...diffDocuments(before, after, { openEnums }) },
        { row: `${row.row}, taken back`, ...diffDocuments(after, before, { openEnums }) },
      ];
    }),
  );
  const judgements = judgeAllByCompiler(differences.map((one) => [one.old, one.new]));
  const missed = differences.flatMap(({ row, ...difference }, index) =>
    applyJudgement(difference, judgements[index] ?? { operations: [], refusals: [] })
      .compiler.disagreements.filter(({ compiler }) => compiler === "refuses")
      .map(({ operation, reason }) => `${row}: ${operation}: ${reason}`),
  );
  expect(missed).toEqual([]);
  expect(judgements.filter(({ refusals }) => refusals.length > 0).length).toBeGreaterThan(80);
});
