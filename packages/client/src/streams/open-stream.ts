import type { ItemSteps } from "../call/call.ts";
import { emit, isObserved, streamEvent } from "../call/hooks.ts";
import { describeError } from "../call/start-call.ts";
import { monotonic } from "../clock.ts";
import { AbortedError, ConnectionError, SvcApiError } from "../errors/errors.ts";
import { limitTime } from "../policies/deadline.ts";
import { type Decoded, decoderOf, type ItemDecoder, isEvents, toLines } from "./decode-items.ts";
import type { Connection, Stream, StreamContext } from "./options.ts";
import { brokenStream, canContinue, createResume, reconnect } from "./reconnect.ts";

type Result = IteratorResult<unknown, undefined>;

/** Life of a connection, in milliseconds, after which the next one need not wait longer than the service says. */
const STEADY_MS = 5000;
/** Bytes that are decoded at once. */
const PIECE = 65_536;
const NO_BYTES: Uint8Array = /* @__PURE__ */ new Uint8Array();
const DONE: Result = { done: true, value: undefined };

/** The open stream of a response. What has come is taken from a queue; only when that is empty, more is read. */
export class OpenStream implements Stream<unknown> {
  response: Response;
  readonly #context: StreamContext;
  readonly #resume = createResume();
  readonly #stopTotal: () => void;
  /** Gives back the place of the connection. */
  #release: () => void;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #decoder: ItemDecoder;
  #steps: ItemSteps | undefined;
  /** Bytes that have come and are not decoded: a large piece may hold more items than there is memory for. */
  #bytes: Uint8Array = NO_BYTES;
  #queue: readonly Decoded[] = [];
  #at = 0;
  #count = 0;
  #connections = 1;
  /** Reconnections without an item in between. */
  #retries = 0;
  /** Connections in a row that were lost soon, with items or without, and when this one was made. */
  #short = 0;
  #since: number;
  #reading: Promise<void> | undefined;
  /** The connection was lost: what came before is taken first. */
  #lost: Error | undefined;
  #isOver = false;
  /** Error that the reader has not got yet. */
  #failure: Error | undefined;
  #wake = (): void => {};

  constructor({ response, body }: Connection, context: StreamContext) {
    const { session, row, options, hold } = context;
    this.response = response;
    this.#context = context;
    this.#release = hold();
    this.#since = monotonic(session.clock);
    this.#reader = body.getReader();
    this.#decoder = decoderOf(response, row, { lastId: options.lastEventId ?? "", retryMs: undefined });
    this.#steps = session.items?.(row, response);
    this.#stopTotal = this.#limit("totalTimeoutMs", options.totalTimeoutMs ?? session.totalTimeoutMs);
  }

  /** Ends the stream now. With an error, the reader gets that instead of an item. */
  end = (error?: Error): void => {
    if (this.#isOver) return;
    const { row, session, onEnd } = this.#context;
    this.#isOver = true;
    this.#failure = error;
    describeError(error, session, row.name);
    this.#queue = [];
    this.#stopTotal();
    this.#release();
    this.#wake();
    // Not awaited: a stream may take its time to end.
    this.#reader.cancel().catch(() => {});
    onEnd(error ?? new AbortedError(`${row.name}: the stream was closed`));
  };

  next(): Promise<Result> {
    // An item that has come already needs no second turn.
    const next = this.#take();
    return next ? Promise.resolve(next) : this.#nextRead();
  }

  async return(): Promise<Result> {
    this.end();
    return DONE;
  }

  async close(): Promise<void> {
    this.end();
  }

  toReadableStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return toLines(this, this.#steps?.toJson ?? JSON.stringify);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #limit(name: string, ms: number | false): () => void {
    const { session, row } = this.#context;
    return limitTime({ operation: row.name, end: this.end }, { clock: session.clock, option: name, ms });
  }

  /** The next item of those that have come; `undefined` if there is none. */
  #take(): Result | undefined {
    for (let next = this.#queue[this.#at++]; next; next = this.#queue[this.#at++]) {
      if (next.kind === "item") {
        if (!this.#resume.isNew(next)) continue;
        this.#retries = 0;
        this.#tell(next.event);
        this.#count++;
        return this.#interpret(next);
      }
      if (next.kind === "end") this.end();
      else if (next.kind === "error") this.end(this.#apiError("an error event", next.body));
      else this.end(this.#apiError("one that is not JSON, or has more than 1,048,576 values"));
    }
    this.#at = this.#queue.length;
    return undefined;
  }

  /** Tells the hooks of an item. A stream may have a million of them: without hooks nothing is made for it. */
  #tell(event: string | undefined): void {
    const { session, row } = this.#context;
    if (!isObserved(session.observers)) return;
    const call = streamEvent(row, this.#connections);
    emit(session.observers, "onItem", call, { index: this.#count, event });
  }

  /** The item as the SDK shows it; `undefined` for one that cannot be decoded, which ends the stream. */
  #interpret({ value, text }: { readonly value: unknown; readonly text: string }): Result | undefined {
    try {
      return { done: false, value: this.#steps ? this.#steps.interpret(value, text) : value };
    } catch (error) {
      this.end(error as Error);
      return undefined;
    }
  }

  async #nextRead(): Promise<Result> {
    for (;;) {
      const next = this.#take();
      if (next) return next;
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure) throw failure;
      if (this.#isOver) return DONE;
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  /** Reads until something came. */
  async #read(): Promise<void> {
    const { session, options } = this.#context;
    if (this.#lost) return this.#connectAgain(this.#lost);
    const stopIdle = this.#limit("idleTimeoutMs", options.idleTimeoutMs ?? options.timeoutMs ?? session.timeoutMs);
    try {
      const { done, value } = this.#bytes.length > 0 ? { value: this.#bytes } : await this.#reader.read();
      stopIdle();
      if (this.#isOver) return;
      this.#bytes = value?.subarray(PIECE) ?? NO_BYTES;
      if (done) this.#readEnd();
      else this.#queue = this.#decoder.push(value.subarray(0, PIECE));
      this.#at = 0;
      const { maxResponseBytes } = session;
      if (maxResponseBytes && this.#decoder.held > maxResponseBytes)
        this.end(this.#apiError(`one that is longer than maxResponseBytes (${maxResponseBytes})`));
    } catch (cause) {
      stopIdle();
      if (!this.#isOver) await this.#connectAgain(cause);
    }
  }

  #readEnd(): void {
    const { items, isCut } = this.#decoder.end();
    // The WHATWG algorithm drops an event that was cut off: so it is where it cannot be had once more.
    const isLost =
      isCut &&
      (!isEvents(this.response.headers.get("content-type")) || canContinue(this.#context.row, this.#decoder.position));
    if (isLost) this.#lost = new Error("it ended within an item");
    this.#queue = isLost ? items : [...items, { kind: "end" }];
  }

  /** Continues by a new connection, or ends the stream. */
  async #connectAgain(cause: unknown): Promise<void> {
    const { session, row, options, reconnect: connect, hold } = this.#context;
    const { position } = this.#decoder;
    this.#lost = undefined;
    // The next connection may need its place.
    this.#release();
    const own = options.retry === false ? { limit: 0 } : options.retry;
    this.#short = monotonic(session.clock) - this.#since < STEADY_MS ? this.#short + 1 : 0;
    const counts = { retries: this.#retries, short: this.#short, attempt: this.#connections };
    const retry = { ...session.retry, ...own };
    const lost = { cause, position, ...counts, retry, sleep: (ms: number) => this.#sleep(ms) };
    try {
      const next = await reconnect(session, row, lost, connect);
      if (this.#isOver) next?.made?.body.cancel().catch(() => {});
      else if (!next) this.end(brokenStream(row.name, cause, this.#count));
      else if (!next.made) this.end();
      else {
        this.#release = hold();
        this.response = next.made.response;
        this.#reader = next.made.body.getReader();
        this.#decoder = decoderOf(this.response, row, position);
        this.#steps = session.items?.(row, this.response);
        this.#retries = next.retries;
        this.#since = monotonic(session.clock);
        this.#connections++;
        this.#resume.reconnected();
      }
    } catch (error) {
      this.end(ConnectionError.is(error) ? brokenStream(row.name, error, this.#count) : (error as Error));
    }
  }

  /** Resolves after a time, or at once when the stream is ended: then to false. */
  async #sleep(ms: number): Promise<boolean> {
    const { clock } = this.#context.session;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, ms);
      this.#wake = () => {
        clock.clearTimeout(timer);
        resolve();
      };
    });
    return !this.#isOver;
  }

  #apiError(problem: string, body?: unknown): SvcApiError {
    const { status, headers } = this.response;
    const text = `${this.#context.row.name}: ${status}, after ${this.#count} items ${problem}`;
    return new SvcApiError(text, { status, headers, body });
  }
}
