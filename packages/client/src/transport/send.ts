import { ConnectionError } from "../errors/connection-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { fromCause, redactCause, redactor, wordsOf } from "../errors/redact.ts";
import { SvcError } from "../errors/svc-error.ts";
import { retryAfterMs } from "../retry/retry-after.ts";
import { retryDelay } from "../retry/retry-decision.ts";
import { endAttempt, mayRetry, nextTurn } from "../retry/turns.ts";
import { attemptOnce } from "./attempt.ts";
import { type Call, release, type Session, toDate } from "./call.ts";
import { deliver } from "./deliver.ts";
import { tell } from "./tell.ts";
import { limitAttempt } from "./time-limit.ts";

/**
 * Sends a request until it is answered for good: waits for its turn, makes an attempt, and goes again where the retry
 * policy says so. Then delivers the answer.
 */
export async function send(session: Session, call: Call, request: Request): Promise<unknown> {
  const { pacer, clock, turns } = session;
  call.method = request.method;
  for (;;) {
    call.attempt++;
    const turn = pacer?.enter(call);
    if (turn) {
      tell(session, call, "onWait", { rateLimit: session.rateLimit() });
      try {
        await turn;
      } catch (error) {
        // The service said no, and the wait for its next window is too long: its answer is the better error.
        if (!call.response || !RateLimitError.is(error)) throw error;
        call.retryAt = error.retryAt;
        return deliver(session, call);
      }
    }
    call.held = !!pacer;
    call.waiting = false;
    call.response = call.body = call.failure = call.refusal = undefined;
    try {
      await attemptOnce(session, call, request);
    } catch (error) {
      if (call.signal.aborted || SvcError.is(error)) throw error;
      call.response = undefined;
      call.failure = error;
    }
    const { status = 999, ok } = (call.response ?? {}) as Partial<Response>;
    endAttempt(turns, call, status < 500);
    if (ok) break;
    release(session, call);
    if (status === 401 && call.isOwn && !call.rejected && (await isRenewed(session, call))) continue;
    const delayMs = await nextDelay(session, call);
    if (delayMs === undefined) break;
    const error = redactCause(call.failure, redactor(call));
    tell(session, call, "onRetry", { status: call.response && status, error, delayMs });
    call.retry = call.waiting = true;
    call.signal.throwIfAborted();
    // The pacer knows when the window ends: other users of the key may be faster a few times, without harm.
    call.retries += (call as Call).refusal?.kind === "window" ? 0.25 : 1;
    if (delayMs) await new Promise<void>((resolve) => (call.timer = clock.setTimeout(resolve, delayMs)));
  }
  if (call.response) return deliver(session, call);
  const { failure } = call;
  throw fromCause(ConnectionError, call, [
    `no answer: ${wordsOf(failure)} ${errorCode(failure) ?? ""}`.trim(),
    failure,
  ]);
}

async function isRenewed(session: Session, call: Call): Promise<boolean> {
  const { clock, credentials } = session;
  limitAttempt(session, call);
  call.rejected = call.sent;
  let renewed = false;
  for (const [name, secret] of Object.entries(call.sent))
    renewed = (await credentials.of(name).renew(clock, secret)) !== secret || renewed;
  call.signal.throwIfAborted();
  call.expiresAt = call.lateAt;
  return renewed;
}

/** The first code along the causes, which may lead back to where they began. */
function errorCode(failure: unknown, depth = 0): unknown {
  const { code, cause } = Object(failure) as { code?: unknown; cause?: unknown };
  return code ?? (cause && depth < 5 ? errorCode(cause, depth + 1) : undefined);
}

/**
 * The time until the next attempt, or `undefined`: this was the last. Within the retry budget, or as the one that finds
 * out, a call goes after its delay; the others wait until it is their turn.
 */
async function nextDelay(session: Session, call: Call): Promise<number | undefined> {
  const { turns, random } = session;
  const { response, refusal, method } = call;
  const status = response?.status;
  const now = session.clock.now();
  const afterMs = response && retryAfterMs(response.headers, now);
  const attempt = { method, status, code: errorCode(call.failure), retryAfterMs: refusal ? 0 : afterMs };
  const delay = (retries: number, spread: number, asked = attempt.retryAfterMs): number | undefined =>
    retryDelay({ ...attempt, retryAfterMs: asked, retries, random: spread }, session.retry);
  while (!session.closed && delay(call.retries, 0) !== undefined) {
    const isWithin = turns.budget >= 1 || status === 429;
    if (status === 429 || mayRetry(turns, call))
      // Who finds out for all the others does not go too early, nor later for what failed before the outage.
      return isWithin
        ? delay(call.retries, random())
        : delay(Math.min(call.retries, turns.failures), (1 + random()) / 2);
    call.waiting = true;
    if (await nextTurn(turns, call)) return 0;
    call.retries++;
  }
  // A 5xx is an error of the service, unless it would be tried again but for the wait that it asks for.
  if (status === 429 || delay(call.retries, 0, 0) !== undefined)
    call.retryAt = toDate(refusal?.retryAt ?? now + (afterMs ?? NaN));
  return undefined;
}
