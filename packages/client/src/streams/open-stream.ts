import { emit, isObserved, streamEvent } from "../call/hooks.ts";
import { abandon } from "../call/read-body.ts";
import { describeError } from "../call/start-call.ts";
import { monotonic } from "../clock.ts";
import { AbortedError, ConnectionError, SvcApiError } from "../errors/errors.ts";
import { redactCause, redactor } from "../errors/redact.ts";
import { limitTime } from "../policies/deadline.ts";
import { errorCode } from "../policies/policy.ts";
import { retryDelay } from "../retry/retry-decision.ts";
import { type Decoded, decoderOf, isEvents, toLines } from "./decode-items.ts";
import type { Position } from "./event-parser.ts";
import type { Connection, Stream, StreamContext } from "./options.ts";
import { brokenStream, canContinue, createResume, leastDelay } from "./reconnect.ts";

/** Life of a connection, in milliseconds, after which the next one need not wait longer than the service says. */
const STEADY_MS = 5000;
const PIECE = 65_536;
const NO_BYTES: Uint8Array = /* @__PURE__ */ new Uint8Array();

/** A connection that is read. `release` gives back its place, `since` is when it was made. */
function read({ response, body }: Connection, position: Position, { session, row, hold }: StreamContext) {
  return {
    response,
    reader: body.getReader(),
    decoder: decoderOf(response, row, position),
    steps: session.items?.(row, response),
    release: hold(),
    since: monotonic(session.clock),
  };
}

/** The open stream of a response. More is read only when what has come was taken. */
export class OpenStream implements Stream<unknown> {
  readonly #context: StreamContext;
  readonly #resume = createResume();
  readonly #items: AsyncGenerator<unknown, undefined>;
  readonly #stopTotal: () => void;
  #connection: ReturnType<typeof read>;
  /** Bytes that have come and are not decoded: a large piece may hold more items than there is memory for. */
  #bytes: Uint8Array = NO_BYTES;
  #count = 0;
  #connections = 1;
  /** Reconnections without an item in between. */
  #retries = 0;
  /** Connections in a row that were lost soon, with items or without. */
  #short = 0;
  /** The connection was lost: what came before is taken first. */
  #lost: Error | undefined;
  #isOver = false;
  /** Error that the reader has not got yet. */
  #failure: Error | undefined;
  #wake = (): void => {};

  constructor(connection: Connection, context: StreamContext) {
    const { session, options } = context;
    this.#context = context;
    this.#connection = read(connection, { lastId: options.lastEventId ?? "", retryMs: undefined }, context);
    this.#stopTotal = this.#limit("totalTimeoutMs", options.totalTimeoutMs ?? session.totalTimeoutMs);
    this.#items = this.#iterate();
  }

  get response(): Response {
    return this.#connection.response;
  }

  /** Ends the stream now. With an error, the reader gets that instead of an item. */
  end = (error?: Error): void => {
    if (this.#isOver) return;
    const { row, session, onEnd } = this.#context;
    this.#isOver = true;
    this.#failure = error;
    describeError(error, session, row.name);
    this.#stopTotal();
    this.#connection.release();
    this.#wake();
    abandon(this.#connection.reader);
    onEnd(error ?? new AbortedError(`${row.name}: the stream was closed`));
  };

  next(): Promise<IteratorResult<unknown, undefined>> {
    return this.#items.next();
  }

  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  async close(): Promise<void> {
    this.end();
  }

  toReadableStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return toLines(this, this.#connection.steps?.toJson ?? JSON.stringify);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #limit(name: string, ms: number | false): () => void {
    const { session, row } = this.#context;
    return limitTime({ operation: row.name, end: this.end, clock: session.clock }, name, ms);
  }

  async *#iterate(): AsyncGenerator<unknown, undefined> {
    const { session, row } = this.#context;
    const { observers } = session;
    while (!this.#isOver) {
      for (const next of await this.#decodeNext()) {
        if (this.#isOver) break;
        if (next.kind === "end") this.end();
        else if (next.kind === "error") this.end(this.#apiError("an error event", next.body));
        else if (next.kind === "broken")
          this.end(this.#apiError("one that is not JSON, or has more than 1,048,576 values"));
        else if (this.#resume.isNew(next)) {
          const { steps } = this.#connection;
          this.#retries = 0;
          // A stream may have a million of them: without hooks nothing is made for an item.
          if (isObserved(observers))
            emit(observers, "onItem", streamEvent(row, this.#connections), { index: this.#count, event: next.event });
          this.#count++;
          let { value } = next;
          try {
            if (steps) value = steps.interpret(value, next.text);
          } catch (error) {
            this.end(error as Error);
            break;
          }
          yield value;
        }
      }
    }
    if (this.#failure) throw this.#failure;
    return undefined;
  }

  /** Reads and decodes what comes next; nothing where the connection had to be made again. */
  async #decodeNext(): Promise<readonly Decoded[]> {
    const { session, options } = this.#context;
    const { reader, decoder } = this.#connection;
    let cause: unknown = this.#lost;
    if (!cause) {
      const stopIdle = this.#limit("idleTimeoutMs", options.idleTimeoutMs ?? options.timeoutMs ?? session.timeoutMs);
      try {
        const { done, value } = this.#bytes.length > 0 ? { value: this.#bytes } : await reader.read();
        this.#bytes = value?.subarray(PIECE) ?? NO_BYTES;
        if (this.#isOver) return [];
        const items = done ? this.#decodeEnd() : decoder.push(value.subarray(0, PIECE));
        const { maxResponseBytes } = session;
        if (maxResponseBytes && decoder.held > maxResponseBytes)
          this.end(this.#apiError(`one that is longer than maxResponseBytes (${maxResponseBytes})`));
        return items;
      } catch (error) {
        cause = error;
      } finally {
        stopIdle();
      }
    }
    if (!this.#isOver) await this.#connectAgain(cause);
    return [];
  }

  #decodeEnd(): readonly Decoded[] {
    const { response, decoder } = this.#connection;
    const { items, isCut } = decoder.end();
    // The WHATWG algorithm drops an event that was cut off: so it is where it cannot be had once more.
    const isLost =
      isCut && (!isEvents(response.headers.get("content-type")) || canContinue(this.#context.row, decoder.position));
    if (isLost) this.#lost = new Error("it ended within an item");
    return isLost ? items : [...items, { kind: "end" }];
  }

  /** Continues by a new connection, or ends the stream. */
  async #connectAgain(cause: unknown): Promise<void> {
    const { session, row } = this.#context;
    const { decoder, since, release } = this.#connection;
    const { position } = decoder;
    this.#lost = undefined;
    // The next connection may need its place.
    release();
    this.#short = monotonic(session.clock) - since < STEADY_MS ? this.#short + 1 : 0;
    try {
      const next = await this.#reconnect(cause, position);
      if (this.#isOver) abandon(next?.made?.body);
      else if (!next) this.end(brokenStream(row.name, cause, this.#count));
      else if (!next.made) this.end();
      else {
        this.#connection = read(next.made, position, this.#context);
        this.#connections++;
        this.#resume.reconnected();
      }
    } catch (error) {
      this.end(ConnectionError.is(error) ? brokenStream(row.name, error, this.#count) : (error as Error));
    }
  }

  /** Makes the next connection, within the retry policy and its budget; `undefined`: there is to be none. */
  async #reconnect(cause: unknown, position: Position): Promise<{ readonly made: Connection | undefined } | undefined> {
    const { session, row, options, reconnect } = this.#context;
    const { budget, observers, random } = session;
    const retry = { ...session.retry, ...(options.retry === false ? { limit: 0 } : options.retry) };
    const call = {};
    while (canContinue(row, position) && !session.closed) {
      const { method } = row;
      const failed = { method, status: undefined, code: errorCode(cause), retryAfterMs: position.retryMs };
      const asked = retryDelay({ ...failed, retries: this.#retries++, random: random() }, retry);
      if (asked === undefined) return undefined;
      const delayMs = Math.max(asked, leastDelay(this.#short, random(), retry));
      if (budget.take(call) === undefined && !(await budget.wait(call))) continue;
      const error = redactCause(cause, redactor({ sent: [] }));
      emit(observers, "onRetry", streamEvent(row, this.#connections), { status: undefined, error, delayMs });
      let isAlive: boolean | undefined;
      try {
        if (!(await this.#sleep(delayMs))) return undefined;
        isAlive = false;
        const made = await reconnect(position.lastId);
        isAlive = true;
        return { made };
      } finally {
        budget.end(call, isAlive);
      }
    }
    return undefined;
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
