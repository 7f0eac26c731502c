import type { CallOptions, Session, SvcPromise } from "../call/call.ts";
import type { OperationRow } from "../table.ts";

/** Options of a call that returns a stream. */
export interface StreamOptions extends CallOptions {
  /**
   * Longest silence of the stream in milliseconds, after which it fails with a `TimeoutError`; above 0 and below 2^31,
   * or `false`: no limit. Only time spent waiting for the next item counts. @default `timeoutMs` of the call
   */
  readonly idleTimeoutMs?: number | false | undefined;
  /**
   * Longest time of the stream in milliseconds, reconnections included; above 0 and below 2^31, or `false`: no limit.
   * @default the client's `totalTimeoutMs`
   */
  readonly totalTimeoutMs?: number | false | undefined;
  /** Id of the last event received earlier: the stream continues after it. @default none */
  readonly lastEventId?: string | undefined;
  /** Media type to request if the operation has several. @default the first that is JSON, else the first */
  readonly accept?: string | undefined;
}

/** `AsyncDisposable` where the compiler's `lib` knows of it: without `esnext.disposable` there is no `await using` either. */
type Disposal = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : object;

/**
 * An open stream. It is read only as fast as its items are consumed, so a slow reader slows the service down. Leaving
 * the loop, `close()` and the caller's signal end the connection at once. After a broken connection, the client
 * reconnects if the service's events have ids and the method is safe; otherwise it throws a `ConnectionError` with the
 * number of `items` that arrived.
 */
export interface Stream<Item> extends AsyncIterableIterator<Item, undefined>, Disposal {
  /** Response of the connection, or of the last one after a reconnection. Its body is being read. */
  readonly response: Response;
  /** Ends the stream and its connection. */
  close(): Promise<void>;
  /** The rest of the stream as bytes, one line of JSON per item: a body for frameworks. */
  toReadableStream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The promise of a method that returns a stream. Iterate it for the items, or await it for the open stream. */
export interface StreamPromise<Item> extends SvcPromise<Stream<Item>>, AsyncIterable<Item, undefined> {}

/** A response whose body is a stream. */
export interface Connection {
  readonly response: Response;
  readonly body: ReadableStream<Uint8Array>;
}

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
