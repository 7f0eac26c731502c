import { createLimit, type LimitState } from "./limit-state.ts";
import type { PacedAnswer } from "./pacer.ts";
import { type Dialect, type LimitReport, type ReadLimits, UNKNOWN_DIALECT } from "./rate-limit-headers.ts";
import { type ServerClock, UNKNOWN_CLOCK } from "./window-end.ts";

/** Failures in a row, with no answer between them, that count as an outage. */
const OUTAGE_FAILURES = 3;

const FIRST_PROBE_MS = 50;
const MAX_PROBE_MS = 10_000;

/** Share of bare 503s above which they are a limiter's, if the service accepted requests in the same moment. */
const BUSY_SHARE = 0.25;

const SAME_MOMENT_MS = 1000;

/**
 * Everything that a limiter knows of one credential at one origin: immutable parts, which steps replace. All times are
 * local, in milliseconds.
 */
export interface LimiterState {
  /** Difference of the service's clock to the local one. */
  clock: ServerClock;
  /** How the service writes its times. */
  dialect: Dialect;
  /** The limits that its answers have reported. */
  readonly limits: LimitState[];
  /** Which of them hold for which operation. */
  readonly routes: Route[];
  /** Limits that are assumed for an operation before its first answer, by index. */
  assumed: readonly number[];
  /** Whether a request may be sent despite a long wait, to see whether another limit holds. */
  mayGuess: boolean;
  outage: Outage;
  /** Requests sent and not answered. */
  inFlight: number;
}

/** The limits of an operation, as its answers have reported them. */
export interface Route {
  /** Operation id, or method and path without identifiers. "": all operations. */
  readonly key: string;
  /** Whether the operation has been answered; before that the limits of the other operations are assumed. */
  readonly isKnown: boolean;
  /** Indexes of its limits. */
  readonly limits: readonly number[];
  /** Those of them, at most one, that hold for this operation alone, since it was refused alone. */
  readonly own: readonly number[];
  readonly inFlight: number;
}

/** What a request is to find out, beside its result. */
export interface Purpose {
  /** Whether a window is over. */
  readonly isProbe?: boolean;
  /** Whether another limit holds for its operation than those that are assumed. */
  readonly isGuess?: boolean;
}

/** What the answers of a service say of its limits, and for what. */
export interface LimitRules {
  /** Requests that may be sent before the first answer. */
  readonly initial: number;
  /** Reads the limits that an answer reports. `ahead`: what the wall clock shows less the times of the answer. */
  readonly read: (answer: PacedAnswer, dialect: Dialect, ahead: number) => ReadLimits;
  /** Puts each report of an answer at the index of its limit. */
  readonly assign: (next: LimiterState, route: number, timed: TimedReports) => readonly LimitReport[];
  /** Whether each operation may have limits of its own. */
  readonly isByOperation: boolean;
}

/** Reports of one answer, and its times. */
export interface TimedReports extends Pick<PacedAnswer, "sentAt" | "receivedAt"> {
  readonly reports: readonly LimitReport[];
}

/** Index of the limit that no answer tells: of operations before their first answer, and of those that tell none. */
export const UNTOLD = 0;

/** Whether an answer has told a limit. */
export function isTold({ assumed }: Pick<LimiterState, "assumed">): boolean {
  return assumed[0] !== UNTOLD;
}

/** A limiter that has seen no answer. */
export function createLimiterState(initial: number): LimiterState {
  return {
    clock: UNKNOWN_CLOCK,
    dialect: UNKNOWN_DIALECT,
    limits: [createLimit(initial)],
    routes: [],
    assumed: [UNTOLD],
    mayGuess: true,
    outage: UP,
    inFlight: 0,
  };
}

/** Whether the service answers at all, before anything is known. Times are local, in milliseconds. */
const UP = {
  /** Failures in a row, and when the last one came. */
  failures: 0,
  failedAt: 0,
  /** Sum of the pauses made since the service last answered; 0: no outage. */
  downMs: 0,
  /** When the next request may probe whether the service is back, and whether one is under way. */
  probeAt: 0,
  isProbing: false,
  /** Requests that were in flight when the last answer came: their failures say nothing about the time after it. */
  earlier: 0,
  /** Share of bare 503s among the last answers (a mean over about 16), and when a request was last accepted. */
  busyShare: 0,
  acceptedAt: 0,
};

type Outage = Readonly<typeof UP>;

/** Counts a failure that no limit explains: no answer, or a server error. `random`: uniform in [0, 1). */
export function fail(state: Outage, now: number, random: () => number): Outage {
  const next = { ...state, failures: state.failures + 1, failedAt: now };
  // Of requests that fail together, only the first makes the pause longer.
  if (next.failures < OUTAGE_FAILURES || now < state.probeAt) return next;
  const wait = Math.min(MAX_PROBE_MS, Math.max(FIRST_PROBE_MS, state.downMs / 4));
  return { ...next, downMs: state.downMs + wait, probeAt: now + wait * (0.75 + random() / 2) };
}

/** Whether failures count as an outage by now. */
export function isOut({ failures }: Outage): boolean {
  return failures >= OUTAGE_FAILURES;
}

/** Ends an outage, because the service answered while so many requests were in flight. */
export function alive(state: Outage, inFlight: number): Outage {
  if (!state.failures && !state.downMs && state.earlier === inFlight) return state;
  return { ...state, failures: 0, downMs: 0, earlier: inFlight };
}

/** When the next request may go; 0: now; infinite: when the one that probes has ended. */
export function probeTime({ downMs, isProbing, probeAt }: Outage, now: number): number {
  if (!downMs) return 0;
  return isProbing ? Infinity : now < probeAt ? probeAt : 0;
}

/** Counts what kind of answer came. `isBare503`: a server error that may be a limiter's. */
export function tally(
  state: Outage,
  { isBare503, isAccepted }: { readonly isBare503: boolean; readonly isAccepted: boolean },
  now: number,
): Outage {
  const busyShare = state.busyShare + (+isBare503 - state.busyShare) / 16;
  return { ...state, busyShare, acceptedAt: isAccepted ? now : state.acceptedAt };
}

/** Whether a bare 503 is a refusal: nginx refuses with one, and accepts others at the same time. */
export function isBusy({ downMs, busyShare, acceptedAt }: Outage, now: number): boolean {
  return !downMs && busyShare > BUSY_SHARE && now - acceptedAt < SAME_MOMENT_MS;
}
