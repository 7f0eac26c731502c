import { reduceLimit } from "./limit.ts";
import type { LimitEvent, LimitState } from "./limit-state.ts";
import type { LimiterDraft, LimiterEvent, LimiterState, LimitRules, Route } from "./limiter-state.ts";
import { alive, fail, isOut, tally } from "./outage.ts";
import type { Refusal } from "./pacer.ts";
import { judge, refuse } from "./refusals.ts";
import { observe } from "./server-clock.ts";

/** Most operations with a route of their own; all later ones share one. */
const MAX_ROUTES = 200;

/** The next state of a limiter, and how a refusal is understood, if the event was one. */
export interface Reduced {
  readonly state: LimiterState;
  readonly refusal?: Refusal | undefined;
}

/** Applies an event. It reads no clock and sets no timer. docs/decisions/limiter.md explains how it works. */
export function reduce(state: LimiterState, event: LimiterEvent, rules: LimitRules): Reduced {
  const next: LimiterDraft = { ...state, limits: [...state.limits], routes: [...state.routes] };
  let refusal: Refusal | undefined;
  switch (event.type) {
    case "asked":
      ask(next, event.key);
      break;
    case "sent": {
      const { route, count, isProbe = false } = event;
      hold(next, route, count);
      eachLimit(next, next.routes[route], () => ({ type: "sent", count, isProbe }));
      if (next.outage.downMs) next.outage = { ...next.outage, isProbing: true };
      if (event.isGuess) next.mayGuess = false;
      break;
    }
    case "answered":
      refusal = answered(next, event, rules);
      break;
    case "failed":
      refusal = failed(next, event);
      break;
    case "elapsed":
      eachLimit(next, undefined, () => event);
  }
  return { state: next, refusal };
}

/** Adds the route of an operation. Routes beyond the most share the one whose key is empty. */
function ask(next: LimiterDraft, given: string): void {
  const key = next.routes.length < MAX_ROUTES ? given : "";
  if (!next.routes.some((route) => route.key === key))
    next.routes.push({ key, isKnown: false, limits: next.assumed, inFlight: 0 });
}

/** Counts `count` more requests of a route in flight. */
function hold(next: LimiterDraft, index: number, count: number): void {
  const route = next.routes[index] as Route;
  next.routes[index] = { ...route, inFlight: route.inFlight + count };
  next.inFlight += count;
  if (count < 0 && next.outage.isProbing) next.outage = { ...next.outage, isProbing: false };
}

/** Applies an event to each limit of a route, or to all. */
function eachLimit(next: LimiterDraft, route: Route | undefined, eventFor: (index: number) => LimitEvent): void {
  for (const index of route?.limits ?? [...next.limits.keys()])
    next.limits[index] = reduceLimit(next.limits[index] as LimitState, eventFor(index), next.clock);
}

function failed(next: LimiterDraft, event: Extract<LimiterEvent, { type: "failed" }>): Refusal | undefined {
  const { now, route, failure, random } = event;
  const { outage } = next;
  hold(next, route, -1);
  eachLimit(next, next.routes[route], () => ({ type: "failed", now }));
  if (failure === undefined) return undefined;
  if (outage.earlier > 0) {
    next.outage = { ...next.outage, earlier: outage.earlier - 1 };
    return undefined;
  }
  next.outage = fail(next.outage, now, random);
  return outageRefusal(next);
}

function outageRefusal({ outage }: LimiterState): Refusal | undefined {
  return isOut(outage) ? { kind: "outage", retryAt: outage.probeAt } : undefined;
}

function answered(
  next: LimiterDraft,
  { route: index, answer, random }: Extract<LimiterEvent, { type: "answered" }>,
  rules: LimitRules,
): Refusal | undefined {
  const { sentAt, receivedAt } = answer;
  const { inMs, roundsDown } = next.dialect;
  const { reports, date, dialect } = rules.read(answer, next.dialect);
  next.dialect = dialect;
  if (date) next.clock = observe(next.clock, date, sentAt, receivedAt);
  if (dialect.inMs !== inMs || dialect.roundsDown !== roundsDown)
    eachLimit(next, undefined, () => ({ type: "misread" }));
  const told = rules.assign?.(next, index, { reports, sentAt, receivedAt }) ?? reports;
  const verdict = judge(next, answer, told);
  const { isAccepted, isFailure } = verdict;
  hold(next, index, -1);
  next.outage = tally(next.outage, verdict, receivedAt);
  const route = next.routes[index] as Route;
  if (isFailure) next.outage = fail(next.outage, receivedAt, random);
  else {
    // An answer to a request sent before the last failure is no recovery: the service answers some and fails others.
    if (next.outage.downMs && sentAt >= next.outage.failedAt) eachLimit(next, undefined, () => ({ type: "recovered" }));
    next.outage = alive(next.outage, next.inFlight);
    if (!route.isKnown) next.routes[index] = { ...route, isKnown: true };
  }
  const outcome = { sentAt, receivedAt, isAccepted, isTold: told.length > 0 };
  eachLimit(next, route, (limit) => ({ type: "answered", outcome, report: told[limit] }));
  const refusal =
    verdict.isLimit || answer.status === 503 ? refuse(next, route, { ...verdict, answer, random }) : undefined;
  return refusal && !next.outage.downMs ? refusal : isFailure ? outageRefusal(next) : undefined;
}
