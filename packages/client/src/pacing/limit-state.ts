import type { PacedAnswer } from "./pacer.ts";
import type { LimitReport, WindowEnd } from "./reports.ts";
import { UNKNOWN_END } from "./window-end.ts";

/**
 * State of one limit: a fixed or sliding window, a token bucket, or none at all. All times are local, in milliseconds.
 * docs/decisions/limiter.md has the diagram.
 */
export interface LimitState extends WindowState, Usage, Concurrency, Unreported {
  /** Name of the limit in reports; `undefined` before the first. */
  readonly name: string | undefined;
  /** Requests per window; NaN before the first report. */
  readonly limit: number;
  /** Requests sent and not answered. */
  readonly inFlight: number;
  /** No request is sent before this time; 0: no pause. */
  readonly pausedUntil: number;
  /** When the last refusal came that began a pause or a count. */
  readonly refusedAt: number;
}

/** A copy of a state that the steps of one event write into, before it becomes the next state. */
export type Draft<State> = { -readonly [Field in keyof State]: State[Field] };

/** The window in which requests are counted now. */
export interface WindowState {
  readonly end: WindowEnd;
  /** Length of the window, if the policy has it; else the longest time to its end that was seen. */
  readonly lengthMs: number;
  /** Whether the window is only assumed, because the last one has ended or none was reported. */
  readonly isAssumed: boolean;
  /** Whether it was seen from its start. */
  readonly isWhole: boolean;
  /** Whether permits come back continuously, as in a sliding window or a token bucket. */
  readonly isContinuous: boolean;
  /** Since when it is known. Answers to earlier requests may report an earlier window. */
  readonly since: number;
  /** When the request was sent, and its answer received, that first reported it, or was the first of it. */
  readonly openedBy: number;
  readonly openedAt: number;
  /** Whether that request was the first of the window, so that it may have begun with it. */
  readonly isOwn: boolean;
  /** Length of windows that begin with a request, since one has ended sooner than told; 0: none has. */
  readonly startedMs: number;
  /** Whether a window that was taken to end sooner than told did not. */
  readonly endsAsTold: boolean;
  /** Since when half of it is over: one request shows how many permits others have left; 0: it is not. */
  readonly halfAt: number;
  /** How long after their announced end windows refused requests, and whether this one did. */
  readonly lateMs: number;
  readonly wasLate: boolean;
  /** How many more requests may probe whether the first window is over. */
  readonly probes: number;
}

/** Who has used the permits of the window, and how many are left. */
export interface Usage {
  /** Lowest Remaining seen in the window; the expected one, if it is assumed. Infinite: nothing is paced. */
  readonly remaining: number;
  /** When that was learnt. */
  readonly remainingAt: number;
  /** Permits when counting began. */
  readonly base: number;
  /** How many of them this client used. Others used the rest of what is gone. */
  readonly own: number;
  /** Requests in flight that were sent before `remaining` was learnt, which may count them. */
  readonly early: number;
  /** Requests without an answer, which may or may not have been counted, and when the last of them failed. */
  readonly lost: number;
  readonly lostAt: number;
  /** This client's share of the permits used in earlier windows; 1: nobody else used any. */
  readonly share: number;
  /** Whether the share was learnt in a whole window. */
  readonly isProven: boolean;
  /** Whether requests sent in a known window have been answered, so that the use by others shows. */
  readonly isSampled: boolean;
}

/** Requests in flight at the same time, and pauses, after refusals that no window explains. */
export interface Concurrency {
  /** Most requests in flight: infinite until one is refused for another reason than the window. */
  readonly mostInFlight: number;
  /** Longest pause after the next refusal, in milliseconds. */
  readonly backoffMs: number;
  /** Whether the limit grows fast, after an outage. */
  readonly isRecovering: boolean;
}

/**
 * What is known of a service whose answers report no limit. A limit there may be all the same: requests are sent
 * carefully until many were accepted, and after a refusal as many as were accepted before it.
 */
export interface Unreported {
  /** Requests that may be in flight before the first answer. One is a probe: it knows all that the others would. */
  readonly initial: number;
  /** Local time at which twice as many may be in flight, since none was answered; 0: not set. */
  readonly doubleAt: number;
  /** Requests accepted since the last refusal. */
  readonly accepted: number;
  /** Requests accepted between the last two refusals; infinite before the first. */
  readonly capacity: number;
  /** Whether a failure has ended the fast growth of the requests in flight. */
  readonly isCareful: boolean;
}

/** What happens to a limit. */
export type LimitEvent =
  /** Requests were sent. `isProbe`: to find out whether the first window is over. */
  | { readonly type: "sent"; readonly count: number; readonly isProbe?: boolean }
  /** An answer came. `report`: of this limit. */
  | { readonly type: "answered"; readonly outcome: Outcome; readonly report?: LimitReport | undefined }
  /** A request ended without an answer. */
  | { readonly type: "failed"; readonly now: number }
  /** An answer that came was a refusal, perhaps for this limit. */
  | { readonly type: "refused"; readonly refusal: LimitRefusal }
  /** Time passed. */
  | { readonly type: "elapsed"; readonly now: number }
  /** The service answers again after an outage. */
  | { readonly type: "recovered" }
  /** An answer showed that ends of windows were misread. */
  | { readonly type: "misread" };

/** Outcome of a request. */
export interface Outcome extends Pick<PacedAnswer, "sentAt" | "receivedAt"> {
  /** Whether the service accepted it. */
  readonly isAccepted: boolean;
  /** Whether its answer reported any limit, perhaps not this one. */
  readonly isTold: boolean;
}

/** A refusal, as far as it concerns one limit. */
export interface LimitRefusal extends Pick<PacedAnswer, "sentAt" | "receivedAt"> {
  readonly report: LimitReport | undefined;
  /** `Retry-After` in milliseconds; 0: none. */
  readonly waitMs: number;
  /** Whether a limit is the reason. */
  readonly isLimit: boolean;
  /** Whether the service is in an outage. */
  readonly isDown: boolean;
  /** Spreads the pause: uniform in [0, 1). */
  readonly random: number;
}

/**
 * `unreported`: no answer has reported the limit. `sampled`: a window is known, and a few requests show whether others use
 * the key. `open`: all that is left may be sent. `assumed`: the window is over, and the next one is counted before
 * anything of it was seen.
 */
export type Phase = "unreported" | "sampled" | "open" | "assumed";

export function phaseOf({ isAssumed, end, isSampled }: LimitState): Phase {
  if (isAssumed) return end.reset > 0 ? "assumed" : "unreported";
  return isSampled ? "open" : "sampled";
}

/** Longest pause after the first refusal, in milliseconds. */
export const BACKOFF_MS = 500;

/** A limit that no answer has reported. `initial`: requests that may be sent before the first answer. */
export function createLimit(initial = 1): LimitState {
  return {
    name: undefined,
    limit: NaN,
    inFlight: 0,
    pausedUntil: 0,
    refusedAt: 0,

    end: UNKNOWN_END,
    lengthMs: 0,
    isAssumed: true,
    isWhole: false,
    isContinuous: false,
    since: 0,
    openedBy: 0,
    openedAt: 0,
    isOwn: false,
    startedMs: 0,
    endsAsTold: false,
    halfAt: 0,
    lateMs: 0,
    wasLate: false,
    probes: 4,

    remaining: initial,
    remainingAt: 0,
    base: 1,
    own: 0,
    early: 0,
    lost: 0,
    lostAt: 0,
    share: 1,
    isProven: false,
    isSampled: false,

    mostInFlight: Infinity,
    backoffMs: BACKOFF_MS,
    isRecovering: false,

    initial,
    doubleAt: 0,
    accepted: 0,
    capacity: Infinity,
    isCareful: false,
  };
}
