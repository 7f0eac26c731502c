import type { Outcome } from "../fake/core.ts";
import type { FrontRequest } from "../front/types.ts";

/** Answers a request, whichever way it came in. */
export type Handler = (request: FrontRequest) => Promise<Outcome>;

export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** The fake as a `fetch`: no network, in every runtime. Failures look as those of the runtime's own fetch do. */
export function createFetch(handler: Handler): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const outcome = await race(toFrontRequest(request).then(handler), signal);
    return toResponse(outcome, request);
  };
}

/** A WHATWG request in the terms of the front. */
export async function toFrontRequest(request: Request): Promise<FrontRequest> {
  const url = new URL(request.url);
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    target: url.pathname + url.search,
    headers: [...request.headers],
    origin: url.origin,
    ...(body !== undefined && { body }),
  };
}

/** Statuses for which the Fetch standard allows no body. */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

async function toResponse({ response, damage }: Outcome, request: Request): Promise<Response> {
  if (damage === "reset-before" || damage === "reset-headers") throw networkError("ECONNRESET", "read ECONNRESET");
  if (damage === "timeout") return race(new Promise<never>(() => {}), request.signal);
  const { status, body } = response;
  const hasBody = body !== undefined && !NULL_BODY.has(status) && request.method !== "HEAD";
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const content = hasBody ? (damage === undefined ? body : brokenStream(bytes ?? new Uint8Array())) : null;
  const answer = new Response(content as BodyInit | null, { status, headers: response.headers });
  Object.defineProperty(answer, "url", { value: request.url });
  return answer;
}

/** Half of a body, then the error that undici gives for a connection that ends too soon. */
function brokenStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new TypeError("terminated", { cause: socketError("other side closed") }));
      isSent = true;
      controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)));
    },
  });
}

function socketError(message: string): Error {
  return Object.assign(new Error(message), { name: "SocketError", code: "UND_ERR_SOCKET" });
}

function networkError(code: string, message: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

/** The promise, or the signal's reason if that comes first. */
async function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
