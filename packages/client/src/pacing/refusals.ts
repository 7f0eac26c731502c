import { retryAfterMs } from "../retry/retry-after.ts";
import { reduceLimit, refusalOf } from "./limit.ts";
import type { LimitState } from "./limit-state.ts";
import type { LimiterDraft, LimiterState, Route } from "./limiter-state.ts";
import { isBusy, tally } from "./outage.ts";
import type { PacedAnswer, Refusal } from "./pacer.ts";
import type { LimitReport } from "./reports.ts";

/** Whether an answer refuses a request for a limit. `waitMs`: its Retry-After; `isExhausted`: it reports no requests left. */
export function isLimitRefusal(status: number, waitMs: number | undefined, isExhausted: boolean): boolean {
  return (
    status === 429 ||
    (status === 503 && waitMs !== undefined) ||
    (status === 403 && (isExhausted || waitMs !== undefined))
  );
}

/** What an answer means for the limits of its operation. */
export interface Verdict {
  /** Its reports by the index of the limit. */
  readonly told: readonly LimitReport[];
  readonly waitMs: number;
  readonly isExhausted: boolean;
  readonly isLimit: boolean;
  /** Whether it is a bare 503 of a limiter. */
  readonly isBusy: boolean;
  readonly isBare503: boolean;
  readonly isFailure: boolean;
  readonly isAccepted: boolean;
}

/** Understands an answer by what it reports of each limit. */
export function judge(
  { outage, limits, assumed }: LimiterState,
  { status, headers, receivedAt }: PacedAnswer,
  told: readonly LimitReport[],
): Verdict {
  const waitMs = status > 399 ? retryAfterMs(headers, receivedAt) : undefined;
  const isExhausted = told.some(({ remaining }) => remaining < 1);
  const isLimit = isLimitRefusal(status, waitMs, isExhausted);
  const isBare503 = status === 503 && !isLimit;
  const isReported = (limits[assumed[0] ?? 0]?.limit ?? NaN) >= 0;
  const busy =
    status === 503 && !isReported && isBusy(tally(outage, { isBare503, isAccepted: false }, receivedAt), receivedAt);
  return {
    told,
    waitMs: waitMs ?? 0,
    isExhausted,
    isLimit: isLimit || busy,
    isBusy: busy,
    isBare503,
    isFailure: status > 499 && !isLimit && !busy,
    isAccepted: !isLimit && status < 500,
  };
}

/** Applies a refusal to the limits that it concerns. */
export function refuse(
  next: LimiterDraft,
  route: Route,
  {
    answer,
    told,
    waitMs,
    isExhausted,
    isLimit,
    isBusy: busy,
    random,
  }: Verdict & {
    readonly answer: PacedAnswer;
    readonly random: number;
  },
): Refusal | undefined {
  const { status, sentAt, receivedAt } = answer;
  let latest: ReturnType<typeof refusalOf>;
  for (const index of route.limits) {
    const report = told[index];
    // If a limit is used up, the refusal is for that limit only.
    if (isExhausted && !(report && report.remaining < 1)) continue;
    const before = next.limits[index] as LimitState;
    const refusal = { sentAt, receivedAt, report, waitMs, isLimit, isDown: next.outage.downMs > 0, random };
    const after = reduceLimit(before, { type: "refused", refusal }, next.clock);
    next.limits[index] = after;
    const own = refusalOf(before, after, refusal, next.clock);
    if (own && !(latest && own.retryAt <= latest.retryAt)) latest = own;
  }
  return latest && { ...latest, kind: busy || (latest.kind === "window" && status !== 503) ? "window" : "quota" };
}
