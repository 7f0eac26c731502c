import { decodeText } from "../call/read-body.ts";
import type { Clock } from "../clock.ts";
import {
  AuthenticationError,
  ConnectionError,
  RateLimitError,
  type RateLimitFacts,
  SvcApiError,
} from "../errors/errors.ts";
import { fromCause, redactor, wordsOf } from "../errors/redact.ts";
import { retryAfterMs } from "../retry/retry-after.ts";
import { askEndpoint, MAX_BYTES } from "./ask-endpoint.ts";
import type { OAuth2PasswordOptions } from "./password-options.ts";
import { encodeBasic } from "./schemes.ts";

/** Tokens given by the token endpoint. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface TokenAnswer {
  /** Access token: printable ASCII without spaces, fit for a header. */
  readonly access: string;
  readonly refresh: string | undefined;
  /** Time until it expires, in milliseconds from 0; `Infinity` if unknown. */
  readonly lifeMs: number;
}

/** Response and its text; no text where it is too long. */
type Answer = readonly [response: Response, text: string | undefined];

/**
 * Sends one request to the token endpoint.
 *
 * @throws AuthenticationError where it refuses the grant; RateLimitError for 429; ConnectionError for 5xx and where it
 * does not respond in time; SvcApiError for a response without a usable token
 */
export async function requestToken(
  options: Omit<OAuth2PasswordOptions, "timeoutMs"> & {
    readonly tokenUrl: string;
    readonly clock: Clock;
    readonly timeoutMs?: number | false | undefined;
  },
  grant: { readonly [name: string]: string },
): Promise<TokenAnswer> {
  const { tokenUrl, clientId, clientSecret, fetch = globalThis.fetch, clock, timeoutMs = 30_000 } = options;
  const form = new URLSearchParams(grant);
  const headers: { [name: string]: string } = { accept: "application/json" };
  let basic = "";
  if (clientId && clientSecret !== undefined) {
    // Both are form-encoded before they are joined: RFC 6749, section 2.3.1.
    basic = encodeBasic([clientId, clientSecret].map(encodeURIComponent).join(":"));
    headers["authorization"] = `Basic ${basic}`;
  } else if (clientId) form.set("client_id", clientId);
  // No error may show these.
  const { grant_type: _, ...values } = grant;
  const sent = [{ ...values, basic, clientSecret: clientSecret ?? "" }];
  const [response, bytes] = await askEndpoint({
    clock,
    timeoutMs,
    // A redirect is not followed: the password would go with it. Workers do not support "error".
    fetch: (signal) => fetch(tokenUrl, { method: "POST", headers, body: form, redirect: "manual", signal }),
  }).catch((cause: unknown) => {
    const words = `no answer from the token endpoint: ${wordsOf(cause)}`;
    throw fromCause(ConnectionError, { operation: "oauth2Password", sent }, words, cause);
  });
  const text = bytes === undefined ? undefined : decodeText(bytes);
  return readToken(response, text) ?? fail([response, text], { clean: redactor({ sent }), now: clock.now() });
}

function parse(text = ""): { readonly [name: string]: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function readToken({ ok }: Response, text?: string): TokenAnswer | undefined {
  const { access_token: access, refresh_token: refresh, token_type: type, expires_in: life } = parse(text);
  // A value that no header can carry is no token, and one of another type must not be used: RFC 6749, section 7.1.
  if (!ok || typeof access !== "string" || !/^[!-~]+$/.test(access)) return undefined;
  const kind = type ?? "bearer";
  if (typeof kind !== "string" || !/^bearer$/i.test(kind)) return undefined;
  const seconds = typeof life === "number" || typeof life === "string" ? Number.parseFloat(`${life}`) : NaN;
  return {
    access,
    refresh: typeof refresh === "string" ? refresh : undefined,
    lifeMs: Number.isNaN(seconds) ? Infinity : Math.max(0, seconds * 1000),
  };
}

/** Throws the error of a response without a token. */
function fail([{ status, headers }, text]: Answer, at: { clean(text: string): string; now: number }): never {
  const { error } = parse(text);
  const said = typeof error === "string" ? ` ${at.clean(error).slice(0, 99)}` : "";
  const problem = text === undefined ? `, more than ${MAX_BYTES} bytes` : ", expected an access_token of type bearer";
  const message = `oauth2Password: the token endpoint answered ${status}${said}${problem}`;
  if (status > 499) throw new ConnectionError(message);
  const afterMs = retryAfterMs(headers, at.now);
  const retryAt = afterMs === undefined ? undefined : new Date(at.now + afterMs);
  const facts: RateLimitFacts = { status, headers, operation: "oauth2Password", retryAt };
  if (status === 429) throw new RateLimitError(message, facts);
  // Some endpoints refuse in words, with status 200.
  throw new (status > 399 || said ? AuthenticationError : SvcApiError)(message, facts);
}
