import type { HttpRequest } from "@svc/fastapi-validation";
import { type HttpResponse, headerOf, jsonResponse } from "@svc/fastapi-validation";
import type { Model } from "@svc/model/data";

/** A user of the token endpoint. */
export interface TokenUser {
  readonly username: string;
  readonly password: string;
}

/**
 * The token endpoint of the password flow by RFC 6749, sections 4.3 (password), 6 (refresh) and 5 (answers). The
 * interface does not show the service's own; this is what the standard says.
 */
export interface TokenEndpoint {
  /** Adds a user. Without any, every user and password is accepted. */
  allow(user: TokenUser): void;
  /** Whether an access token was issued by this endpoint and has not expired. */
  accepts(token: string, now: number): boolean;
  /** Revokes all access tokens. */
  revokeAll(): void;
  respond(request: HttpRequest, now: number): HttpResponse;
  /** Removes users and tokens. */
  clear(): void;
}

/** Lifetime of access tokens. */
const LIFETIME_SECONDS = 3600;

/** Tokens that are kept: a server may run for days. The oldest is forgotten first. */
const TOKEN_LIMIT = 10_000;

const NO_STORE: [string, string][] = [
  ["cache-control", "no-store"],
  ["pragma", "no-cache"],
];

export function createTokenEndpoint(): TokenEndpoint {
  const users = new Map<string, string>();
  const accessTokens = new Map<string, number>();
  const refreshTokens = new Set<string>();
  let count = 0;
  const issue = (now: number): HttpResponse => {
    count++;
    const accessToken = `fake-access-token-${count}`;
    const refreshToken = `fake-refresh-token-${count}`;
    accessTokens.set(accessToken, now + LIFETIME_SECONDS * 1000);
    refreshTokens.add(refreshToken);
    for (const tokens of [accessTokens, refreshTokens])
      if (tokens.size > TOKEN_LIMIT) tokens.delete(tokens.keys().next().value ?? "");
    const body = {
      access_token: accessToken,
      token_type: "bearer",
      expires_in: LIFETIME_SECONDS,
      refresh_token: refreshToken,
    };
    return jsonResponse(200, body, NO_STORE);
  };
  return {
    allow({ username, password }) {
      users.set(username, password);
    },
    accepts: (token, now) => (accessTokens.get(token) ?? 0) > now,
    revokeAll() {
      accessTokens.clear();
    },
    clear() {
      users.clear();
      accessTokens.clear();
      refreshTokens.clear();
    },
    respond({ body, headers }, now) {
      const type = headerOf(headers, "content-type") ?? "";
      if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return oauthError("invalid_request");
      const form = new URLSearchParams(new TextDecoder().decode(body));
      const grant = form.get("grant_type");
      if (!grant) return oauthError("invalid_request");
      if (grant === "refresh_token") {
        return refreshTokens.delete(form.get("refresh_token") ?? "") ? issue(now) : oauthError("invalid_grant");
      }
      if (grant !== "password") return oauthError("unsupported_grant_type");
      const [username, password] = [form.get("username"), form.get("password")];
      if (!username || !password) return oauthError("invalid_request");
      return users.size === 0 || users.get(username) === password ? issue(now) : oauthError("invalid_grant");
    },
  };
}

/**
 * Paths below the base address under which the token endpoint answers: `/token`, and what the document's password flows
 * say (`auth/login`), which is relative to the base address, or an address of the same path.
 */
export function tokenPaths({ securitySchemes }: Pick<Model, "securitySchemes">, baseUrl: string): ReadonlySet<string> {
  const { pathname: prefix } = new URL(`${baseUrl}/`);
  const paths = Object.values(securitySchemes).flatMap((scheme) => {
    if (scheme.type !== "oauth2" || scheme.tokenUrl === undefined) return [];
    if (!URL.canParse(scheme.tokenUrl, `${baseUrl}/`)) return [];
    const { pathname } = new URL(scheme.tokenUrl, `${baseUrl}/`);
    return [pathname.startsWith(prefix) ? pathname.slice(prefix.length - 1) : pathname];
  });
  return new Set(["/token", ...paths]);
}

/** Error response of RFC 6749, section 5.2. */
function oauthError(error: string): HttpResponse {
  return jsonResponse(400, { error }, NO_STORE);
}
