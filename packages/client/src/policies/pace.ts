import { checkPolicy, PACE } from "../checks.ts";
import { type Clock, toDate } from "../clock.ts";
import { AbortedError, ConnectionError, RateLimitError, SvcError } from "../errors/errors.ts";
import { nameOf } from "../errors/redact.ts";
import { createPacer } from "../pacing/create-pacer.ts";
import { undeclaredLimits } from "../pacing/limits-by-operation.ts";
import type { Pacer, PacerContext, RateLimitSnapshot } from "../pacing/pacer.ts";
import { type Notes, note, notesOf, type Policy, type PolicyCall } from "./policy.ts";

/**
 * Waits for a permit of the rate limit and gives it back with what the service says of its limits. The permit is held from
 * then until the headers of the response are there.
 *
 * @throws RateLimitError (the call) for a wait that is longer than allowed
 */
export function paceBy(pacerOf: () => Pacer): Policy {
  return async (request, next, call) => {
    const pacer = pacerOf();
    const { operation, priority, signal, last } = call;
    // In an outage each call is to find out at most once whether it is over.
    const retry = last !== undefined && !notesOf(last).isRenewed && notesOf(last).refusal?.kind !== "outage";
    const wait = pacer.enter({ operation, priority, signal, retry });
    if (wait) {
      call.observers?.report(call, "onWait", request, { rateLimit: pacer.snapshot() });
      await call.idle(wait).catch((error: unknown) => {
        if (signal.aborted || !SvcError.is(error) || AbortedError.is(error)) throw error;
        // A pacer may reject many calls with one error.
        const Class = error.constructor as typeof RateLimitError;
        const retryAt = RateLimitError.is(error) ? error.retryAt : undefined;
        const name = nameOf(call);
        const made = new Class(`${name}: ${error.message}`, { operation: name, retryAt });
        throw note(made, { unsent: error, retryAt });
      });
    }
    call.onPermit?.();
    let isHeld = true;
    let known: Notes | undefined;
    const onHeaders = (own: Response, sentAt: number, receivedAt: number): void => {
      if (!isHeld) return;
      const { status, headers } = own;
      const refusal = pacer.answered({ operation, status, headers, sentAt, receivedAt });
      // Headers that throw are a failure, which gives the permit back.
      isHeld = false;
      if (!refusal && status !== 429) return;
      const rateLimit = pacer.snapshot();
      const resetAt = rateLimit.remaining === 0 ? rateLimit.resetAt : undefined;
      known = { refusal, resetAt };
      if (status === 429 || refusal?.kind === "window")
        call.observers?.report(call, "onRateLimit", request, { rateLimit, refusal });
    };
    const giveBack = (failure?: unknown): void => {
      const refusal = isHeld ? pacer.failed({ operation, failure }) : undefined;
      if (refusal) known = { refusal };
      isHeld = false;
    };
    const forget = call.onEnd(giveBack);
    try {
      const response = await next(request, { ...call, onHeaders });
      // Another policy has answered: nothing was sent.
      giveBack();
      return known ? note(response, known) : response;
    } catch (error) {
      giveBack(notesOf(error as Error).failure);
      throw known ? note(error as Error, known) : error;
    } finally {
      forget();
    }
  };
}

/** Options of {@link pace}. */
export interface PaceOptions {
  /** Longest wait of a call for the rate limit, in milliseconds, from 0. @default 300_000 */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once, from 0. @default 100_000 */
  readonly maxQueued?: number | undefined;
}

/**
 * Paces all requests of one credential and origin by the limits that the service reports, in any headers.
 *
 * @throws RateLimitError (the call) for a wait that is longer than allowed; ConfigurationError (the factory)
 */
export function pace(options: PaceOptions = {}): Policy {
  checkPolicy({ ...PACE, option: "pace" }, options);
  let pacer: Pacer | undefined;
  return (request, next, call) => {
    pacer ??= openPacer(options, call);
    return paceBy(() => pacer as Pacer)(request, next, call);
  };
}

function openPacer(options: PaceOptions, { clock, random }: PolicyCall): Pacer {
  const errors = pacerErrors(clock, () => pacer.snapshot());
  const pacer = createPacer({ ...options, clock, random, errors, limits: undeclaredLimits });
  return pacer;
}

/** The errors of calls that may not wait, or not longer. Their operation is added by the call. */
export function pacerErrors(clock: Clock, snapshot: () => RateLimitSnapshot): PacerContext["errors"] {
  return {
    rateLimited(at, waitedMs = 0) {
      const { limit, resetAt, queued } = snapshot();
      const retryAt = toDate(at === Infinity ? undefined : at);
      const sofar = waitedMs < 1000 ? "" : ` more after ${Math.round(waitedMs / 1000)} s`;
      const wait = retryAt ? `${Math.ceil((+retryAt - clock.now()) / 1000)} s${sofar}` : "of unknown length";
      const window = resetAt ? ` (limit ${limit} until ${resetAt.toISOString()})` : "";
      const reason = at
        ? `the wait for the rate limit${window} is ${wait}, longer than rateLimit.maxWaitMs`
        : `${queued} calls wait, the most that rateLimit.maxQueued allows`;
      return new RateLimitError(`${reason}: raise it, or call again later`, { retryAt });
    },
    unavailable: () => new ConnectionError("no response: other calls have failed for longer than retries wait"),
  };
}
