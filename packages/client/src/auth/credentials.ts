import { ConfigurationError } from "../errors/configuration-error.ts";
import { SvcError } from "../errors/svc-error.ts";
import type { ClientTable, SchemeRow } from "../runtime/table.ts";

/**
 * Gives the credential of one request, when it is sent. Called with the token that the service refused (401), it gives
 * another one, or the same where there is no other.
 */
export type CredentialSource = (rejected?: string) => string | Promise<string>;

/**
 * A credential: an API key or access token, `user:password` for schemes of kind basic, or a function that gives it. For
 * documents with several security schemes, one for each by the scheme's name.
 */
export type Auth = string | CredentialSource | { readonly [scheme: string]: string | CredentialSource };

/** Credentials as sent, by scheme name. */
export type Sent = { [scheme: string]: string };

/** The credentials of one client. */
export interface Credentials {
  /** The schemes that an operation needs, of the alternatives the first for which there are credentials. */
  pick(security: ClientTable["security"]): readonly string[];
  /** The scheme's credential, or the one that replaces `rejected`: asked for once, however many calls were refused. */
  get(scheme: string, rejected: string | undefined): string | Promise<string>;
}

/** @throws ConfigurationError where a credential is empty or cannot be sent */
export function createCredentials(auth: Auth | undefined): Credentials {
  const isRecord = typeof auth === "object";
  const sources = new Map<string, CredentialSource>();
  for (const [scheme, source] of Object.entries(isRecord ? auth : auth === undefined ? {} : { "": auth })) {
    sources.set(scheme, typeof source === "function" ? renewOnce(source) : constant(checkCredential(source)));
  }
  const find = (scheme: string): CredentialSource | undefined => sources.get(isRecord ? scheme : "");
  return {
    pick(security) {
      const found = security.find((schemes) => schemes.every(find));
      if (found || security.length === 0) return found ?? [];
      throw new ConfigurationError(
        `auth: expected credentials for ${security.map((all) => all.join(" and ")).join(", or for ")}`,
      );
    },
    get: (scheme, rejected) => (find(scheme) as CredentialSource)(rejected),
  };
}

const constant =
  (value: string): CredentialSource =>
  () =>
    value;

/** Concurrent and late refusals of one token share one renewal. A failed one is forgotten. */
function renewOnce(source: CredentialSource): CredentialSource {
  let last: string | undefined;
  let renewal: Promise<string>;
  const ask = async (rejected?: string): Promise<string> => {
    try {
      return checkCredential(await source(rejected));
    } catch (cause) {
      if (rejected === last) last = undefined;
      throw SvcError.is(cause)
        ? cause
        : new ConfigurationError("auth: the function that gives the credential failed", { cause });
    }
  };
  return (rejected) => {
    if (rejected === undefined) return ask();
    if (rejected !== last) {
      last = rejected;
      renewal = ask(rejected);
    }
    return renewal;
  };
}

function checkCredential(value: unknown): string {
  // The value is never printed. Anything but visible ASCII (and, for passwords, spaces and letters) breaks a header.
  if (typeof value === "string" && /^[^\p{Cc}\p{Cs}\p{Z}]+( +[^\p{Cc}\p{Cs}\p{Z}]+)*$/u.test(value)) return value;
  throw new ConfigurationError("auth: expected a credential: text, not empty, without control characters");
}

/** The request with a credential in its place. Header credentials are set on the request itself, so again is no harm. */
export function placeCredential(request: Request, scheme: SchemeRow, secret: string): Request {
  const { kind, name } = scheme as { kind: string; name: string };
  if (kind === "bearer") request.headers.set("authorization", `Bearer ${secret}`);
  else if (kind === "basic") request.headers.set("authorization", `Basic ${encodeBasic(secret)}`);
  else if (kind === "header") request.headers.set(name, secret);
  else if (kind === "cookie") {
    const others = (request.headers.get("cookie") ?? "")
      .split("; ")
      .filter((pair) => pair && !pair.startsWith(`${name}=`));
    request.headers.set("cookie", [...others, `${name}=${encodeURIComponent(secret)}`].join("; "));
  } else {
    const { url } = request;
    const query = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`;
    return new Request(url + (url.includes("?") ? "&" : "?") + query, request);
  }
  return request;
}

/** Base64 of the UTF-8 bytes. @see https://www.rfc-editor.org/rfc/rfc7617#section-2.1 */
export function encodeBasic(pair: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(pair)));
}
