import type { Addition, OpenEnds, Session, SvcPromise, WithResponse } from "../call/call.ts";
import { abandon } from "../call/read-body.ts";
import { checkLimit, checkSignal } from "../checks.ts";
import { whenAborted } from "../clock.ts";
import { AbortedError, SvcApiError } from "../errors/errors.ts";
import { withOptions } from "../runtime/method-tree.ts";
import { pairsOf } from "../runtime/requests.ts";
import type { OperationRow, StreamsRow } from "../table.ts";
import { isEvents } from "./decode-items.ts";
import { OpenStream } from "./open-stream.ts";
import type { Connection, StreamOptions, StreamPromise } from "./options.ts";
import { type StreamPlaces, takePlaces } from "./stream-places.ts";

/** Makes the methods of operations with streams give open streams. */
export const withStreams: Addition = ({ session, open }) => {
  const places = takePlaces(session);
  return (row, method) => {
    const { streams } = row;
    if (!streams) return method;
    return withOptions(row, (args, options: StreamOptions) =>
      start({ session, row, open, places }, streams, options, (more) => method(...args, more)),
    );
  };
};

/** State of a client's streams, and the operation that one is of. */
interface Opening {
  readonly session: Session;
  readonly row: OperationRow;
  readonly open: OpenEnds;
  readonly places: StreamPlaces;
}

function start(
  { session, row, open, places }: Opening,
  streams: StreamsRow,
  options: StreamOptions,
  method: (options: object) => SvcPromise<unknown>,
): SvcPromise<unknown> {
  const { signal, accept = streams.accept, lastEventId, idleTimeoutMs, totalTimeoutMs, ...others } = options;
  const controller = new AbortController();
  let opened: OpenStream | undefined;
  const abort = (): void => {
    if (opened) opened.end(new AbortedError(`${row.name}: aborted by the caller`, { cause: signal?.reason }));
    else controller.abort(signal?.reason);
  };
  let unlisten: (() => void) | undefined;
  const connect = (from: string | undefined): SvcPromise<unknown> => {
    const own = [["accept", accept], ...(from ? [["last-event-id", toBytes(from)]] : [])];
    const headers = [...own, ...pairsOf(Object(options.headers))];
    return method({ ...others, signal: controller.signal, headers });
  };
  const reconnect = async (from: string): Promise<Connection | undefined> => {
    const end = places.begin();
    try {
      const { data, response } = await connect(from).withResponse();
      return response.status === 204 ? undefined : toConnection(row, response, data, session);
    } finally {
      end();
    }
  };
  const onEnd = (reason: Error): void => {
    unlisten?.();
    if (opened) open.delete(opened.end);
    controller.abort(reason);
  };
  let call: SvcPromise<unknown> | undefined;
  const run = async (): Promise<WithResponse<unknown>> => {
    for (const [name, ms] of Object.entries({ idleTimeoutMs, totalTimeoutMs })) checkLimit(name, ms ?? false);
    if (signal) checkSignal(signal);
    unlisten = whenAborted(signal, abort);
    const end = places.begin();
    try {
      call = connect(lastEventId);
      const result = await call.withResponse();
      const connection = toConnection(row, result.response, result.data, session);
      if (connection)
        opened = new OpenStream(connection, { session, row, options, reconnect, onEnd, hold: places.hold });
      if (opened) open.add(opened.end);
      return opened ? { ...result, data: opened } : result;
    } finally {
      end();
      if (!opened) unlisten?.();
    }
  };
  const result = run();
  const promise = result.then(({ data }) => data) as StreamPromise<unknown>;
  promise.withResponse = () => {
    promise.catch(() => {});
    return result as never;
  };
  promise[Symbol.asyncIterator] = () => {
    // Where no stream came, the method may give a list in pages.
    const source = promise.then((data) => (opened ? data : call) as AsyncIterable<unknown, undefined>);
    let iterator: AsyncIterator<unknown, undefined> | undefined;
    const begin = async (): Promise<AsyncIterator<unknown, undefined>> => {
      iterator ??= (await source)[Symbol.asyncIterator]();
      return iterator;
    };
    return {
      next: () => iterator?.next() ?? begin().then((begun) => begun.next()),
      return: async () => (await begin()).return?.() ?? { done: true, value: undefined },
    };
  };
  return promise;
}

/** A text as a header can hold it: a character for each byte of its UTF-8, as browsers send ids of events. */
function toBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The stream of a response; `undefined` where it is another result of the operation. @throws SvcApiError for neither */
function toConnection(row: OperationRow, response: Response, data: unknown, session: Session): Connection | undefined {
  const { headers } = response;
  const { accept = "", types = {} } = row.streams ?? {};
  if (data instanceof ReadableStream) {
    if (Object.keys(types).some((type) => isEvents(type) === isEvents(headers.get("content-type"))))
      return { response, body: data };
    // Its items would not have the type that the document gives them.
    abandon(data);
    throw noStream(row, response, undefined, session);
  }
  // JSON may be what the operation gives where no stream is asked for.
  if (!(accept in types)) return undefined;
  // An empty answer is a stream without items.
  if (data === undefined) return { response, body: new Response("").body as ReadableStream };
  throw noStream(row, response, data, session);
}

function noStream(row: OperationRow, { status, headers }: Response, body: unknown, session: Session): SvcApiError {
  const facts = { status, headers, body, operation: row.name, rateLimit: session.pacer.snapshot() };
  const types = Object.keys(row.streams?.types ?? {}).join(" or ");
  return new SvcApiError(`${row.name}: ${status} is not a stream of ${types}: ${headers.get("content-type")}`, facts);
}
