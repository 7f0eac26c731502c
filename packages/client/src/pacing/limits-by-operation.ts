import type { CreateLimits, Route } from "./limits.ts";
import type { PacedAnswer } from "./pacer.ts";
import { type Dialect, readLimits } from "./rate-limit-headers.ts";
import { createWindow } from "./rate-limit-window.ts";
import type { LimitReport } from "./reports.ts";
import { observe } from "./server-clock.ts";
import type { RateLimitWindow } from "./window.ts";

type Times = Pick<PacedAnswer, "sentAt" | "receivedAt">;

/** Most operations with a route of their own; all later ones share one. */
const MAX_ROUTES = 200;
const MAX_WINDOWS = 50;
const MAX_WINDOWS_OF_ROUTE = 4;
/** Wait above which an operation without an answer may send one request, to see whether another limit holds for it. */
const LONG_WAIT_MS = 10_000;

/**
 * Limits in any of the usual headers, several at once, and others for other operations: which answer reports which is
 * learnt. docs/decisions/limiter.md explains how.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export const limitsByOperation: CreateLimits = (shared) => {
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

  /** Finds the window of a report: one of this route, one of another route, or a new one. */
  const match = (
    own: readonly RateLimitWindow[],
    report: LimitReport,
    { sentAt, receivedAt }: Times,
  ): RateLimitWindow => {
    const find = (of: readonly RateLimitWindow[], isEqual: boolean, at?: number): RateLimitWindow | undefined =>
      of.find((window) => {
        const { name, limit, isContinuous } = window.facts();
        const isSame = name === report[0] && (!isEqual || limit === report[1]);
        return isSame && (at ? window.agrees(report, at) : !isContinuous);
      });
    // Third choice: a window of the same name that may be over, and whose limit has changed.
    const found = find(own, true) ?? find(windows, true, sentAt) ?? find(own, false, receivedAt);
    if (found) return found;
    if (!isTold && first.facts().left < Infinity) return first;
    mayGuess = true;
    const made = createWindow(shared);
    windows = [...windows, made].slice(-MAX_WINDOWS);
    return made;
  };

  /** The reports of an answer by the window that each is about. */
  const assign = (
    own: readonly RateLimitWindow[],
    reports: readonly LimitReport[],
    answer: Times,
  ): Map<RateLimitWindow, LimitReport> => {
    const told = new Map<RateLimitWindow, LimitReport>();
    for (const report of reports) {
      const [name, limit, remaining, reset, , , lengthMs] = report;
      // How many tokens a request takes is unknown, so a limit of tokens counts only when none is left.
      if (!(remaining >= 0 ? reset > 0 : lengthMs > 0) || (remaining > 0 && /token/.test(name))) continue;
      const window = match(own, report, answer);
      const at = answer.sentAt + lengthMs;
      if (remaining >= 0) told.set(window, report);
      // A policy without a count: assume that its window begins now.
      else if (window.facts().name === undefined)
        told.set(window, [name, limit, limit - 1, at + shared.clock[0], at, at, lengthMs]);
      isTold = true;
    }
    return told;
  };

  /** Whether limits are known, but not those of this operation. */
  const isNew = (of: Route): boolean => isTold && !of.isKnown;

  return {
    windows: () => windows,
    shown: () => assumed[0] ?? first,
    route(operation = "") {
      const found = routes.get(operation);
      if (found) return found;
      // Paths that differ only in an identifier are the same operation.
      const key = routes.size < MAX_ROUTES ? operation.replace(/\/[^/]*\d[^/]*/g, "/*") : "";
      const made = routes.get(key) ?? { isKnown: false, windows: assumed, inFlight: 0 };
      routes.set(key, made);
      return made;
    },
    learn(of, answer) {
      const { headers, sentAt, receivedAt } = answer;
      const { roundsDown, inMs } = dialect;
      const [reports, date] = readLimits(headers, sentAt, receivedAt, dialect);
      // If this answer changed how Reset is read, the known ends were misread.
      if (roundsDown !== dialect.roundsDown || inMs !== dialect.inMs) for (const window of windows) window.forgetEnd();
      if (date) shared.clock = observe(shared.clock, date, sentAt, receivedAt);
      const own = of.isKnown ? of.windows : [];
      const told = assign(own, reports, answer);
      if (!told.size) return [];
      const kept = own.filter((window) => window.facts().name !== undefined && !told.has(window));
      const next = [...kept, ...told.keys()].slice(-MAX_WINDOWS_OF_ROUTE);
      if (assumed[0]?.facts().name === undefined && first.facts().left < Infinity) assumed = next;
      for (const window of of.windows) window.hold(-of.inFlight);
      for (const window of next) window.hold(of.inFlight);
      of.windows = next;
      return next.map((window) => told.get(window));
    },
    // The first call of an operation goes alone: its answer shows which limits hold.
    most: (of) => (isNew(of) ? +!of.inFlight : Infinity),
    mayGuess(of, waitMs) {
      const goes = isNew(of) && mayGuess && waitMs > LONG_WAIT_MS;
      if (goes) mayGuess = false;
      return goes;
    },
  };
};
