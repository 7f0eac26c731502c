import type { Random } from "./random.ts";

/** The credential that the client sends, and a server may send back. */
export const SECRET = "secret-token-of-the-fuzz";

const STATUSES = [
  200, 201, 203, 204, 205, 206, 207, 226, 299, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 403, 404, 405, 408,
  409, 418, 422, 425, 429, 451, 499, 500, 501, 502, 503, 504, 599,
];

const VALUES = [
  "",
  "0",
  "-1",
  "1e309",
  "NaN",
  "0x10",
  "99999999999999999999",
  "3000000",
  "1800000000",
  "1800000000123",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Tue, 15 Jan 2027 08:00:01 GMT",
  "\u00ff",
  ",",
  "chunked",
  "gzip",
  "x".repeat(5000),
  "../..",
  "//evil.test/",
  "https://evil.test/a?signature=1",
  "http://api.example/",
  "https://api.example/again",
  "http://[",
  "data:,x",
  "file:///etc/passwd",
  "__proto__",
  SECRET,
];

export const NAMES: readonly string[] = [
  "content-type",
  "content-length",
  "retry-after",
  "date",
  "location",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "www-authenticate",
  "transfer-encoding",
  "content-encoding",
  "set-cookie",
  "connection",
];

const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/problem+json",
  "text/plain",
  "text/html",
  "text/event-stream",
  "application/x-ndjson",
  "multipart/form-data",
  "video/mp4",
  ";;;",
  "json",
];

const ISSUES = [
  '{"loc":[],"msg":1}',
  '{"loc":[1,"a"],"msg":"m","type":"t"}',
  '{"loc":["query","limit"],"msg":"m","type":"t","input":"500","ctx":{"le":100}}',
  '{"loc":[{"toString":1}],"msg":"m"}',
  '{"loc":["__proto__"],"msg":"m"}',
  '{"loc":["body","constructor"],"msg":"m","input":{"toJSON":1}}',
  `{"loc":[${nested(20_000)}],"msg":"m"}`,
  `{"loc":["a"],"msg":"m","input":${nested(20_000)}}`,
  `{"loc":["a"],"msg":"${"m".repeat(3000)}"}`,
  "null",
  "[]",
];

const BODIES = [
  "",
  "null",
  "[]",
  "{}",
  "0",
  "-0",
  "1e999",
  '"x"',
  "\ufeff{}",
  "[[[[",
  '{"a":',
  "\ud800",
  "\u0000",
  "<html>",
  '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  '{"detail":{"toString":1}}',
  `{"detail":"${SECRET}","message":"https://a.test/b?signature=1"}`,
  `{"message":{"error":"${SECRET}"},"error":"${SECRET}"}`,
  '{"items":[1],"next":"https://evil.test/"}',
  "x".repeat(3000),
  nested(20_000),
];

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

/** A body of an answer: small ones that are known to hurt, and noise. */
export function anyBody(random: Random): string {
  if (random.chance(0.15))
    return `{"detail":[${Array.from({ length: random.below(3) + 1 }, () => random.pick(ISSUES))}]}`;
  if (random.chance(0.1)) {
    return String.fromCharCode(...Array.from({ length: random.below(200) }, () => random.below(0x1_0000)));
  }
  return random.pick(BODIES);
}

/** Headers of an answer, by the client's own interest in them. */
export function anyHeaders(random: Random): [string, string][] {
  const headers: [string, string][] = [];
  for (let count = random.below(6); count > 0; count--) {
    headers.push([random.pick(NAMES), random.chance(0.5) ? random.pick(VALUES) : String(random.below(2e9))]);
  }
  if (random.chance(0.7)) headers.push(["content-type", random.pick(TYPES)]);
  return headers;
}

export function anyStatus(random: Random): number {
  return random.pick(STATUSES);
}

/** Behaviours of the client's `fetch`: answer with anything, fail with anything, or never come back. */
export async function anyOutcome(random: Random, url = ""): Promise<Response> {
  // Targets of redirects fail more often than not.
  if (url.endsWith("/again") && random.chance(0.6)) throw anyFailure(random);
  if (random.chance(0.08)) {
    const status = random.pick([301, 302, 303, 307, 308]);
    return new Response(null, { status, headers: { location: random.pick(["/again", "https://api.example/again"]) } });
  }
  if (random.chance(0.03)) return new Promise(() => {});
  if (random.chance(0.05)) {
    const value = random.pick([undefined, null, Object.create(null), { status: 200 }, Response.error(), "text", 0]);
    if (random.chance(0.5)) throw value;
    return value as Response;
  }
  if (random.chance(0.1)) throw anyFailure(random);
  return anyAnswer(random);
}

function anyFailure(random: Random): Error {
  const error = new TypeError("fetch failed");
  const code = random.pick([
    "ECONNRESET",
    "ECONNREFUSED",
    "ENOTFOUND",
    "UND_ERR_SOCKET",
    "CERT_HAS_EXPIRED",
    undefined,
  ]);
  const cause = Object.assign(new Error(`to https://a.test/?token=${SECRET}`), { code });
  if (random.chance(0.2)) cause.cause = error;
  error.cause = random.chance(0.8) ? cause : random.pick([undefined, null, "text", { code }]);
  return error;
}

function anyAnswer(random: Random): Response {
  const status = anyStatus(random);
  const headers = new Headers(anyHeaders(random));
  const isEmpty = [204, 205, 304].includes(status);
  const body = isEmpty ? null : random.chance(0.2) ? anyStream(random) : anyBody(random);
  return new Response(body, { status, headers });
}

/** Ends, breaks off, stands still, or goes on until nobody reads any more. */
function anyStream(random: Random): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(stream) {
      if (random.chance(0.05)) return new Promise(() => {});
      stream.enqueue(new TextEncoder().encode(anyBody(random)));
      const end = random.next();
      if (end < 0.5) stream.error(random.pick([new TypeError("terminated"), undefined, "text"]));
      else if (end < 0.75) stream.close();
      return undefined;
    },
  });
}
