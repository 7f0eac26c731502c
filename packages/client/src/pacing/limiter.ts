import { retryAfterMs } from "../retry/retry-after.ts";
import type { FailedPermit, PacedAnswer, RateLimitSnapshot, Refusal } from "./pacer.ts";
import { type Dialect, type LimitReport, readLimits } from "./rate-limit-headers.ts";
import { createWindow, type Decision, type RateLimitWindow, type Shared } from "./rate-limit-window.ts";
import { observe } from "./server-clock.ts";

/** Failures in a row, with no answer between them, that count as an outage. */
const OUTAGE_FAILURES = 3;
const FIRST_PROBE_MS = 100;
const MAX_PROBE_MS = 10_000;
/** Most operations with a route of their own; all later ones share one. */
const MAX_ROUTES = 200;
const MAX_WINDOWS = 50;
const MAX_WINDOWS_OF_ROUTE = 4;
/** Wait above which an operation without an answer may send one request, to see whether another limit holds for it. */
const LONG_WAIT_MS = 10_000;

/** Limits of an operation, as its answers have reported them. */
export interface Route {
  /** Whether the operation has been answered; before that the limits of the other operations are assumed. */
  isKnown: boolean;
  windows: readonly RateLimitWindow[];
  inFlight: number;
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

/** Creates a limiter that has seen no answer. `random` spreads backoffs: uniform in [0, 1). */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createLimiter(random: () => number): Limiter {
  // The offset of the clocks is taken as zero before the first answer: most machines have the right time.
  const shared: Shared = { random, clock: [0, 0, 0] };
  const dialect: Dialect = { roundsDown: false, inMs: false, last: ["", 0, 0, 0] };
  const first = createWindow(shared);
  let windows: readonly RateLimitWindow[] = [first];
  const routes = new Map<string, Route>();
  /** Limits that are assumed for an operation before its first answer. */
  let assumed = windows;
  /** Whether an answer has reported a limit. */
  let isTold = false;
  /** Whether a request may be sent despite a long wait, to see whether another limit holds. */
  let mayGuess = true;
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

  const route = (operation = ""): Route => {
    const found = routes.get(operation);
    if (found) return found;
    // Paths that differ only in an identifier are the same operation.
    const key = routes.size < MAX_ROUTES ? operation.replace(/\/[^/]*\d[^/]*/g, "/*") : "";
    const made = routes.get(key) ?? { isKnown: false, windows: assumed, inFlight: 0 };
    routes.set(key, made);
    return made;
  };

  /** Finds the window of a report: one of this route, one of another route, or a new one. */
  const match = (own: readonly RateLimitWindow[], report: LimitReport, sentAt: number): RateLimitWindow => {
    const find = (of: readonly RateLimitWindow[], isEqual: boolean, agrees: boolean): RateLimitWindow | undefined =>
      of.find((window) => {
        const { name, limit, isContinuous } = window.facts();
        const isSame = name === report[0] && (!isEqual || limit === report[1]);
        return isSame && (agrees ? window.agrees(report, sentAt) : !isContinuous);
      });
    // Third choice: a window of the same name whose limit has changed.
    const found = find(own, true, false) ?? find(windows, true, true) ?? find(own, false, true);
    if (found) return found;
    if (!isTold && first.facts().left < Infinity) return first;
    mayGuess = true;
    const made = createWindow(shared);
    windows = [...windows, made].slice(-MAX_WINDOWS);
    return made;
  };

  /** Learns from an answer which limits hold for a route; returns the report for each. */
  const learn = (of: Route, reports: readonly LimitReport[], sentAt: number): Map<RateLimitWindow, LimitReport> => {
    const told = new Map<RateLimitWindow, LimitReport>();
    const own = of.isKnown ? of.windows : [];
    for (const report of reports) {
      const [name, limit, remaining, reset, , , lengthMs] = report;
      // How many tokens a request takes is unknown, so a limit of tokens counts only when none is left.
      if (!(remaining >= 0 ? reset > 0 : lengthMs > 0) || (remaining > 0 && /token/.test(name))) continue;
      const window = match(own, report, sentAt);
      const at = sentAt + lengthMs;
      if (remaining >= 0) told.set(window, report);
      // A policy without a count: assume that its window begins now.
      else if (window.facts().name === undefined)
        told.set(window, [name, limit, limit - 1, at + shared.clock[0], at, at, lengthMs]);
      isTold = true;
    }
    if (!told.size) return told;
    const kept = own.filter((window) => window.facts().name !== undefined && !told.has(window));
    const next = [...kept, ...told.keys()].slice(-MAX_WINDOWS_OF_ROUTE);
    if (assumed[0]?.facts().name === undefined && first.facts().left < Infinity) assumed = next;
    for (const window of of.windows) window.hold(-of.inFlight);
    for (const window of next) window.hold(of.inFlight);
    of.windows = next;
    return told;
  };

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
    if (downMs && sentAt >= failedAt) for (const window of windows) window.revive();
    failures = downMs = 0;
    earlier = inFlight;
  };

  const send = (of: Route, count: number): void => {
    inFlight += count;
    of.inFlight += count;
    for (const window of of.windows) window.hold(count);
  };

  /** Whether limits are known, but not those of this operation. */
  const isNew = (of: Route): boolean => isTold && !of.isKnown;

  const decide = (now: number, queued: number, of: Route): Decision => {
    // The local clock was set back.
    if (now < failedAt) failedAt = downMs = failures = probeAt = 0;
    if (downMs && (probing || now < probeAt)) return [0, probing ? Infinity : probeAt, false];
    if (isNew(of) && of.inFlight) return [0, Infinity, false];
    let count = downMs || isNew(of) ? 1 : queued;
    let wakeAt = 0;
    let isCertain = false;
    for (const window of of.windows) {
      const [free, until, certain] = window.decide(now, queued);
      count = Math.min(count, free);
      if (free || until < wakeAt) continue;
      wakeAt = until;
      isCertain = certain;
    }
    if (!count && isNew(of) && mayGuess && wakeAt - now > LONG_WAIT_MS) {
      mayGuess = false;
      count = 1;
    }
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

  return {
    route,
    get downMs() {
      return downMs;
    },
    pass(of = route()) {
      if (downMs || (isNew(of) && of.inFlight)) return false;
      for (const window of of.windows) if (window.room() < 1) return false;
      send(of, 1);
      return true;
    },
    decide: (now, queued, of = route()) => decide(now, queued, of),
    answered({ status, headers, sentAt, receivedAt, operation }) {
      const of = route(operation);
      const { roundsDown, inMs } = dialect;
      const [reports, date] = readLimits(headers, sentAt, receivedAt, dialect);
      // If this answer changed how Reset is read, the known ends were misread.
      if (roundsDown !== dialect.roundsDown || inMs !== dialect.inMs) for (const window of windows) window.forgetEnd();
      if (date) shared.clock = observe(shared.clock, date, sentAt, receivedAt);
      const waitMs = status > 399 ? retryAfterMs(headers, receivedAt) : undefined;
      const told = learn(of, reports, sentAt);
      const isExhausted = [...told.values()].some(([, , remaining]) => remaining < 1);
      const isLimit =
        status === 429 ||
        (status === 503 && waitMs !== undefined) ||
        (status === 403 && (isExhausted || waitMs !== undefined));
      const isFailure = status > 499 && !isLimit;
      const outcome = { sentAt, receivedAt, isTaken: !isLimit && !isFailure, isTold: told.size > 0 };
      settle(of);
      const outage = isFailure ? fail(receivedAt) : live(sentAt);
      of.isKnown ||= !isFailure;
      let retryAt = 0;
      for (const window of of.windows) {
        const report = told.get(window);
        window.settle(outcome, report);
        // If a window is used up, the refusal is for that window only.
        if (!(isLimit || status === 503) || (isExhausted && !((report?.[2] as number) < 1))) continue;
        const at = window.refuse(outcome, [waitMs ?? 0, isLimit, downMs > 0], report);
        if (Math.abs(at) > Math.abs(retryAt)) retryAt = at;
      }
      if (!retryAt || downMs) return outage as Refusal | undefined;
      return { kind: retryAt > 0 && status !== 503 ? "window" : "quota", retryAt: Math.abs(retryAt) };
    },
    failed(now, permit) {
      const of = route(permit?.operation);
      settle(of);
      for (const window of of.windows) window.settle({ sentAt: now, receivedAt: now, isTaken: false, isTold: false });
      return permit?.failure === undefined || earlier-- > 0 ? undefined : fail(now);
    },
    snapshot(queued) {
      const { limit, left, endsAt } = (assumed[0] ?? first).facts();
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
