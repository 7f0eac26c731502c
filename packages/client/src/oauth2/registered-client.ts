import * as oauth from "oauth4webapi";
import { type CredentialContext, type CredentialSource, keepToken } from "../auth/renew-once.ts";
import { askEndpoint, MAX_BYTES, type TokenAnswer } from "../auth/request-token.ts";
import { withBody } from "../call/read-body.ts";
import { checkNames, invalid, isSafeAddress } from "../checks.ts";
import { AuthenticationError, ConnectionError, RateLimitError, SvcApiError, SvcError } from "../errors/errors.ts";
import { errorCode } from "../policies/policy.ts";
import type { OAuthFlow } from "../table.ts";

/** Tokens that an endpoint issued. */
export interface OAuthTokens {
  /** Token that is sent with requests. */
  readonly accessToken: string;
  /** `undefined`: the endpoint returned none, and the previous one stays valid. */
  readonly refreshToken: string | undefined;
}

/** Options of every flow: how the program is registered with the authorization server. */
export interface RegisteredClient {
  /** Client id; must not be empty. */
  readonly clientId: string;
  /** Client secret, sent by HTTP Basic. @default none: a public client */
  readonly clientSecret?: string | undefined;
  /** Scopes, separated by spaces. @default those that the server chooses */
  readonly scope?: string | undefined;
  /** Address of the token endpoint, also below `baseUrl`. @default the one that the document declares for the flow */
  readonly tokenUrl?: string | undefined;
  /** Time before its expiry at which a token is renewed, in milliseconds, from 0. @default 30_000 */
  readonly marginMs?: number | undefined;
  /** Called with new tokens, for instance to store the refresh token for the next process. @default none */
  readonly onTokens?: ((tokens: OAuthTokens) => void) | undefined;
}

export interface Exchange {
  readonly context: CredentialContext;
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly clientAuth: oauth.ClientAuth;
  /** Options of each request: the fetch of the client, and its time limit. */
  readonly http: () => {
    [oauth.customFetch]: typeof fetch;
    [oauth.allowInsecureRequests]: boolean;
    signal?: AbortSignal;
  };
}

/** A flow: how its first token is had. */
export interface Flow {
  /** Names of the options that it has beside those of every flow. */
  readonly options: readonly string[];
  /** Name of the flow in OpenAPI: `clientCredentials`. */
  readonly name: string;
  /** Fields of the flow, besides `tokenUrl`, whose addresses it needs: option by field. */
  readonly urls?: { readonly [field in keyof OAuthFlow]?: string | undefined };
  readonly first: (exchange: Exchange) => Promise<oauth.TokenEndpointResponse>;
  readonly refreshToken?: string | undefined;
}

/** The credential source of a flow. @throws ConfigurationError naming the invalid option */
export function openFlow(options: RegisteredClient, flow: Flow): CredentialSource {
  const { clientId, clientSecret, scope: _scope, tokenUrl: _tokenUrl, marginMs = 30_000, onTokens, ...rest } = options;
  checkNames(rest, flow.options);
  if (!clientId || typeof clientId !== "string") throw invalid("clientId", "a non-empty string");
  const kept = new Map<string, ReturnType<typeof keepToken>>();
  const open = (exchange: Exchange): ReturnType<typeof keepToken> => {
    const { server, client, clientAuth, http } = exchange;
    const answer = async (given: Promise<oauth.TokenEndpointResponse>): Promise<TokenAnswer> => {
      const tokens = await given.catch(fail);
      const { access_token: access, refresh_token: refresh, expires_in: life = Infinity } = tokens;
      onTokens?.({ accessToken: access, refreshToken: refresh });
      return { access, refresh, lifeMs: life * 1000 };
    };
    const refresh = async (token: string): Promise<oauth.TokenEndpointResponse> =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, clientAuth, token, http()),
      );
    return keepToken({
      clock: exchange.context.clock,
      marginMs,
      refreshToken: flow.refreshToken,
      first: () => answer(flow.first(exchange)),
      refresh: (token) => answer(refresh(token)),
    });
  };
  return (rejected, context) => {
    const declared = context.flows[flow.name] ?? {};
    const find = (field: keyof OAuthFlow, given: string | undefined): string =>
      resolveAddress(field, given ?? declared[field], context.baseUrl);
    const tokenUrl = find("tokenUrl", options.tokenUrl);
    const { urls = {} } = flow;
    const endpoint = (field: "authorizationUrl" | "deviceAuthorizationUrl", name: string): object =>
      field in urls ? { [name]: find(field, urls[field]) } : {};
    const server: oauth.AuthorizationServer = {
      issuer: new URL(tokenUrl).origin,
      token_endpoint: tokenUrl,
      ...endpoint("authorizationUrl", "authorization_endpoint"),
      ...endpoint("deviceAuthorizationUrl", "device_authorization_endpoint"),
    };
    const clientAuth = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None();
    const http = (): ReturnType<Exchange["http"]> => requestOptions(context);
    const keep = kept.get(tokenUrl) ?? open({ context, server, client: { client_id: clientId }, clientAuth, http });
    kept.set(tokenUrl, keep);
    return keep(rejected);
  };
}

/** An address of a flow. @throws ConfigurationError for one to which no secret may be sent */
function resolveAddress(field: string, address: string | undefined, baseUrl: string): string {
  if (!address) throw invalid(field, "an address: the document declares none for this flow");
  const { href } = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : { href: "" };
  if (isSafeAddress(href, false) || href.startsWith(baseUrl)) return href;
  throw invalid(field, "an https address (or http on loopback)");
}

function requestOptions({ fetch, clock, timeoutMs }: CredentialContext): ReturnType<Exchange["http"]> {
  const send: typeof globalThis.fetch = async (input, init) => {
    const where = new URL(`${input}`).origin;
    const [response, bytes] = await askEndpoint({
      clock,
      timeoutMs,
      fetch: (signal) => fetch(new Request(input, init), { signal }),
    }).catch((cause: unknown) => {
      const { name } = Object(cause) as { name?: string };
      const words = `${name} ${errorCode(cause) ?? ""}`.trim();
      throw new ConnectionError(`oauth2: no response from ${where}: ${words}`);
    });
    if (bytes === undefined) throw new ConnectionError(`oauth2: ${where} sent more than ${MAX_BYTES} bytes`);
    return withBody(response, bytes || null);
  };
  // Addresses were checked: http is for loopback, or where the client allows it.
  return { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true };
}

/** Throws the error of a flow as one of this package, without what the request or the answer holds. */
function fail(error: unknown): never {
  if (SvcError.is(error)) throw error;
  if (error instanceof oauth.ResponseBodyError) {
    const text = /^[\w.-]{1,99}$/.test(error.error) ? error.error : "";
    const { status } = error;
    const message = `oauth2: the token endpoint returned ${status} ${text}`.trim();
    if (status > 499) throw new ConnectionError(message);
    const Class = status === 429 ? RateLimitError : AuthenticationError;
    throw new Class(message, { status, headers: error.response.headers, operation: "oauth2" });
  }
  if (error instanceof oauth.AuthorizationResponseError) throw new AuthenticationError("oauth2: access was denied");
  if (error instanceof oauth.OperationProcessingError)
    throw new SvcApiError(`oauth2: the response of the authorization server is invalid: ${error.code}`);
  // An error of a function of the caller.
  throw error;
}
