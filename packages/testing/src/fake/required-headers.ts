import type { PlainResponse } from "@svc/fastapi-validation";
import type { Header, Json, Model, Response } from "@svc/model";
import { generate, type Validate } from "@svc/schema";
import { seedOf } from "./random.ts";

/** What values of headers are made from. */
export interface HeaderContext {
  readonly model: Model;
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly validate: Validate;
  /** Seconds until requests are to be had again. */
  readonly retryAfter: () => number | undefined;
}

/** Headers that come from elsewhere: of the content (OpenAPI ignores its type), the connection, the window, the clock. */
const ELSEWHERE =
  /^(?:content-(?:type|length|encoding)|transfer-encoding|connection|date|x-ratelimit-(?:limit|remaining|reset))$/i;

const known = new WeakMap<Response, readonly Header[]>();

/** An answer with the headers that its document requires of it, as far as it has them not. */
export function withRequiredHeaders(
  response: PlainResponse,
  documented: Response,
  context: HeaderContext,
): PlainResponse {
  const required =
    known.get(documented) ?? documented.headers.filter(({ required, name }) => required && !ELSEWHERE.test(name));
  known.set(documented, required);
  const missing = required.filter(
    (header) => !response.headers.some(([name]) => name.toLowerCase() === header.name.toLowerCase()),
  );
  if (missing.length === 0) return response;
  const added = missing.map((header): [string, string] => [header.name.toLowerCase(), headerValue(header, context)]);
  return { ...response, headers: [...response.headers, ...added] };
}

/** What HTTP can carry, without blanks at the ends. */
const SAFE = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * A value of a header, in the style `simple`.
 *
 * @throws Error where the schema allows none that a header can carry
 */
export function headerValue({ name, schema }: Header, context: HeaderContext): string {
  const { model, seed, now, validate } = context;
  const meant = meaning(name, context).find((value) => validate(schema, value).length === 0);
  if (meant !== undefined) return String(meant);
  const common = { schemas: model.schemas, seed: seedOf(String(seed), name), now, name, exact: true } as const;
  const isSafe = (text: string): boolean => SAFE.test(text);
  const plain = simple(generate(schema, common));
  if (isSafe(plain)) return plain;
  const safe = simple(generate({ allOf: [schema, { pattern: SAFE.source }] }, common));
  if (isSafe(safe)) return safe;
  throw new Error(`no valid value was found that the response header ${name} can carry.`);
}

/** Values that a header has by what it means, as number and as text. */
function meaning(name: string, { retryAfter }: HeaderContext): Json[] {
  const seconds = /^retry-after$/i.test(name) ? retryAfter() : undefined;
  return seconds === undefined ? [] : [seconds, String(seconds)];
}

function simple(value: unknown): string {
  if (Array.isArray(value)) return value.map(simple).join(",");
  if (typeof value === "object" && value !== null) return Object.entries(value).flat().map(String).join(",");
  return value === undefined || value === null ? "" : String(value);
}
