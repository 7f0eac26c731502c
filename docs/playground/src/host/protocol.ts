import type { FaultOptions } from "@svc/testing";
import type { Settings } from "../world/settings.ts";
import type { Described } from "./describe.ts";

/** Words of the page to the host of a session. */
export type Command =
  | { readonly do: "change"; readonly settings: Settings }
  | { readonly do: "restart" }
  | { readonly do: "advance"; readonly ms: number }
  | { readonly do: "run"; readonly run: number; readonly code: string }
  | { readonly do: "stop" }
  | { readonly do: "break"; readonly fault: FaultOptions }
  | { readonly do: "mend"; readonly fault: number };

/** Words of the host. */
export type Told =
  | { readonly told: "frame"; readonly frame: Frame }
  | { readonly told: "print"; readonly line: PrintedLine }
  | { readonly told: "end"; readonly run: number; readonly ended: Ended }
  | { readonly told: "fault"; readonly problem: string | undefined }
  | { readonly told: "hello"; readonly operations: readonly OfferedOperation[] };

/** An operation of the service. */
export interface OfferedOperation {
  readonly id: string;
  /** Name of its method, dotted. */
  readonly method: string;
  readonly isStream: boolean;
}

/** The state of a session, and what has come since the last frame. */
export interface Frame {
  /** A number of its own for each journal: another one begins with nothing. */
  readonly journal: number;
  readonly counts: Counts;
  /** New requests, oldest first, without those that would not be shown. */
  readonly calls: readonly ShownCall[];
  /** Streams of the journal of which something has come, or that have ended. */
  readonly streams: readonly StreamPart[];
  /** Milliseconds of the fake's clock. */
  readonly now: number;
  /** Timers that wait for the clock. */
  readonly pending: number;
  readonly limiter: Limiter;
  /** The client's credential, as the fake counts. */
  readonly window: { readonly remaining: number; readonly resetAt: number };
  /** The last windows, oldest first. */
  readonly bars: readonly Bar[];
  readonly faults: readonly ShownFault[];
  /** All that was put into the fake, by kind. */
  readonly store: readonly (readonly [name: string, value: Described])[];
}

/** Requests by what became of them: each counts once. */
export interface Counts {
  readonly answered: number;
  /** Answers 4xx. */
  readonly refused: number;
  readonly unanswered: number;
}

export interface Limiter {
  readonly remaining: number | undefined;
  readonly queued: number;
  readonly inFlight: number;
}

/** Requests of one window. */
export interface Bar {
  readonly answered: number;
  readonly refused: number;
}

export interface ShownFault {
  readonly id: number;
  readonly options: FaultOptions;
  readonly left: number;
}

/** The part of a stream that has come since the last frame. */
export interface StreamPart {
  /** Number of the stream's request. */
  readonly call: number;
  /** New items, oldest first, as text. */
  readonly items: readonly string[];
  /** Number of all that have come. */
  readonly count: number;
  /** How it ended; undefined while it is open. */
  readonly ended: string | undefined;
}

/** A request of the journal. */
export interface ShownCall {
  /** Place in the journal, from 0. */
  readonly number: number;
  readonly title: string;
  readonly at: Date;
  readonly status: number | undefined;
  readonly fault: string | undefined;
  readonly durationMs: number;
  readonly operation: string | undefined;
  readonly unmatched: string | undefined;
  /** Id of the event after which the request asks a stream to go on. */
  readonly lastEventId: string | undefined;
  readonly request: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly answer: readonly (readonly [name: string, value: string])[];
  readonly responseBody: string | undefined;
}

/** A line that code has printed: text, and values that open. */
export interface PrintedLine {
  readonly level: "log" | "warn" | "error";
  readonly values: readonly (string | Described)[];
}

/** The end of a run. */
export interface Ended {
  readonly kind: "resolved" | "rejected" | "stopped";
  readonly value: Described;
  /** The value in a few words. */
  readonly brief: string;
  /** The code returned nothing. */
  readonly isNothing: boolean;
  /** On the fake's clock. */
  readonly tookMs: number;
}
