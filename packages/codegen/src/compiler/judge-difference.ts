import { applyJudgement, type DocumentDifference, type JudgedDifference } from "@svc/diff";

/** Adds what the compiler says of programs that were written against the old document: the higher level counts. */
export async function judgeDifference({ old, new: now, ...difference }: DocumentDifference): Promise<JudgedDifference> {
  // The compiler takes longer to load than most documents to compare.
  const { judgeByCompiler } = await import("./compiler-judge.ts");
  return applyJudgement(difference, judgeByCompiler(old, now));
}
