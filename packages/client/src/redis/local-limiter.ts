import { createLimiter, type Limiter } from "../pacing/limiter.ts";
import { limitsByOperation } from "../pacing/limits-by-operation.ts";
import type { PacedAnswer } from "../pacing/pacer.ts";
import type { SharedRoute } from "./shared-limits.ts";

/** Creates the limiter of a single process, with the state that the remembered answers show. */
export function createPrimedLimiter(random: () => number, routes: Iterable<SharedRoute>): Limiter {
  const limiter = createLimiter(random, limitsByOperation);
  const answers = [...routes].flatMap((of) => of.answers).sort((one, other) => one.sentAt - other.sentAt);
  for (const answer of answers) {
    const route = limiter.route(answer.operation);
    if (limiter.pass(route) || limiter.decide(answer.sentAt, 1, route).permits > 0) limiter.answered(answer);
  }
  return limiter;
}

/** Keeps the last answer of the current window of an operation and of the one before, which differ in their end. */
export function rememberAnswer({ answers, limits }: SharedRoute, answer: PacedAnswer): void {
  const reset = Math.max(...limits.map(({ state }) => state.reset));
  if (!(reset > 0)) return;
  if (answers.at(-1)?.reset === reset) answers.pop();
  answers.push({ ...answer, reset });
  if (answers.length > 2) answers.shift();
}
