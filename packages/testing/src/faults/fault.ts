/**
 * A fault: the failure, the requests that it applies to, and how often. A fault has at most one failure (`status`,
 * `reset`, `timeout`, `truncate`, `malformed`, `contentType`, `rateLimited`, or a fault after some items of a stream);
 * delays can be combined with each.
 */
export interface FaultOptions {
  /**
   * The operation whose requests fail, by its method name or its id; or the client's function that downloads the files which
   * an operation lists (`downloadReports`), if their transfers shall fail. @default every request
   */
  readonly operation?: string;
  /** Number of requests that fail, from 1; `Infinity`: all from now on. @default 1 */
  readonly times?: number;
  /** Probability that a matching request fails, 0 to 1; drawn from the fake's seed. @default 1 */
  readonly probability?: number;
  /** Status of the response, 200 to 599, instead of the regular one. */
  readonly status?: number;
  /** Body of the response with `status`: text, bytes, or a value that is sent as JSON. @default `{"detail": "..."}` */
  readonly body?: unknown;
  /** Further headers of the response with `status`. @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Resets the connection (RST): `before`, `during` or `after` the headers of the response, or in the middle of its `body`;
   * `true` is `before`. With fetch and nock, which have no socket, `during` is the same as `before`.
   */
  readonly reset?: true | "before" | "during" | "after" | "body";
  /** Never responds. */
  readonly timeout?: true;
  /** Sends half of the body, then closes the connection (FIN). A response without a body arrives. */
  readonly truncate?: true;
  /** Sends a body with the content type of JSON that is not valid JSON. */
  readonly malformed?: true;
  /** Sends the regular body with this content type. */
  readonly contentType?: string;
  /** Responds 429, as if the rate limit were reached. */
  readonly rateLimited?: true;
  /** Breaks the connection of a stream after this many items, from 0. */
  readonly dropAfterItems?: number;
  /** Breaks the connection of a stream after this many bytes of its body, from 0. */
  readonly dropAfterBytes?: number;
  /** Sends nothing more of a stream after this many items, from 0; the connection stays open. */
  readonly stallAfterItems?: number;
  /** Sends an invalid item after this many items of a stream, from 0, and continues. */
  readonly garbageAfterItems?: number;
  /** Sends unknown ids after this many server-sent events, from 0. */
  readonly wrongIdAfterItems?: number;
  /**
   * Resets the connection when this many bytes of the request's body have arrived, from 0, or at its end if it is
   * shorter. With nock, which provides whole bodies only, after the whole body was sent.
   */
  readonly resetUploadAfterBytes?: number;
  /**
   * Responds 413 when this many bytes of the request's body have arrived, from 0, and reads no more. With nock, after
   * the whole body.
   */
  readonly refuseUploadAfterBytes?: number;
  /** Waits this many milliseconds of the fake's clock for each 64 KiB of the request's body. @default 0 */
  readonly slowUploadMs?: number;
  /** Delay before the response, in milliseconds of the fake's clock. @default 0 */
  readonly latencyMs?: number;
  /** Random addition to `latencyMs`, 0 to this many milliseconds, drawn from the fake's seed. @default 0 */
  readonly jitterMs?: number;
  /**
   * Sends the body in up to 8 pieces over this many milliseconds of the fake's clock; applies to each item of a stream.
   * @default 0: at once
   */
  readonly slowBodyMs?: number;
}

/** A failure of the connection while a response is sent; each adapter produces it as its transport allows. */
export type ConnectionFault = "reset-before" | "reset-during" | "reset-after" | "reset-body" | "timeout" | "truncate";

/** Failures of which a fault has at most one. */
export const FAULT_KINDS = [
  "status",
  "reset",
  "timeout",
  "truncate",
  "malformed",
  "contentType",
  "rateLimited",
  "dropAfterItems",
  "dropAfterBytes",
  "stallAfterItems",
  "garbageAfterItems",
  "wrongIdAfterItems",
  "resetUploadAfterBytes",
  "refuseUploadAfterBytes",
] as const;

/** Whether a fault is about the body of a request, while it arrives. */
export function isUploadFault({ resetUploadAfterBytes, refuseUploadAfterBytes, slowUploadMs }: FaultOptions): boolean {
  return (resetUploadAfterBytes ?? refuseUploadAfterBytes ?? slowUploadMs) !== undefined;
}

/** The connection fault of a fault; undefined if the response arrives as a whole. */
export function connectionFaultOf({ timeout, truncate, reset }: FaultOptions): ConnectionFault | undefined {
  if (timeout) return "timeout";
  if (truncate) return "truncate";
  if (reset === undefined) return undefined;
  return reset === true ? "reset-before" : `reset-${reset}`;
}

/** Name of a fault in the journal: `reset-before`, `status`, `latency`. */
export function faultKind(fault: FaultOptions): string {
  const kind = FAULT_KINDS.find((name) => fault[name] !== undefined);
  return (
    connectionFaultOf(fault) ??
    kind ??
    (isUploadFault(fault) ? "slow-upload" : fault.latencyMs === undefined ? "slow-body" : "latency")
  );
}
