import { type Bytes, decodeText, readBody } from "../call/read-body.ts";
import { isSafeAddress } from "../checks.ts";
import { type Clock, within } from "../clock.ts";
import {
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  RateLimitError,
  type RateLimitFacts,
  SvcApiError,
} from "../errors/errors.ts";
import { encodeBasic, fromCause, printable, redactor, wordsOf } from "../errors/redact.ts";
import { retryAfterMs } from "../retry/retry-decision.ts";

/** Longest answer of an endpoint that is read, in bytes. */
export const MAX_BYTES: number = 1 << 20;

/** Options of {@link oauth2Password}. */
export interface OAuth2PasswordOptions {
  /**
   * Address of the token endpoint: https, or http on loopback; a relative one is below the client's `baseUrl`.
   * @default the token URL of the document's password flow
   */
  readonly tokenUrl?: string | URL | undefined;
  /** User name; must not be empty. */
  readonly username: string;
  /** Password of the user; must not be empty. */
  readonly password: string;
  /** OAuth client id, if the server requires one: sent by HTTP Basic with the secret, in the form without one. @default none */
  readonly clientId?: string | undefined;
  /** OAuth client secret, if the client has one. @default none */
  readonly clientSecret?: string | undefined;
  /** Sends the requests to the token endpoint. @default the client's `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Source of time and timers. @default the client's clock */
  readonly clock?: Clock | undefined;
  /** Time before its expiry at which a token is renewed, in milliseconds, from 0; at most half of its life. @default 30_000 */
  readonly marginMs?: number | undefined;
  /** Longest time of a request to the token endpoint, in milliseconds, above 0 and below 2^31. @default the client's `timeoutMs` */
  readonly timeoutMs?: number | undefined;
}

/** @throws ConfigurationError naming the invalid option, never its value */
export function checkPasswordOptions(options: OAuth2PasswordOptions): void {
  const { tokenUrl, username, password, clientId, clientSecret, fetch, clock, marginMs, timeoutMs } = Object(options);
  if (tokenUrl !== undefined) checkTokenUrl(tokenUrl, "https://relative.invalid/");
  check("username", "a non-empty string", username && typeof username === "string");
  check("password", "a non-empty string", password && typeof password === "string");
  check("clientId", "text", clientId === undefined || typeof clientId === "string");
  check("clientSecret", "text", clientSecret === undefined || typeof clientSecret === "string");
  check("clientSecret", "a clientId with it", clientId || !clientSecret);
  check("fetch", "a function", fetch === undefined || typeof fetch === "function");
  const isClock = ["now", "setTimeout", "clearTimeout"].every((name) => typeof clock?.[name] === "function");
  check("clock", "now, setTimeout and clearTimeout", clock === undefined || isClock);
  check("marginMs", "a number from 0", marginMs === undefined || (typeof marginMs === "number" && marginMs >= 0));
  // Timers of 2^31 and more fire at once.
  const isTime = typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs < 2 ** 31;
  check("timeoutMs", "a number above 0 and below 2^31", timeoutMs === undefined || isTime);
}

/**
 * The address of a token endpoint, below `baseUrl` if it is relative.
 *
 * @throws ConfigurationError for an address to which no password may be sent
 */
export function checkTokenUrl(tokenUrl: string | URL | undefined, baseUrl: string | undefined): string {
  const isKnown = tokenUrl !== undefined && tokenUrl !== "" && URL.canParse(tokenUrl, baseUrl);
  const url = isKnown ? new URL(tokenUrl, baseUrl) : undefined;
  const isSafe = url && (isSafeAddress(`${url.origin}/`, false) || url.href.startsWith(baseUrl ?? url.href + 1));
  check("tokenUrl", "an https address (or http on loopback), or a document that declares one", isSafe);
  check(
    "tokenUrl",
    "no user name and password: clientId and clientSecret are for that",
    !url?.username && !url?.password,
  );
  return `${url}`;
}

function check(name: keyof OAuth2PasswordOptions, expected: string, isGood: unknown): void {
  if (!isGood) throw new ConfigurationError(`oauth2Password: ${name}: expected ${expected}`);
}

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
  const { grant_type: type, ...values } = grant;
  const refusedGrant = type === "password" ? "username and password" : "the refresh token";
  const sent = [{ ...values, basic, clientSecret: clientSecret ?? "" }];
  const [response, bytes] = await askEndpoint({
    clock,
    timeoutMs,
    // A redirect is not followed: the password would go with it. Workers do not support "error".
    fetch: (signal) => fetch(tokenUrl, { method: "POST", headers, body: form, redirect: "manual", signal }),
  }).catch((cause: unknown) => {
    const words = `no response from the token endpoint: ${wordsOf(cause)}`;
    throw fromCause(ConnectionError, { operation: "oauth2Password", sent }, words, cause);
  });
  const text = bytes === undefined ? undefined : decodeText(bytes);
  const at = { clean: redactor({ sent }), now: clock.now(), grant: refusedGrant };
  return readToken(response, text) ?? fail([response, text], at);
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

function fail(
  [{ status, headers }, text]: Answer,
  at: { clean(text: string): string; now: number; grant: string },
): never {
  const { error, detail } = parse(text);
  const words = [detail, error].find((value) => typeof value === "string");
  const said = words ? ` ${printable(at.clean(words as string)).slice(0, 99)}` : "";
  const isRefused = said || (status > 399 && status < 500 && status !== 429);
  const problem = text === undefined ? `more than ${MAX_BYTES} bytes` : "no access_token of type bearer";
  const message = `oauth2Password: the token endpoint ${isRefused ? `refused ${at.grant}: ${status}${said}` : `returned ${status}, ${problem}`}`;
  if (status > 499) throw new ConnectionError(message);
  const afterMs = retryAfterMs(headers, at.now);
  const retryAt = afterMs === undefined ? undefined : new Date(at.now + afterMs);
  const facts: RateLimitFacts = { status, headers, operation: "oauth2Password", retryAt };
  if (status === 429) throw new RateLimitError(message, facts);
  // Some endpoints refuse in words, with status 200.
  throw new (status > 399 || said ? AuthenticationError : SvcApiError)(message, facts);
}

type Asked = readonly [response: Response, body: Bytes | undefined];

interface Asking {
  readonly clock: Clock;
  readonly timeoutMs: number | false;
  readonly fetch: (signal: AbortSignal) => Promise<Response>;
}

/**
 * The response of an endpoint and its whole body; `undefined` where that is longer than {@link MAX_BYTES}. Other calls wait
 * for the same answer: without a limit of its own, one that never ends would stop them all.
 *
 * @throws DOMException named `TimeoutError`; what `fetch` throws
 */
export async function askEndpoint({ clock, timeoutMs, fetch }: Asking): Promise<Asked> {
  // Not AbortSignal.timeout: a listener on it keeps Deno alive until it fires.
  const controller = new AbortController();
  const ask = async (): Promise<Asked> => {
    const response = await fetch(controller.signal);
    return [response, await readBody(response, MAX_BYTES)];
  };
  const onLate = (): Error => {
    const reason = new DOMException(`no response within ${timeoutMs} ms`, "TimeoutError");
    controller.abort(reason);
    return reason;
  };
  return within(ask(), { clock, ms: timeoutMs, onLate });
}
