import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ClientTable } from "../runtime/table.ts";
import { type Credential, checkCredential, renewOnce } from "./renew-once.ts";

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
  /** The credential of a scheme that was picked. */
  of(scheme: string): Credential;
}

/** @throws ConfigurationError where a credential is empty or cannot be sent */
export function createCredentials(auth: Auth | undefined): Credentials {
  const isRecord = typeof auth === "object" && auth !== null;
  const sources = new Map<string, Credential>();
  for (const [scheme, source] of Object.entries(isRecord ? auth : { "": auth })) {
    if (typeof source === "function") sources.set(scheme, renewOnce(source));
    else if (source !== undefined) {
      const secret = checkCredential(source);
      sources.set(scheme, { get: () => secret, renew: () => secret });
    }
  }
  const find = (scheme: string): Credential | undefined => sources.get(isRecord ? scheme : "");
  return {
    pick(security) {
      // One credential is good for any scheme.
      const found = isRecord || !find("") ? security.find((schemes) => schemes.every(find)) : security[0];
      if (!found && security[0])
        throw new ConfigurationError(`auth: expected a credential for ${security.join(" or ")}`);
      return found ?? [];
    },
    of: find as Credentials["of"],
  };
}
