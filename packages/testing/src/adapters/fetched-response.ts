import type { HttpRequest } from "@svc/fastapi-validation";

/** Headers that the fetch of Node.js adds. */
const OWN_HEADERS: readonly (readonly [string, string])[] = [
  ["accept", "*/*"],
  ["accept-language", "*"],
  ["sec-fetch-mode", "cors"],
  ["user-agent", "node"],
  ["accept-encoding", "gzip, deflate"],
];

/** Adds the headers that fetch sends: a document may require them. */
export function asSent(request: HttpRequest, host: string): HttpRequest {
  const { headers: given } = request;
  const headers = isGiven(given, "host") ? [...given] : [["host", host] as const, ...given];
  for (const own of OWN_HEADERS) if (!isGiven(given, own[0])) headers.push(own);
  return { ...request, headers };
}

/** A `Request` has its header names in lower case. */
function isGiven(headers: HttpRequest["headers"], name: string): boolean {
  for (const header of headers) if (header[0] === name) return true;
  return false;
}

const BASIC: PropertyDescriptor = { value: "basic" };
const REDIRECTED: PropertyDescriptor = { value: true };
/** Writable like the original: clients replace it to read a body twice. */
const CLONE: PropertyDescriptor = { value: cloneFetched, writable: true, configurable: true };

/** Sets the properties of a `Response` that its constructor cannot set, as fetch does. */
export function asFetched(response: Response, address: string, redirected: boolean): Response {
  const fragment = address.indexOf("#");
  const url = fragment === -1 ? address : address.slice(0, fragment);
  // Configurable like that of fetch, which is its prototype's: clients hide a credential in it.
  Object.defineProperty(response, "url", { value: url, configurable: true });
  Object.defineProperty(response, "type", BASIC);
  if (redirected) Object.defineProperty(response, "redirected", REDIRECTED);
  return Object.defineProperty(response, "clone", CLONE);
}

function cloneFetched(this: Response): Response {
  return asFetched(Response.prototype.clone.call(this), this.url, this.redirected);
}

/** Content codings that fetch decodes, with their names for `DecompressionStream`. */
const FORMATS: { readonly [coding: string]: string } = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
  br: "brotli",
};

const NAME = "content-encoding";

/** Decodes the content codings that `content-encoding` names, as fetch does, if the runtime has them. */
export function decoded(body: BodyInit, headers: readonly (readonly [string, string])[]): BodyInit {
  // Compares the length first, because this runs for every response.
  const named = headers.find(([name]) => name.length === NAME.length && name.toLowerCase() === NAME)?.[1];
  if (named === undefined) return body;
  const formats = named.split(",").map((coding) => FORMATS[coding.trim().toLowerCase()]);
  try {
    const steps = formats.reverse().map((format) => new DecompressionStream(format as CompressionFormat));
    return (
      steps.reduce<ReadableStream | null>(
        (stream, step) => stream?.pipeThrough(step) ?? null,
        new Response(body).body,
      ) ?? body
    );
  } catch {
    // fetch leaves a body with an unknown coding as it is.
    return body;
  }
}

/** Reason phrases as Node.js has them, which real HTTP sends (RFC 9110, section 15, and the registry that it refers to). */
const PHRASES: ReadonlyMap<number, string> = new Map(
  [
    "200 OK|201 Created|202 Accepted|203 Non-Authoritative Information|204 No Content|205 Reset Content",
    "206 Partial Content|207 Multi-Status|208 Already Reported|226 IM Used|300 Multiple Choices",
    "301 Moved Permanently|302 Found|303 See Other|304 Not Modified|305 Use Proxy|307 Temporary Redirect",
    "308 Permanent Redirect|400 Bad Request|401 Unauthorized|402 Payment Required|403 Forbidden|404 Not Found",
    "405 Method Not Allowed|406 Not Acceptable|407 Proxy Authentication Required|408 Request Timeout",
    "409 Conflict|410 Gone|411 Length Required|412 Precondition Failed|413 Payload Too Large|414 URI Too Long",
    "415 Unsupported Media Type|416 Range Not Satisfiable|417 Expectation Failed|418 I'm a Teapot",
    "421 Misdirected Request|422 Unprocessable Entity|423 Locked|424 Failed Dependency|425 Too Early",
    "426 Upgrade Required|428 Precondition Required|429 Too Many Requests|431 Request Header Fields Too Large",
    "451 Unavailable For Legal Reasons|500 Internal Server Error|501 Not Implemented|502 Bad Gateway",
    "503 Service Unavailable|504 Gateway Timeout|505 HTTP Version Not Supported|506 Variant Also Negotiates",
    "507 Insufficient Storage|508 Loop Detected|509 Bandwidth Limit Exceeded|510 Not Extended",
    "511 Network Authentication Required",
  ]
    .flatMap((row) => row.split("|"))
    .map((entry) => [Number(entry.slice(0, 3)), entry.slice(4)]),
);

/** Reason phrase of a status. */
export function reasonPhrase(status: number): string {
  return PHRASES.get(status) ?? "unknown";
}

/** Error of fetch if the connection is reset before the response. */
export function resetBefore(note = ""): TypeError {
  return new TypeError("fetch failed", { cause: connectionReset(note) });
}

/** Error of a socket that was reset (RST). */
export function connectionReset(note = ""): Error {
  return Object.assign(new Error(`read ECONNRESET${note}`), { code: "ECONNRESET", errno: -104, syscall: "read" });
}

/** Error of reading a body if the connection fails in its middle, as undici has it. */
export function terminated(cause: Error): TypeError {
  return new TypeError("terminated", { cause });
}

/** Error of a socket that the server has closed (FIN). */
export function otherSideClosed(): Error {
  return Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
}

// A request follows the signal of its init only until it is garbage-collected.
const kept = new WeakMap<AbortSignal, Request>();

/** The signal of a request, which works as long as it is referenced. */
export function signalOf(request: Request): AbortSignal {
  kept.set(request.signal, request);
  return request.signal;
}

// Keeps the listeners of requests that are never answered.
const waiting = new Set<() => void>();

/** Settles like the promise, or rejects with the signal's reason if that is aborted first; `drop` gets a later result. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  drop: (value: Value) => void = () => {},
): Promise<Value> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      promise.then(drop, () => {});
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
  waiting.add(onAbort);
  try {
    const value = await Promise.race([promise, aborted]);
    if (!signal.aborted) return value;
    drop(value);
    throw signal.reason;
  } finally {
    waiting.delete(onAbort);
    signal.removeEventListener("abort", onAbort);
  }
}
