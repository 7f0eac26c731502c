import type { PacedAnswer } from "./pacer.ts";
import { createWindow } from "./rate-limit-window.ts";
import { EPOCH_SECONDS_FROM, figure, type LimitReport, readEnd } from "./reports.ts";
import { observe } from "./server-clock.ts";
import type { RateLimitWindow, Shared } from "./window.ts";

/** Limits of an operation, as its answers have reported them. */
export interface Route {
  /** Whether the operation has been answered; before that the limits of the other operations are assumed. */
  isKnown: boolean;
  windows: readonly RateLimitWindow[];
  inFlight: number;
}

/** The limits of a service: what its answers say about them, and which of them hold for which operation. */
export interface Limits {
  readonly windows: () => readonly RateLimitWindow[];
  /** The route of an operation id, or of a method and path. */
  readonly route: (operation?: string) => Route;
  /** Learns from an answer; returns what it reports of each window of the route, and nothing at all if it reports none. */
  readonly learn: (of: Route, answer: PacedAnswer) => readonly (LimitReport | undefined)[];
  /** Most requests of a route that may be sent now, beside what its windows allow. @default no other bound */
  readonly most?: (of: Route) => number;
  /** Whether one request may be sent despite a wait, in milliseconds. @default none */
  readonly mayGuess?: (of: Route, waitMs: number) => boolean;
  /** The window that readers see. */
  readonly shown: () => RateLimitWindow;
}

/** Creates the limits of a service that has answered nothing. */
export type CreateLimits = (shared: Shared) => Limits;

/** One limit for all operations, as most documents declare it: `X-RateLimit-Limit`, `-Remaining` and `-Reset` in seconds. */
export const oneLimit: CreateLimits = (shared) => {
  const window = createWindow(shared);
  /** Seconds by which times to go are rounded down, which a 0 shows. */
  let roundedBy = 0;
  const only: Route = { isKnown: true, windows: [window], inFlight: 0 };
  return {
    windows: () => only.windows,
    route: () => only,
    shown: () => window,
    learn(_, answer) {
      const { headers, sentAt, receivedAt } = answer;
      const read = (name: string): number => figure(headers.get(`x-ratelimit-${name}`));
      const date = Date.parse(headers.get("date") ?? "");
      if (date) shared.clock = observe(shared.clock, date, sentAt, receivedAt);
      const remaining = read("remaining");
      const value = read("reset");
      if (value === 0 && !roundedBy) {
        roundedBy = 1;
        window.forgetEnd();
      }
      const [reset, earliest, latest] = readEnd(value < EPOCH_SECONDS_FROM ? value + roundedBy : value, date, answer);
      return remaining >= 0 && reset > 0 ? [["", read("limit"), remaining, reset, earliest, latest, NaN]] : [];
    },
  };
};
