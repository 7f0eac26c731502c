import { isSafeAddress } from "../checks.ts";
import type { Clock } from "../clock.ts";
import { ConfigurationError } from "../errors/errors.ts";

/** Options of {@link oauth2Password}. */
export interface OAuth2PasswordOptions {
  /**
   * Address of the token endpoint: https, or http on loopback; a relative one is below the client's `baseUrl`.
   * @default the token URL of the document's password flow
   */
  readonly tokenUrl?: string | URL | undefined;
  /** User name, not empty. */
  readonly username: string;
  /** Password of the user, not empty. */
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
  check("username", "text, not empty", username && typeof username === "string");
  check("password", "text, not empty", password && typeof password === "string");
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
