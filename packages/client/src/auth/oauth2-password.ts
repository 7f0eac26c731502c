import { AuthenticationError } from "../errors/authentication-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { redact, redactCause } from "../errors/redact.ts";
import type { CredentialSource } from "./credentials.ts";
import { encodeBasic } from "./encode-basic.ts";

/** What the token endpoint is asked with. */
export interface OAuth2PasswordOptions {
  /** Address of the token endpoint: https, or http on loopback. */
  readonly tokenUrl: string | URL;
  /** Name of the user, never empty. */
  readonly username: string;
  /** Password of the user, never empty. */
  readonly password: string;
  /** Where the client is registered; sent by HTTP Basic with the secret, in the form without one. */
  readonly clientId?: string | undefined;
  /** Secret of the client, where it has one. */
  readonly clientSecret?: string | undefined;
  /** @default the global `fetch` at the time of each call */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Epoch milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** How long before its end a token is renewed, in milliseconds. @default 30_000, at most half of its life */
  readonly marginMs?: number | undefined;
  /** Longest time that the token endpoint may take, in milliseconds. @default 30_000 */
  readonly timeoutMs?: number | undefined;
}

interface Token {
  readonly access: string;
  readonly refresh: string | undefined;
  readonly expiresAt: number;
}

/**
 * Tokens by the password grant, renewed before they expire and when the service refuses one: by refresh token where
 * there is one, else by password again. However many calls need one at a time, one request is made. What the service's
 * own token endpoint is like is not documented: this is RFC 6749.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.3
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @throws ConfigurationError on an address that is neither https nor loopback, or an empty name or password
 */
export function oauth2Password(options: OAuth2PasswordOptions): CredentialSource {
  const { username, password, now = Date.now, marginMs = 30_000 } = options;
  checkOptions(options);
  let token: Token | undefined;
  let pending: Promise<Token> | undefined;

  const renew = async (): Promise<Token> => {
    const byPassword = { grant_type: "password", username, password };
    const refresh = token?.refresh;
    let answer: TokenAnswer | undefined;
    if (refresh)
      answer = await request(options, { grant_type: "refresh_token", refresh_token: refresh }).catch(ifRefused);
    answer ??= await request(options, byPassword);
    const lifeMs = answer.expires_in === undefined ? Infinity : answer.expires_in * 1000;
    const expiresAt = now() + lifeMs - Math.min(marginMs, lifeMs / 2);
    return { access: answer.access_token, refresh: answer.refresh_token ?? refresh, expiresAt };
  };

  return async (rejected) => {
    const isGood = token !== undefined && token.access !== rejected && now() < token.expiresAt;
    if (!isGood) {
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      token = await pending;
    }
    return (token as Token).access;
  };
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
}

/** A refresh token that is no longer good is no failure: the password is. */
function ifRefused(error: unknown): undefined {
  if (!AuthenticationError.is(error)) throw error;
}

async function request(options: OAuth2PasswordOptions, grant: { [name: string]: string }): Promise<TokenAnswer> {
  const { tokenUrl, clientId, clientSecret, fetch = globalThis.fetch, timeoutMs = 30_000 } = options;
  const secrets = [...Object.values(grant), clientSecret ?? ""];
  const clean = (text: string): string => redact(text, secrets);
  const form = new URLSearchParams(grant);
  const headers: { [name: string]: string } = { accept: "application/json" };
  if (clientId && clientSecret !== undefined) {
    // Both are form-encoded before they are joined: RFC 6749, section 2.3.1.
    headers["authorization"] = `Basic ${encodeBasic([clientId, clientSecret].map(encodeURIComponent).join(":"))}`;
  } else if (clientId) form.set("client_id", clientId);
  let response: Response;
  let text: string;
  try {
    // A redirect would carry the password to wherever it leads: it is no answer. Workers do not know "error".
    response = await fetch(tokenUrl, {
      method: "POST",
      headers,
      body: form,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (cause) {
    throw new ConnectionError(`oauth2Password: no answer from the token endpoint: ${clean(String(cause))}`, {
      cause: redactCause(cause, clean),
    });
  }
  return readAnswer(response, text, clean);
}

function readAnswer({ ok, status, headers }: Response, text: string, clean: (text: string) => string): TokenAnswer {
  let body: Partial<TokenAnswer> & { error?: unknown } = {};
  try {
    body = Object(JSON.parse(text));
  } catch {
    // Answered below: it has no token.
  }
  if (ok && typeof body.access_token === "string") {
    const seconds = Number(body.expires_in ?? NaN);
    return {
      access_token: body.access_token,
      ...(typeof body.refresh_token === "string" && { refresh_token: body.refresh_token }),
      ...(seconds > 0 && { expires_in: seconds }),
    };
  }
  const said = typeof body.error === "string" ? ` ${clean(body.error).slice(0, 99)}` : "";
  const message = `oauth2Password: the token endpoint answered ${status}${said}, expected an access_token`;
  if (status > 499) throw new ConnectionError(message);
  throw new AuthenticationError(message, { status, headers, operation: "oauth2Password" });
}

function checkOptions({ tokenUrl, username, password }: OAuth2PasswordOptions): void {
  const url = URL.canParse(tokenUrl) ? new URL(tokenUrl) : undefined;
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? "");
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isLocal)) {
    throw new ConfigurationError("oauth2Password: tokenUrl: expected an https address (or http on loopback)");
  }
  if (!username || !password) throw new ConfigurationError("oauth2Password: expected a username and a password");
}
