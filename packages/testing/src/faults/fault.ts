/** What goes wrong, to which requests, and how often. One kind of failure per fault; waits may come with any. */
export interface FaultOptions {
  /** Operation id. @default every request */
  readonly operation?: string;
  /** How many requests fail; `Infinity`: all from now on. @default 1 */
  readonly times?: number;
  /** Probability that a matching request fails, 0 to 1, drawn from the fake's seed. @default 1 */
  readonly probability?: number;
  /** Answers with this status, 200 to 599, and `body`. */
  readonly status?: number;
  /** Body of that answer: text, bytes, or a value sent as JSON. @default `{"detail": "..."}` */
  readonly body?: unknown;
  /** Headers of that answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Breaks the connection (RST): `before`, `during` or `after` the headers of the answer, or in the middle of its `body`.
   * `true` is `before`. Only HTTP has a wire on which headers can break: fetch and nock show `during` as `before`.
   */
  readonly reset?: true | "before" | "during" | "after" | "body";
  /** Never answers. */
  readonly timeout?: true;
  /** Sends half of the body, then closes the connection in order (FIN). A 204 has no body: it arrives. */
  readonly truncate?: true;
  /** Sends a body that claims to be JSON and is none. */
  readonly malformed?: true;
  /** Sends the right body under a wrong content type. */
  readonly contentType?: string;
  /** Refuses with 429 as if the limit were reached. */
  readonly rateLimited?: true;
  /** Waits before the answer, on the fake's clock, in milliseconds. */
  readonly latencyMs?: number;
  /** Adds up to this many milliseconds to `latencyMs`, drawn from the fake's seed. */
  readonly jitterMs?: number;
  /** Sends the body in pieces over this many milliseconds of the fake's clock. */
  readonly slowBodyMs?: number;
}

/** How an answer is broken on its way; each adapter does it as its transport allows. */
export type ConnectionFault = "reset-before" | "reset-during" | "reset-after" | "reset-body" | "timeout" | "truncate";

/** Failures, of which a fault has one. */
export const FAULT_KINDS = [
  "status",
  "reset",
  "timeout",
  "truncate",
  "malformed",
  "contentType",
  "rateLimited",
] as const;

/** How the fault breaks the answer on its way; undefined where the answer arrives whole. */
export function connectionFaultOf({ timeout, truncate, reset }: FaultOptions): ConnectionFault | undefined {
  if (timeout) return "timeout";
  if (truncate) return "truncate";
  if (reset === undefined) return undefined;
  return reset === true ? "reset-before" : `reset-${reset}`;
}

/** The fault's kind for the journal. */
export function kindOf(fault: FaultOptions): string {
  const kind = FAULT_KINDS.find((name) => fault[name] !== undefined);
  return connectionFaultOf(fault) ?? kind ?? (fault.latencyMs === undefined ? "slow-body" : "latency");
}
