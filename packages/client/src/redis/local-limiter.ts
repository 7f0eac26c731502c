import { createLimiter, type Limiter } from "../pacing/limiter.ts";
import { limitsByOperation } from "../pacing/limits-by-operation.ts";
import type { PacedAnswer } from "../pacing/pacer.ts";

/** Creates the limiter of a single process, with the state that earlier answers show. */
export function createPrimedLimiter(random: () => number, answers: readonly PacedAnswer[]): Limiter {
  const limiter = createLimiter(random, limitsByOperation);
  for (const answer of answers) {
    if (limiter.pass() || limiter.decide(answer.sentAt, 1)[0] > 0) limiter.answered(answer);
  }
  return limiter;
}

/** Keeps the last answer of the current window and of the one before, which differ in their Reset. */
export function rememberAnswer(answers: PacedAnswer[], answer: PacedAnswer): void {
  const reset = (of: PacedAnswer | undefined): string | null | undefined => of?.headers.get("x-ratelimit-reset");
  if (reset(answer) === null) return;
  if (answers.length > 0 && reset(answers.at(-1)) === reset(answer)) answers.pop();
  answers.push(answer);
  if (answers.length > 2) answers.shift();
}
