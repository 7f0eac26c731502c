import { retryAfterMs } from "../retry/retry-after.ts";
import type { CreateLimits, Route } from "./limits.ts";
import type { FailedPermit, PacedAnswer, RateLimitSnapshot, Refusal } from "./pacer.ts";
import type { Decision, Shared } from "./window.ts";

/** Failures in a row, with no answer between them, that count as an outage. */
const OUTAGE_FAILURES = 3;
const FIRST_PROBE_MS = 100;
const MAX_PROBE_MS = 10_000;
/** Share of bare 503s above which they are a limiter's, if the service took requests in the same moment. */
const BUSY_SHARE = 0.25;
const SAME_MOMENT_MS = 1000;

/** Whether an answer refuses a request for a limit. `waitMs`: its Retry-After; `isExhausted`: it reports no requests left. */
export function isLimitRefusal(status: number, waitMs: number | undefined, isExhausted: boolean): boolean {
  return (
    status === 429 ||
    (status === 503 && waitMs !== undefined) ||
    (status === 403 && (isExhausted || waitMs !== undefined))
  );
}

/**
 * The limits of one credential and origin: events in, decisions out. It reads no clock and sets no timer.
 * docs/decisions/limiter.md explains how it works.
 */
export interface Limiter {
  /** The route of an operation id, or of a method and path. */
  route(operation?: string): Route;
  /** Fast path: takes one permit if this can be decided without the time, and returns whether it did. */
  pass(route?: Route): boolean;
  /** Takes as many permits as the limits allow now, at most `queued`. */
  decide(now: number, queued: number, route?: Route): Decision;
  /** Gives back the permit of an answered request. Returns how a refusal is understood. */
  answered(answer: PacedAnswer): Refusal | undefined;
  /** Gives back the permit of a request without an answer. It counts as used until an answer to a later request. */
  failed(now: number, permit?: FailedPermit): Refusal | undefined;
  /** Sum of the pauses made in this outage, in milliseconds; 0: no outage. */
  readonly downMs: number;
  snapshot(queued: number): RateLimitSnapshot;
}

/**
 * Creates a limiter that has seen no answer. `random` spreads backoffs: uniform in [0, 1). `createLimits`: which limits
 * answers report, and for what.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createLimiter(random: () => number, createLimits: CreateLimits): Limiter {
  // The offset of the clocks is taken as zero before the first answer: most machines have the right time.
  const shared: Shared = { random, clock: [0, 0, 0] };
  const limits = createLimits(shared);
  let inFlight = 0;
  /** Requests that were in flight when the last answer came: their failures say nothing about the time after it. */
  let earlier = 0;
  /** Failures in a row, and the local time of the last. */
  let failures = 0;
  let failedAt = 0;
  /** Sum of the pauses made since the last answer of the service, in milliseconds; 0: no outage. */
  let downMs = 0;
  let probeAt = 0;
  let probing = false;
  /** Share of bare 503s among the last answers, and when one was taken. */
  let busy = 0;
  let takenAt = 0;

  /** Counts a failure that no limit explains: no answer, or a server error. */
  const fail = (now: number): Refusal | undefined => {
    failedAt = now;
    if (++failures < OUTAGE_FAILURES) return undefined;
    // Of requests that fail together, only the first makes the pause longer.
    if (now >= probeAt) {
      const wait = Math.min(MAX_PROBE_MS, Math.max(FIRST_PROBE_MS, downMs / 2));
      downMs += wait;
      probeAt = now + wait * (0.75 + random() / 2);
    }
    return { kind: "outage", retryAt: probeAt };
  };

  /** Ends the outage, because the service answered. */
  const live = (sentAt: number): void => {
    // An answer to a request sent before the last failure is no recovery: the service answers some and fails others.
    if (downMs && sentAt >= failedAt) for (const window of limits.windows()) window.revive();
    failures = downMs = 0;
    earlier = inFlight;
  };

  const send = (of: Route, count: number): void => {
    inFlight += count;
    of.inFlight += count;
    for (const window of of.windows) window.hold(count);
  };

  const decide = (now: number, queued: number, of: Route): Decision => {
    // The local clock was set back.
    if (now < failedAt) failedAt = downMs = failures = probeAt = 0;
    if (downMs && (probing || now < probeAt)) return [0, probing ? Infinity : probeAt, false];
    const most = limits.most?.(of) ?? queued;
    if (!most) return [0, Infinity, false];
    let count = downMs ? 1 : Math.min(most, queued);
    let wakeAt = 0;
    let isCertain = false;
    for (const window of of.windows) {
      const [free, until, certain] = window.decide(now, queued);
      count = Math.min(count, free);
      if (free || until < wakeAt) continue;
      wakeAt = until;
      isCertain = certain;
    }
    count ||= +!!limits.mayGuess?.(of, wakeAt - now);
    if (!count) return [0, wakeAt, isCertain];
    probing = downMs > 0;
    send(of, count);
    return [count, Infinity, false];
  };

  const settle = (of: Route): void => {
    inFlight--;
    of.inFlight--;
    probing = false;
  };

  const { route } = limits;
  return {
    route,
    get downMs() {
      return downMs;
    },
    pass(of = route()) {
      if (downMs || limits.most?.(of) === 0) return false;
      for (const window of of.windows) if (window.room() < 1) return false;
      send(of, 1);
      return true;
    },
    decide: (now, queued, of = route()) => decide(now, queued, of),
    answered(answer) {
      const { status, headers, sentAt, receivedAt } = answer;
      const of = route(answer.operation);
      const waitMs = status > 399 ? retryAfterMs(headers, receivedAt) : undefined;
      const reports = limits.learn(of, answer);
      const isExhausted = reports.some((report) => report && report[2] < 1);
      const isLimit = isLimitRefusal(status, waitMs, isExhausted);
      busy += (+(status === 503 && !isLimit) - busy) / 16;
      // A limiter that tells nothing: nginx refuses with a bare 503, and takes others in between.
      const isBusy =
        status === 503 &&
        !downMs &&
        busy > BUSY_SHARE &&
        receivedAt - takenAt < SAME_MOMENT_MS &&
        !(limits.shown().facts().limit >= 0);
      const isFailure = status > 499 && !isLimit && !isBusy;
      const isTaken = !isLimit && status < 500;
      if (isTaken) takenAt = receivedAt;
      const outcome = { sentAt, receivedAt, isTaken, isTold: reports.length > 0 };
      settle(of);
      const outage = isFailure ? fail(receivedAt) : live(sentAt);
      of.isKnown ||= !isFailure;
      let retryAt = 0;
      of.windows.forEach((window, index) => {
        const report = reports[index];
        window.settle(outcome, report);
        // If a window is used up, the refusal is for that window only.
        if (!(isLimit || status === 503) || (isExhausted && !((report?.[2] as number) < 1))) return;
        const at = window.refuse(outcome, [waitMs ?? 0, isLimit || isBusy, downMs > 0], report);
        if (Math.abs(at) > Math.abs(retryAt)) retryAt = at;
      });
      if (!retryAt || downMs) return outage as Refusal | undefined;
      return { kind: isBusy || (retryAt > 0 && status !== 503) ? "window" : "quota", retryAt: Math.abs(retryAt) };
    },
    failed(now, permit) {
      const of = route(permit?.operation);
      settle(of);
      for (const window of of.windows) window.settle({ sentAt: now, receivedAt: now, isTaken: false, isTold: false });
      return permit?.failure === undefined || earlier-- > 0 ? undefined : fail(now);
    },
    snapshot(queued) {
      const { limit, left, endsAt } = limits.shown().facts();
      const isKnown = limit >= 0;
      return {
        limit: isKnown ? limit : undefined,
        remaining: isKnown ? left : undefined,
        resetAt: endsAt ? new Date(endsAt) : undefined,
        queued,
        inFlight,
      };
    },
  };
}
