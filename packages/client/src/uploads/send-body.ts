import { type Clock, whenAborted } from "../clock.ts";
import { TimeoutError } from "../errors/errors.ts";
import { asBlob, readBodyPieces, type UploadBody } from "./upload-body.ts";

export interface SendingContext {
  readonly clock: Clock;
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  readonly signal?: AbortSignal | null | undefined;
  /** Milliseconds; `false` or `Infinity`: no limit. */
  readonly stallMs: number | false;
}

export interface Sending {
  readonly url: string;
  /** Options of the request; its headers are added to. */
  readonly init: RequestInit & { readonly headers: Headers };
  readonly fetchInit?: RequestInit;
  readonly body: UploadBody;
  /** Longest body in bytes. @default no limit */
  readonly maxBytes?: number | undefined;
  /** Called with the number of bytes sent so far. */
  readonly onBytes: (sent: number) => void;
}

/**
 * Sends a body as a stream, so that nothing of it is held in memory; browsers get a Blob where it is made of Blobs, because few
 * of them send streams.
 *
 * @throws TimeoutError where nothing is sent, or answered, for `stallMs`
 * @throws ConfigurationError where the body cannot be read
 */
export async function sendBody(context: SendingContext, sending: Sending): Promise<Response> {
  const { clock, fetch, stallMs } = context;
  const { url, init, fetchInit = {}, body, maxBytes = Infinity, onBytes } = sending;
  const { size } = body;
  const send = (parts: RequestInit & { readonly duplex?: "half" }, signal = context.signal ?? null) => {
    const unbuffered = (size ?? Infinity) > REDIRECTED_BYTES && isNode() ? UNBUFFERED : {};
    const whole = new Request(url, { redirect: "manual", ...init, ...parts, ...unbuffered });
    return fetch(whole, { ...fetchInit, signal, ...unbuffered });
  };
  const blob = isBrowser() ? asBlob(body) : undefined;
  if (blob) {
    onBytes(0);
    const response = await send({ body: blob });
    onBytes(blob.size);
    return response;
  }
  // Without it the body is sent in chunks, which services that store files often refuse.
  if (size !== undefined) init.headers.set("content-length", `${size}`);
  const watch = watchProgress(clock, context.signal, stallMs);
  const { stream, failure, close } = readBodyPieces(body, maxBytes, (sent) => {
    watch.restart();
    onBytes(sent);
  });
  try {
    return await send({ body: stream, duplex: "half" }, watch.signal);
  } catch (error) {
    close();
    throw watch.stalled() ?? failure() ?? error;
  } finally {
    watch.end();
  }
}

/** Longest body, in bytes, that follows a redirect on Node.js. */
const REDIRECTED_BYTES = 8 * 2 ** 20;

/**
 * Node.js keeps all of a body in memory, for redirects, unless there can be none: then it sends the request itself, not a
 * copy. @see https://fetch.spec.whatwg.org/#http-network-or-cache-fetch (step 8.1)
 */
const UNBUFFERED = { redirect: "error", window: null } as const;

function isNode(): boolean {
  return globalThis.process?.versions?.["node"] !== undefined;
}

/** Whether streams are sent by HTTP/2 only, or not at all. */
function isBrowser(): boolean {
  return /^Mozilla\//.test(globalThis.navigator?.userAgent ?? "");
}

/**
 * A signal that is aborted with the given one, or when nothing has happened for a time, and the error that this is. `false` and
 * `Infinity`: no limit.
 */
function watchProgress(clock: Clock, given: AbortSignal | null | undefined, stallMs: number | false) {
  const controller = new AbortController();
  let timer: unknown;
  let stalled: TimeoutError | undefined;
  let isOver = false;
  const onStall = (): void => {
    stalled = new TimeoutError(`no progress for longer than stallMs (${stallMs})`);
    controller.abort();
  };
  const stop = (): void => {
    if (timer !== undefined) clock.clearTimeout(timer);
  };
  const restart = (): void => {
    stop();
    // A piece may be read once more after the connection broke.
    timer = stallMs === false || stallMs === Infinity || isOver ? undefined : clock.setTimeout(onStall, stallMs);
  };
  const unlisten = whenAborted(given, () => controller.abort(given?.reason));
  restart();
  return {
    signal: controller.signal,
    stalled: () => stalled,
    restart,
    end() {
      isOver = true;
      stop();
      unlisten();
    },
  };
}
