import type { Clock } from "../clock.ts";

/** One OAuth flow as the document declares it. Relative addresses belong below the service's address. */
export interface OAuthFlow {
  /** Endpoint that gives tokens; may be relative to the service's address. */
  readonly tokenUrl?: string;
  /** Page on which a user consents. */
  readonly authorizationUrl?: string;
  /** Endpoint that gives codes to devices without a browser. */
  readonly deviceAuthorizationUrl?: string;
  /** Endpoint that renews tokens. */
  readonly refreshUrl?: string;
}

/** Facts of the client that asks a credential source. */
export interface CredentialContext {
  /** Address of the service; ends with a slash. */
  readonly baseUrl: string;
  /** The OAuth flows that the document declares for the scheme, by their names in OpenAPI: `password`, `clientCredentials`. */
  readonly flows: { readonly [name: string]: OAuthFlow };
  /** Sends requests as the client does, without its credential, pacing and retries. */
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  /** Clock of the client, by which tokens expire. */
  readonly clock: Clock;
  /** The client's limit for one attempt, in milliseconds; `false`: none. */
  readonly timeoutMs: number | false;
}
