import { checkPolicy, RETRY } from "../checks.ts";
import { sleep, toDate } from "../clock.ts";
import { ConfigurationError } from "../errors/errors.ts";
import {
  createRetryBudget,
  type RetryBudget,
  type RetryOptions,
  retryAfterMs,
  retryDelay,
} from "../retry/retry-decision.ts";
import { errorCode, note, notesOf, type Policy, type PolicyCall } from "./policy.ts";

/**
 * Retries a request that failed temporarily if that is safe, within the budget that all calls share. The policies that
 * follow receive the result of the previous attempt as `last`.
 *
 * @throws ConfigurationError (the factory) naming the invalid option
 */
export function retry(given: RetryOptions | false = {}, shared?: RetryBudget): Policy {
  const options = checkPolicy(RETRY, given || { limit: 0 });
  const budget = shared ?? createRetryBudget(options.budget ?? 10);
  return async (request, next, call) => {
    const { id, signal } = call;
    const policy = call.retry ? { ...options, ...call.retry } : options;
    const end = call.onEnd(() => budget.end(id));
    let retries = 0;
    let last: Response | Error | undefined;
    let onPermit: (() => void) | undefined;
    try {
      for (;;) {
        const attempt = call.countAttempt();
        const before = last;
        try {
          last = await next(request, { ...call, attempt, last, onPermit });
        } catch (error) {
          last = toResult(error as Error, before);
        }
        const { unsent, isRenewed, refusal } = notesOf(last);
        // The service refused, and nothing can be sent after that: its response is the better error.
        if (unsent) return last as Response;
        const response = last instanceof Error ? undefined : last;
        budget.end(id, !!response && (response.status < 500 || refusal?.kind === "window"));
        if (response && response.status < 400) return response;
        if (isRenewed) continue;
        const [delayMs, made, retryAt] = await decide({ request, last, made: retries }, call, policy, budget);
        if (delayMs === undefined) {
          if (!response) throw last;
          return retryAt ? note(response, { retryAt }) : response;
        }
        const error = response ? undefined : (last as Error).cause;
        const more = { status: response?.status, error, delayMs };
        const tell = (): void => call.observers?.report({ ...call, attempt }, "onRetry", request, more);
        // A wait for the rate limit that is too long ends the call: nothing goes again.
        onPermit = refusal && tell;
        if (!refusal) tell();
        signal.throwIfAborted();
        // The pacer knows when the window ends: other users of the key may be faster a few times, without harm.
        retries = made + (refusal?.kind === "window" ? 0.25 : 1);
        const asked = response && retryAfterMs(response.headers, call.clock.now());
        const early = asked === undefined ? budget.recovery : undefined;
        if (delayMs) await call.idle(sleep(call.clock, delayMs, signal, early));
      }
    } catch (error) {
      budget.end(id);
      throw error;
    } finally {
      end();
    }
  };
}

/** The result of an attempt that failed. @throws the error of a step that a further attempt would not change */
function toResult(error: Error, before: Response | Error | undefined): Response | Error {
  const { unsent = ConfigurationError.is(error) ? error : undefined, retryAt } = notesOf(error);
  if (unsent && before instanceof Response) return note(before, { unsent, retryAt });
  if ("failure" in notesOf(error)) return error;
  throw error;
}

/**
 * Decides whether a request goes again, and when. Within the retry budget, or as the probe, it goes after its own delay;
 * otherwise it waits for the probes of other calls, whose failures count as retries `made`.
 */
async function decide(
  { request: { method }, last, made }: { request: Request; last: Response | Error; made: number },
  call: PolicyCall,
  policy: RetryOptions,
  budget: RetryBudget,
): Promise<readonly [delayMs: number | undefined, made: number, retryAt?: Date | undefined]> {
  const { id, random, clock, isIdempotent } = call;
  const { failure, refusal, isCarriedOut = false, resetAt } = notesOf(last);
  const response = last instanceof Error ? undefined : last;
  // A 403 that is a refusal is for a limit.
  const status = refusal && response?.status === 403 ? 429 : response?.status;
  const now = clock.now();
  const afterMs = response && retryAfterMs(response.headers, now);
  const sent = { method, status, code: errorCode(failure), isIdempotent, isCarriedOut };
  let retries = made;
  const delay = (
    spread: number,
    most = retries,
    asked = refusal && refusal.kind !== "outage" ? 0 : afterMs,
  ): number | undefined => retryDelay({ ...sent, retryAfterMs: asked, retries: most, random: spread }, policy);
  while (call.isOpen() && delay(0) !== undefined) {
    // The pacer knows when to go.
    const taken = refusal || status === 429 ? Infinity : budget.take(id);
    // A probe does not go too early, nor later for failures before the outage.
    if (taken !== undefined)
      return [delay(taken < Infinity ? (1 + random()) / 2 : random(), Math.min(retries, taken)), retries];
    if (await call.idle(budget.wait(id))) return [0, retries];
    retries++;
  }
  // A 5xx is an error of the service, unless only the wait that it asks for prevents a retry.
  const isLater = status === 429 || delay(0, retries, 0) !== undefined;
  return [undefined, retries, isLater ? (toDate(refusal?.retryAt ?? now + (afterMs ?? NaN)) ?? resetAt) : undefined];
}
