import type { Session } from "../call/call.ts";
import type { OperationRow } from "../table.ts";
import type { StreamOptions } from "./options.ts";

/** A response whose body is a stream. */
export interface Connection {
  readonly response: Response;
  readonly body: ReadableStream<Uint8Array>;
}

/** Parts of the call that opened a stream, and its policies. */
export interface StreamContext {
  readonly session: Session;
  readonly row: OperationRow;
  readonly options: StreamOptions;
  /** Calls the operation again, to continue after an event; `undefined` where there is nothing more. */
  readonly reconnect: (lastEventId: string) => Promise<Connection | undefined>;
  /** Called once, when the stream has ended: ends its connection. */
  readonly onEnd: (reason: Error) => void;
  /** Takes a place in the quota of concurrent requests; returns the function that gives it back. */
  readonly hold: () => () => void;
}
