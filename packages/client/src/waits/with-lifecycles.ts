import type { Addition, AdditionContext, CallMethod, Session, SvcPromise } from "../call/call.ts";
import { type Effects, whenAborted } from "../clock.ts";
import { AbortedError, SvcApiError, SvcError, TimeoutError } from "../errors/errors.ts";
import { argumentCount, withOptions } from "../runtime/method-tree.ts";
import { valueAt } from "../runtime/pagination.ts";
import type { LifecycleRow, OperationRow } from "../table.ts";

/** Options of `close()` if the document has lifecycles. */
export interface CloseOptions {
  /**
   * Ends the resources that calls started and did not end, before the client closes. An `AggregateError`
   * has the `errors` of those that could not be ended. @default false
   */
  readonly closeResources?: boolean | undefined;
}

/** Part of the result of an operation that begins something: `await using` ends it at the end of the block. */
interface Disposable {
  /**
   * Ends it, in at most 30 s. Does nothing where it has been ended by this client. A failure is the error of the ending
   * call; then it counts as open, and may be tried again.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Something that a call began. */
interface Open {
  /** Ends it once; again only where that failed. */
  end(): Promise<void>;
}

/** Longest time for the call that ends something, in milliseconds. */
const END_MS = 30_000;

/** Results of operations that begin something can be disposed of, and are ended by `close()` where that is asked for. */
export const withLifecycles: Addition = (client) => {
  const context: Lifecycles = { client, open: new Map(), beginnings: new Set(), isClosing: false };
  const { open, beginnings } = context;
  client.wrapClose((close) => async ({ closeResources = false }: CloseOptions = {}) => {
    context.isClosing ||= closeResources;
    if (closeResources)
      await Promise.all([...beginnings].map((one) => one.cut(new AbortedError("the client is closed"))));
    const ended = await Promise.allSettled(closeResources ? [...open.values()].map((one) => one.end()) : []);
    await close();
    const errors = ended.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (errors.length > 0)
      throw new AggregateError(errors, `close: ${errors.length} of ${ended.length} could not be ended`);
  });
  const endings = new Set(client.operations.map(({ lifecycle }) => lifecycle?.end));
  return (row, method) => {
    const made = endings.has(row.name) ? ending(row, method, open) : method;
    return row.lifecycle ? beginning(context, { row, begin: made, lifecycle: row.lifecycle }) : made;
  };
};

/** A call that begins something and is under way. */
interface Beginning {
  /** Aborts it where nothing of it was sent, else waits for its end: what it begins is open then. */
  cut(reason: unknown): Promise<unknown>;
}

interface Lifecycles {
  readonly client: AdditionContext;
  readonly beginnings: Set<Beginning>;
  /** Set once the client is closed with its resources: further beginnings are refused. */
  isClosing: boolean;
  /** Begun and not ended, by the ending method and its arguments. */
  readonly open: Map<string, Open>;
}

interface Begin {
  readonly row: OperationRow;
  readonly begin: CallMethod;
  readonly lifecycle: LifecycleRow;
}

function beginning(context: Lifecycles, { row, begin, lifecycle }: Begin): CallMethod {
  const { client, open, beginnings } = context;
  const { session, operations, methods } = client;
  const ending = operations.find(({ name }) => name === lifecycle.end) as OperationRow;
  const adopt = (data: unknown, args: readonly unknown[]): void => {
    const id = valueAt(data, lifecycle.id);
    if (id === undefined || id === null || Object(data) !== data) return;
    const endArgs = lifecycle.args.map((index) => (index === null ? id : args[index]));
    const endCall = methods.get(ending.name) as CallMethod;
    const end = once(() => endNow(session, endCall, { ending, endArgs, ended: lifecycle.ended ?? [404, 410] }));
    const key = keyOf(ending, endArgs);
    const one: Open = {
      async end() {
        if (open.get(key) !== one) return;
        await end();
        open.delete(key);
      },
    };
    open.set(key, one);
    Object.defineProperty(data, Symbol.asyncDispose, { value: () => one.end(), configurable: true });
  };
  return withOptions(row, (args, options) => {
    // Aborted, or no signal: the call says so.
    if (options.signal && options.signal.aborted !== false) return begin(...args, options);
    if (context.isClosing) return rejected(new AbortedError(`${row.name}: the client is closed`));
    const controller = new AbortController();
    const inner = begin(...args, { ...options, signal: controller.signal });
    const began = inner.then((data) => {
      adopt(data, args);
      return data;
    });
    const one: Beginning = {
      cut(reason) {
        // A request that was sent may have begun something: it goes on, and what it begins is ended.
        if (!isSent(session, inner)) controller.abort(reason);
        return began.catch(() => undefined);
      },
    };
    beginnings.add(one);
    const forget = (): void => void beginnings.delete(one);
    began.then(forget, forget);
    const outer = orAborted(began, options.signal, async () => {
      const left = await one.cut(undefined).then(endQuietly);
      return new AbortedError(`${row.name}: aborted by the caller${left ?? ""}`, { cause: options.signal?.reason });
    }) as SvcPromise<unknown>;
    outer.withResponse = async () => {
      await outer;
      return inner.withResponse();
    };
    return outer;
  });
}

/** Lets the ending method tell what it has ended. */
function ending(row: OperationRow, method: CallMethod, open: Map<string, Open>): CallMethod {
  const at = argumentCount(row);
  return (...args) => {
    const promise = method(...args);
    promise.then(
      () => open.delete(keyOf(row, args.slice(0, at))),
      () => {},
    );
    return promise;
  };
}

function keyOf({ name }: OperationRow, args: readonly unknown[]): string {
  return JSON.stringify([name, ...args.map(String)]);
}

interface Ending {
  readonly ending: OperationRow;
  readonly endArgs: readonly unknown[];
  readonly ended: readonly number[];
}

/** Sends the call that ends it, ahead of what waits for the rate limit, for a bounded time. */
async function endNow({ clock }: Effects, call: CallMethod, { ending, endArgs, ended }: Ending): Promise<void> {
  const controller = new AbortController();
  const timer = clock.setTimeout(() => controller.abort(), END_MS);
  const rest = Array.from({ length: argumentCount(ending) - endArgs.length });
  try {
    await call(...endArgs, ...rest, { signal: controller.signal, priority: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    const { status = 0 } = SvcApiError.is(error) ? error : {};
    // A success whose body is not what the document says has ended it, too.
    if (ended.includes(status) || (status > 199 && status < 300)) return;
    if (!controller.signal.aborted) throw error;
    throw new TimeoutError(`${ending.name}: not ended within ${END_MS} ms: it may still run`, { cause: error });
  } finally {
    clock.clearTimeout(timer);
  }
}

/** The promise, but rejected with the error of `onAbort` once the signal is aborted. */
function orAborted(
  began: Promise<unknown>,
  signal: AbortSignal | undefined,
  onAbort: () => Promise<AbortedError>,
): Promise<unknown> {
  if (!signal) return began;
  return new Promise((resolve, reject) => {
    let isAborted = false;
    const unlisten = whenAborted(signal, () => {
      isAborted = true;
      void onAbort().then(reject);
    });
    const settle =
      <T>(then: (value: T) => void) =>
      (value: T): void => {
        unlisten();
        if (!isAborted) then(value);
      };
    began.then(settle(resolve), settle(reject));
  });
}

/** Whether a request of the call is under way. */
function isSent({ calls }: Session, promise: Promise<unknown>): boolean {
  for (const call of calls) if (call.promise === promise) return !call.isWaiting();
  return false;
}

/** Ends what an aborted call began. Where that fails, words for the error: it stays open, and `close()` tries again. */
async function endQuietly(data: unknown): Promise<string | undefined> {
  try {
    await (data as Partial<Disposable> | undefined)?.[Symbol.asyncDispose]?.();
    return undefined;
  } catch (error) {
    const why = SvcError.is(error) ? error.message : "an error";
    return ` after it had begun; what it began may still run: ending it failed (${why})`;
  }
}

function rejected(error: Error): SvcPromise<unknown> {
  const promise = Promise.reject(error);
  return Object.assign(promise, { withResponse: () => promise });
}

/** The same promise for all who call while it is pending or has succeeded. */
function once(run: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= run().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
