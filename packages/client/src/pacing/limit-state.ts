import type { PacedAnswer } from "./pacer.ts";
import type { LimitReport, WindowEnd } from "./rate-limit-headers.ts";
import { UNKNOWN_END } from "./window-end.ts";

/** Longest pause after the first refusal, in milliseconds. */
export const BACKOFF_MS = 500;

/** Time for which a service is believed that tells to wait, in milliseconds. */
export const BELIEVED_MS = 3_600_000;

/** A limit that no answer has reported: every fact with its first value. All times are local, in milliseconds. */
const UNREPORTED = {
  /** Name of the limit in reports; `undefined` before the first. */
  name: undefined as string | undefined,
  /** Requests per window; NaN before the first report. */
  limit: NaN as number,
  /** Requests sent and not answered. */
  inFlight: 0,
  /** No request is sent before this time; 0: no pause. */
  pausedUntil: 0,
  /** Until when waits are believed. Then one request goes, and its answer is believed. */
  believedUntil: 0,
  /** When the last refusal came that began a pause or a count. */
  refusedAt: 0,

  // The window in which requests are counted now.
  end: UNKNOWN_END as WindowEnd,
  /** Length of the window, if the policy has it; else the longest time to its end that was seen and believed. */
  lengthMs: 0,
  /** Whether the window is only assumed, because the last one has ended or none was reported. */
  isAssumed: true,
  /** Whether it was seen from its start. */
  isWhole: false,
  /** Whether permits come back continuously, as in a sliding window or a token bucket. */
  isContinuous: false,
  /** Since when it is known. Answers to earlier requests may report an earlier window. */
  since: 0,
  /** When the request was sent, and its answer received, that first reported it, or was the first of it. */
  openedBy: 0,
  openedAt: 0,
  /** Whether that request was the first of the window, so that it may have begun with it. */
  isOwn: false,
  /** Length of windows that begin with a request, since one has ended sooner than told; 0: none has. */
  startedMs: 0,
  /** Whether a window that was taken to end sooner than told did not. */
  endsAsTold: false,
  /** Since when half of it is over: one request shows how many permits others have left; 0: it is not. */
  halfAt: 0,
  /** `remaining` and `own` when that showed. */
  halfRemaining: 0,
  halfOwn: 0,
  /** How many of a shared window's permits this client uses before its middle; infinite: none is planned. */
  plan: Infinity as number,
  /** Most permits that others may have used in the last window; infinite: not known. */
  others: Infinity as number,
  /** How long after their announced end windows refused requests, and whether this one did. */
  lateMs: 0,
  wasLate: false,
  /** How many more requests may probe whether the first window is over. */
  probes: 2,

  // Who has used the permits of the window, and how many are left.
  /** Lowest Remaining seen in the window; the expected one, if it is assumed. Infinite: nothing is paced. */
  remaining: 1,
  /** When that was learnt. */
  remainingAt: 0,
  /** Permits when counting began. */
  base: 1,
  /** How many of them this client used. Others used the rest of what is gone. */
  own: 0,
  /** Requests in flight that were sent before `remaining` was learnt, which may count them. */
  early: 0,
  /** Requests without an answer, which may or may not have been counted, and when the last of them failed. */
  lost: 0,
  lostAt: 0,
  /** This client's share of the permits used in earlier windows; 1: nobody else used any. */
  share: 1,
  /** Whether the share was learnt in a whole window. */
  isProven: false,
  /** Whether requests sent in a known window have been answered, so that the use by others shows. */
  isSampled: false,

  // Requests in flight at the same time, and pauses, after refusals that no window explains.
  /** Most requests in flight: infinite until one is refused for another reason than the window. */
  mostInFlight: Infinity as number,
  /** Longest pause after the next refusal, in milliseconds. */
  backoffMs: BACKOFF_MS as number,
  /** Whether the limit grows fast, after an outage. */
  isRecovering: false,

  // What is known of a service whose answers report no limit. A limit there may be all the same: requests are sent
  // carefully until many were accepted, and after a refusal as many as were accepted before it.
  /** Requests that may be in flight before the first answer. One is a probe: it knows all that the others would. */
  initial: 1,
  /** Local time at which twice as many may be in flight, since none was answered; 0: not set. */
  doubleAt: 0,
  /** Requests accepted since the last refusal. */
  accepted: 0,
  /** Requests accepted between the last two refusals; infinite before the first. */
  capacity: Infinity as number,
  /** Whether a failure has ended the fast growth of the requests in flight. */
  isCareful: false,
};

/**
 * State of one limit: a fixed or sliding window, a token bucket, or none at all. docs/decisions/limiter.md has the diagram.
 */
export type LimitState = Readonly<typeof UNREPORTED>;

/** A limit that no answer has reported. `initial`: requests that may be sent before the first answer. */
export function createLimit(initial = 1): LimitState {
  return { ...UNREPORTED, initial, remaining: initial };
}

/** A copy of a state that the steps of one event write into, before it becomes the next state. */
export type Draft<State> = { -readonly [Field in keyof State]: State[Field] };

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
  /** Whether a limit refused it. */
  readonly isLimit: boolean;
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
  readonly random: () => number;
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
