/** Whether the service answers at all. Times are local, in milliseconds. */
export interface Outage {
  /** Failures in a row, and when the last one came. */
  readonly failures: number;
  readonly failedAt: number;
  /** Sum of the pauses made since the service last answered; 0: no outage. */
  readonly downMs: number;
  /** When the next request may probe whether the service is back, and whether one is under way. */
  readonly probeAt: number;
  readonly isProbing: boolean;
  /** Requests that were in flight when the last answer came: their failures say nothing about the time after it. */
  readonly earlier: number;
  /** Share of bare 503s among the last answers (a mean over about 16), and when a request was last accepted. */
  readonly busyShare: number;
  readonly acceptedAt: number;
}

/** Failures in a row, with no answer between them, that count as an outage. */
const OUTAGE_FAILURES = 3;
const FIRST_PROBE_MS = 100;
const MAX_PROBE_MS = 10_000;
/** Share of bare 503s above which they are a limiter's, if the service accepted requests in the same moment. */
const BUSY_SHARE = 0.25;
const SAME_MOMENT_MS = 1000;

export const UP: Outage = {
  failures: 0,
  failedAt: 0,
  downMs: 0,
  probeAt: 0,
  isProbing: false,
  earlier: 0,
  busyShare: 0,
  acceptedAt: 0,
};

/** Counts a failure that no limit explains: no answer, or a server error. `random`: uniform in [0, 1). */
export function fail(state: Outage, now: number, random: number): Outage {
  const next = { ...state, failures: state.failures + 1, failedAt: now };
  // Of requests that fail together, only the first makes the pause longer.
  if (next.failures < OUTAGE_FAILURES || now < state.probeAt) return next;
  const wait = Math.min(MAX_PROBE_MS, Math.max(FIRST_PROBE_MS, state.downMs / 2));
  return { ...next, downMs: state.downMs + wait, probeAt: now + wait * (0.75 + random / 2) };
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
