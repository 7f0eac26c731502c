import type { Sent } from "../auth/credentials.ts";
import type { OperationRow } from "../runtime/table.ts";

/** One call from its start to its end, over all of its attempts. */
export interface Call {
  /** Operation id, or method and path. */
  readonly operation: string;
  readonly row: OperationRow | undefined;
  /** Under `raw`, what openapi-fetch shall do with the body; `undefined` for methods, which parse by content type. */
  readonly parseAs: string | undefined;
  timeoutMs: number;
  readonly priority: number;
  /** Aborted when the call ends before its time. */
  readonly signal: AbortSignal;
  /** Ends the call now: rejects its promise and aborts what is going on. */
  readonly end: (error: Error) => void;
  /** Set for requests that were refused before: they keep their place. */
  retry: boolean;
  /** Nothing is under way but a wait: for a turn, or before a retry. */
  waiting: boolean;
  /** A permit of the pacer is held. */
  held: boolean;
  /** Timer of the attempt or of the backoff. */
  timer: unknown;
  /** Credentials of the last attempt, for redaction and to find out which was refused. */
  sent: Sent;
  rejected: Sent | undefined;
  response: Response | undefined;
  /** What the body holds: bytes; the stream, where it is one; `undefined` where nothing was read. */
  body: BlobPart | ReadableStream | undefined;
  retryAt: Date | undefined;
}
