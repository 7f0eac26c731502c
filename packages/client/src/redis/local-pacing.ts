import { createLimiter, type Limiter } from "../pacing/limiter.ts";
import type { PacedAnswer } from "../pacing/pacer.ts";

/** The ordinary limiter of one process, which knows from the start what earlier answers told. */
export function primedLimiter(random: () => number, answers: readonly PacedAnswer[]): Limiter {
  const limiter = createLimiter(random);
  for (const answer of answers) {
    if (limiter.pass() || limiter.decide(answer.sentAt, 1)[0] > 0) limiter.answered(answer);
  }
  return limiter;
}

/** Keeps the last answer of this window and of the one before, told apart by the Reset they carry. */
export function rememberAnswer(answers: PacedAnswer[], answer: PacedAnswer): void {
  const reset = (of: PacedAnswer | undefined): string | null | undefined => of?.headers.get("x-ratelimit-reset");
  if (reset(answer) === null) return;
  if (answers.length > 0 && reset(answers.at(-1)) === reset(answer)) answers.pop();
  answers.push(answer);
  if (answers.length > 2) answers.shift();
}
