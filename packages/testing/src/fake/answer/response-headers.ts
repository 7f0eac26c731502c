import type { HttpResponse } from "@svc/fastapi-validation";
import type { Header, Json, Response } from "@svc/model/data";
import { generate } from "@svc/schema";
import type { RateLimitState } from "../../limits/rate-limit.ts";
import type { FakeContext } from "../context.ts";

/** Adds the headers of every response of the service: the time, and the rate-limit window at the time of the request. */
export function withServiceHeaders(
  response: HttpResponse,
  window: RateLimitState | undefined,
  now: number,
): HttpResponse {
  const headers: [string, string][] = [...response.headers, ["date", dateOf(now)]];
  if (window !== undefined)
    headers.push(
      ["x-ratelimit-limit", String(window.limit)],
      ["x-ratelimit-remaining", String(window.remaining)],
      // Rounded up, so that a client does not send its request too early.
      ["x-ratelimit-reset", String(Math.ceil(window.resetAt / 1000))],
    );
  return { ...response, headers };
}

let lastDate = { second: Number.NaN, text: "" };

/** The `Date` header. Formatting takes a tenth of the time of a response, so it is done once for each second. */
function dateOf(now: number): string {
  const second = Math.floor(now / 1000);
  if (lastDate.second !== second) lastDate = { second, text: new Date(second * 1000).toUTCString() };
  return lastDate.text;
}

/** The parts of a fake that generated headers depend on. */
type HeaderContext = Pick<FakeContext, "model" | "seed" | "clock" | "validate" | "limiter">;

/** Headers that are set elsewhere: of the content (OpenAPI ignores `Content-Type`), the connection, the clock. */
const ELSEWHERE = /^(?:content-(?:type|length|encoding)|transfer-encoding|connection|date)$/i;
/** Headers of the window, which are set elsewhere if requests are limited. */
const LIMIT = /^x-ratelimit-(?:limit|remaining|reset)$/i;

const requiredHeaders = new WeakMap<Response, readonly Header[]>();

function requiredOf(documented: Response): readonly Header[] {
  const required =
    requiredHeaders.get(documented) ??
    documented.headers.filter(({ required, name }) => required && !ELSEWHERE.test(name));
  requiredHeaders.set(documented, required);
  return required;
}

/** A response with its required headers, and what these depend on. */
interface Completed {
  readonly documented: Response;
  readonly context: HeaderContext;
  readonly now: number;
  readonly made: HttpResponse;
}

/** The same response gets the same headers as long as the clock stands still, and what is remembered of it stays true. */
const completed = new WeakMap<HttpResponse, Completed>();

/** Adds the headers that the document requires and the response lacks. */
export function withRequiredHeaders(
  response: HttpResponse,
  documented: Response,
  context: HeaderContext,
): HttpResponse {
  const missing = requiredOf(documented).filter(
    (header) =>
      !(context.limiter !== undefined && LIMIT.test(header.name)) &&
      !response.headers.some(([name]) => name.toLowerCase() === header.name.toLowerCase()),
  );
  if (missing.length === 0) return response;
  const now = context.clock.now();
  const before = completed.get(response);
  if (before?.documented === documented && before.context === context && before.now === now) return before.made;
  const added = missing.map((header): [string, string] => [header.name.toLowerCase(), headerValue(header, context)]);
  const made = { ...response, headers: [...response.headers, ...added] };
  completed.set(response, { documented, context, now, made });
  return made;
}

/** Characters of a header value, without blanks at the ends. */
const SAFE = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Generates the value of a header, in the style `simple`.
 *
 * @throws Error if the schema allows no value that a header can have
 */
export function headerValue({ name, schema }: Header, context: HeaderContext): string {
  const { model, seed, clock, validate } = context;
  const meaningful = meaning(name, context).find((value) => validate(schema, value).length === 0);
  if (meaningful !== undefined) return String(meaningful);
  const common = { schemas: model.schemas, seed: `${seed} ${name}`, now: clock.now(), name, exact: true } as const;
  const isSafe = (text: string): boolean => SAFE.test(text);
  const plain = simple(generate(schema, common));
  if (isSafe(plain)) return plain;
  const safe = simple(generate({ allOf: [schema, { pattern: SAFE.source }] }, common));
  if (isSafe(safe)) return safe;
  throw new Error(`no valid value was found that the response header ${name} can carry.`);
}

/** Values of a header whose meaning is known, as number and as text. */
function meaning(name: string, { limiter, clock }: HeaderContext): Json[] {
  const now = clock.now();
  if (limiter === undefined) return LIMIT.test(name) ? unlimited(name, now) : [];
  if (!/^retry-after$/i.test(name)) return [];
  const seconds = Math.ceil((limiter.nextReset(now) - now) / 1000);
  return [seconds, String(seconds)];
}

/** Values of a service without a limit whose document requires these headers. */
function unlimited(name: string, now: number): Json[] {
  const value = /reset$/i.test(name) ? Math.ceil(now / 1000) + 60 : 1_000_000;
  return [value, String(value)];
}

function simple(value: unknown): string {
  if (Array.isArray(value)) return value.map(simple).join(",");
  if (typeof value === "object" && value !== null) return Object.entries(value).flat().map(String).join(",");
  return value === undefined || value === null ? "" : String(value);
}
