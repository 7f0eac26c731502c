import { ConnectionError } from "../errors/connection-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { redactCause, redactor } from "../errors/redact.ts";
import { SvcError } from "../errors/svc-error.ts";
import type { Refusal } from "../pacing/pacer.ts";
import { retryAfterMs } from "../retry/retry-after.ts";
import { retryDelay } from "../retry/retry-decision.ts";
import { endAttempt, mayRetry, nextTurn } from "../retry/turns.ts";
import { attemptOnce, type Tell } from "./attempt.ts";
import { type Call, release, type Session } from "./call.ts";
import { deliver } from "./deliver.ts";

/**
 * Sends a request until it is answered for good: waits for its turn, makes an attempt, and goes again where the retry
 * policy says so. Then delivers the answer.
 */
export async function send(session: Session, call: Call, request: Request): Promise<Response> {
  const { pacer, clock, hooks } = session;
  for (let attempt = 1, retries = 0; ; attempt++) {
    const tell: Tell = (name, more) => {
      try {
        (hooks[name] as ((event: object) => void) | undefined)?.({
          operation: call.operation,
          method: request.method,
          attempt,
          ...more,
        });
      } catch {
        // An observer cannot break a call.
      }
    };
    const turn = pacer?.enter(call);
    if (turn !== undefined) {
      tell("onWait", { rateLimit: session.rateLimit() });
      try {
        await turn;
      } catch (error) {
        // The service said no, and the wait for its next window is too long: its answer is the better error.
        if (!call.response || !RateLimitError.is(error)) throw error;
        call.retryAt = error.retryAt;
        return deliver(session, call);
      }
    }
    call.held = pacer !== undefined;
    call.waiting = false;
    call.response = call.body = undefined;
    let refusal: Refusal | undefined;
    let failure: unknown;
    try {
      refusal = await attemptOnce(session, call, request, tell);
      if ((call as Call).response?.ok) {
        endAttempt(session.turns, call, true);
        return deliver(session, call);
      }
    } catch (error) {
      if (call.signal.aborted || SvcError.is(error)) throw error;
      call.response = undefined;
      failure = error;
    }
    const { status } = (call.response ?? {}) as Partial<Response>;
    endAttempt(session.turns, call, status !== undefined && status < 500);
    release(session, call);
    if (status === 401 && !call.rejected && (await isRenewed(session, call))) continue;
    const outcome = { retries, method: request.method, failure, refusal };
    const delayMs = await nextDelay(session, call, outcome);
    if (delayMs === undefined) {
      if (call.response) return deliver(session, call);
      const clean = redactor(call);
      const text = clean(`${failure} ${errorCode(failure) ?? ""}`).slice(0, 300);
      throw new ConnectionError(`${call.operation}: no answer: ${text}`, { cause: redactCause(failure, clean) });
    }
    tell("onRetry", { status, error: redactCause(failure, redactor(call)), delayMs });
    call.retry = call.waiting = true;
    call.signal.throwIfAborted();
    // The pacer knows when the window ends: other users of the key may be faster a few times, without harm.
    retries = outcome.retries + (refusal?.kind === "window" ? 0.25 : 1);
    if (delayMs > 0) await new Promise<void>((resolve) => (call.timer = clock.setTimeout(resolve, delayMs)));
  }
}

async function isRenewed({ credentials }: Session, call: Call): Promise<boolean> {
  call.rejected = call.sent;
  let renewed = false;
  for (const name in call.sent) renewed = (await credentials.get(name, call.sent[name])) !== call.sent[name] || renewed;
  return renewed;
}

interface Outcome {
  retries: number;
  readonly method: string;
  readonly failure: unknown;
  readonly refusal: Refusal | undefined;
}

function errorCode(failure: unknown): unknown {
  const { code, cause } = Object(failure) as { code?: unknown; cause?: unknown };
  return code ?? (cause && errorCode(cause));
}

/** Within the budget, or as the one that finds out, a call goes after its delay; the others wait for their turn. */
async function nextDelay(session: Session, call: Call, outcome: Outcome): Promise<number | undefined> {
  for (;;) {
    const delayMs = decide(session, call, outcome);
    if (delayMs === undefined || call.response?.status === 429 || mayRetry(session.turns, call)) return delayMs;
    call.waiting = true;
    if (await nextTurn(session.turns, call)) return 0;
    outcome.retries++;
  }
}

/** The time until the next attempt, or `undefined`: this was the last. */
function decide(session: Session, call: Call, { retries, method, failure, refusal }: Outcome): number | undefined {
  const { response } = call;
  const status = response?.status;
  const now = session.clock.now();
  const afterMs = response && retryAfterMs(response.headers, now);
  const asked = refusal ? 0 : afterMs;
  // Who finds out for all the others does not go too early.
  const random = session.turns.budget < 1 ? (1 + session.random()) / 2 : session.random();
  const attempt = { retries, method, status, code: errorCode(failure), retryAfterMs: asked, random };
  const delayMs = session.closed ? undefined : retryDelay(attempt, session.retry);
  const at = refusal?.retryAt ?? now + (afterMs ?? Number.NaN);
  if (delayMs === undefined && at > 0) call.retryAt = new Date(Math.min(at, 8.64e15));
  return delayMs;
}
