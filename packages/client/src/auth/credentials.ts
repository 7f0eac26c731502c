import { ConfigurationError } from "../errors/configuration-error.ts";
import { SvcError } from "../errors/svc-error.ts";
import type { ClientTable } from "../runtime/table.ts";

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
  /** The schemes that an operation needs: of the alternatives the first for which there are credentials. */
  pick(security: ClientTable["security"]): readonly string[];
  /** The scheme's credential, or the one that replaces `rejected`: asked for once, however many calls were refused. */
  get(scheme: string, rejected?: string): string | Promise<string>;
}

/** @throws ConfigurationError where a credential is empty or cannot be sent */
export function createCredentials(auth: Auth | undefined): Credentials {
  const isRecord = typeof auth === "object";
  const sources = new Map<string, CredentialSource>();
  for (const [scheme, source] of Object.entries(isRecord ? auth : { "": auth })) {
    if (typeof source === "function") sources.set(scheme, renewOnce(source));
    else if (source !== undefined) {
      const secret = checkCredential(source);
      sources.set(scheme, () => secret);
    }
  }
  const find = (scheme: string): CredentialSource | undefined => sources.get(isRecord ? scheme : "");
  return {
    pick(security) {
      // One credential is good for any scheme.
      const found = isRecord || !find("") ? security.find((schemes) => schemes.every(find)) : security[0];
      if (!found && security[0])
        throw new ConfigurationError(`auth: expected a credential for ${security.join(" or ")}`);
      return found ?? [];
    },
    get: (scheme, rejected) => (find(scheme) as CredentialSource)(rejected),
  };
}

/** Concurrent and late refusals of one token share one renewal. A failed one is forgotten. */
function renewOnce(source: CredentialSource): CredentialSource {
  let last: string | undefined;
  let renewal: Promise<string>;
  const ask = async (rejected?: string): Promise<string> => {
    try {
      return checkCredential(await source(rejected));
    } catch (cause) {
      if (rejected === last) last = undefined;
      throw SvcError.is(cause) ? cause : new ConfigurationError("auth: the function failed", { cause });
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

/** The value is never printed. Passwords may hold spaces and letters of any script. */
function checkCredential(value: unknown): string {
  if (typeof value === "string" && value.trim() && value === value.trim() && !/[\p{Cc}\p{Cs}]/u.test(value))
    return value;
  throw new ConfigurationError("auth: expected text, not empty, without control characters");
}
