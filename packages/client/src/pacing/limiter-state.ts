import { createLimit, type Draft, type LimitState } from "./limit-state.ts";
import { type Outage, UP } from "./outage.ts";
import type { PacedAnswer } from "./pacer.ts";
import { type Dialect, type LimitReport, type ReadLimits, UNKNOWN_DIALECT } from "./reports.ts";
import { type ServerClock, UNKNOWN_CLOCK } from "./server-clock.ts";

/** Everything that a limiter knows of one credential at one origin. All times are local, in milliseconds. */
export interface LimiterState {
  /** Difference of the service's clock to the local one. */
  readonly clock: ServerClock;
  /** How the service writes its times. */
  readonly dialect: Dialect;
  /** The limits that its answers have reported. */
  readonly limits: readonly LimitState[];
  /** Which of them hold for which operation. */
  readonly routes: readonly Route[];
  /** Limits that are assumed for an operation before its first answer, by index. */
  readonly assumed: readonly number[];
  /** Whether an answer has reported a limit. */
  readonly isTold: boolean;
  /** Whether a request may be sent despite a long wait, to see whether another limit holds. */
  readonly mayGuess: boolean;
  readonly outage: Outage;
  /** Requests sent and not answered. */
  readonly inFlight: number;
}

/** A copy of the state that the steps of one event write into, its lists included. */
export interface LimiterDraft extends Omit<Draft<LimiterState>, "limits" | "routes"> {
  limits: LimitState[];
  routes: Route[];
}

/** The limits of an operation, as its answers have reported them. */
export interface Route {
  /** Operation id, or method and path without identifiers. "": all operations. */
  readonly key: string;
  /** Whether the operation has been answered; before that the limits of the other operations are assumed. */
  readonly isKnown: boolean;
  /** Indexes of its limits. */
  readonly limits: readonly number[];
  readonly inFlight: number;
}

/** What happens to a limiter. `route`: index of the operation's. `random`: uniform in [0, 1). */
export type LimiterEvent =
  /** A call of an operation asked for a permit for the first time. */
  | { readonly type: "asked"; readonly key: string }
  /** Requests were sent. */
  | ({ readonly type: "sent"; readonly route: number; readonly count: number } & Purpose)
  /** An answer came: accepted, refused, or a server error. */
  | { readonly type: "answered"; readonly route: number; readonly answer: PacedAnswer; readonly random: number }
  /** A request ended without an answer. */
  | {
      readonly type: "failed";
      readonly route: number;
      readonly now: number;
      /** Its error; `undefined` if the caller aborted it. */
      readonly failure: unknown;
      readonly random: number;
    }
  /** Time passed. */
  | { readonly type: "elapsed"; readonly now: number };

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
  /** Name of an operation's route. */
  readonly keyOf: (operation: string) => string;
  /** Reads the limits that an answer reports. */
  readonly read: (answer: PacedAnswer, dialect: Dialect) => ReadLimits;
  /**
   * Puts each report of an answer at the index of its limit, and learns which limits hold for the route. @default the only one
   */
  readonly assign?: (next: LimiterDraft, route: number, timed: TimedReports) => readonly LimitReport[];
  /** Whether each operation may have limits of its own. */
  readonly isByOperation: boolean;
}

/** Reports of one answer, and its times. */
export interface TimedReports extends Pick<PacedAnswer, "sentAt" | "receivedAt"> {
  readonly reports: readonly LimitReport[];
}

/** A limiter that has seen no answer. */
export function createLimiterState(initial: number): LimiterState {
  return {
    clock: UNKNOWN_CLOCK,
    dialect: UNKNOWN_DIALECT,
    limits: [createLimit(initial)],
    routes: [],
    assumed: [0],
    isTold: false,
    mayGuess: true,
    outage: UP,
    inFlight: 0,
  };
}
