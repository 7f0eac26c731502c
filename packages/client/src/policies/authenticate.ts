import { type Auth, type Credentials, createCredentials, type SentCredentials } from "../auth/credentials.ts";
import { invalid, isSafeAddress } from "../checks.ts";
import { systemClock } from "../clock.ts";
import { mayRepeat } from "../retry/retry-decision.ts";
import type { ClientTable } from "../table.ts";
import { note, notesOf, type Policy } from "./policy.ts";

/**
 * Attaches the credential, which is fetched when the request is sent. A credential that the service refuses (401) is
 * renewed once per call, and the request sent again: by the policy that counts the attempts, if there is one.
 */
export function authenticateBy(credentials: Credentials): Policy {
  return async (given, next, call) => {
    const { row, signal, last, attempt, isIdempotent } = call;
    const send = async (rejected: SentCredentials | undefined): Promise<Response> => {
      const [request, sent] = await credentials.attach(given, row?.security, rejected);
      signal.throwIfAborted();
      call.hide(sent);
      const known = (result: object): object => (rejected ? note(result, { rejected }) : result);
      const response = await next(request).catch((error) => {
        throw known(error);
      });
      const { status } = response;
      const { own, isCarriedOut = false } = notesOf(response);
      known(response);
      if (status === 401 && !own && !rejected) {
        const isRenewed =
          mayRepeat({ method: given.method, status, code: undefined, isIdempotent, isCarriedOut }) &&
          (await credentials.renew(sent));
        signal.throwIfAborted();
        if (isRenewed && attempt === 0) return send(sent);
        note(response, { rejected: sent, isRenewed });
      }
      // Only a credential in the query needs another request.
      return request === given ? response : hideAddress(response, sent);
    };
    return send(notesOf(last).rejected);
  };
}

/** Options of {@link authenticate}. */
export interface AuthenticateOptions {
  /** Access token, or a function that gives it. */
  readonly auth: Exclude<Auth, { readonly [scheme: string]: unknown }> | string;
  /** Address of the service: https, or http on loopback. Requests to other addresses are refused. */
  readonly baseUrl: string | URL;
}

/**
 * Sends a bearer token with every request below `baseUrl`. A token that the service refuses (401) is renewed once per call,
 * where a function gives it.
 *
 * @throws ConfigurationError (the factory and the call) naming the invalid option, or for a request to another address
 */
export function authenticate({ auth, baseUrl }: AuthenticateOptions): Policy {
  const base = `${URL.canParse(baseUrl) ? new URL(baseUrl) : ""}`.replace(/\/?$/, "/");
  if (!isSafeAddress(base, false)) throw invalid("baseUrl", "an address of https (or http on loopback)");
  const table = {
    documentVersion: "",
    schemes: { bearer: { kind: "bearer" } },
    security: [["bearer"]],
    operations: [],
  };
  const settings = { table: table as ClientTable, extras: {}, base, clock: systemClock, fetch: undefined };
  const policy = authenticateBy(createCredentials(auth, { ...settings, timeoutMs: 60_000 }));
  return (request, next, call) => {
    if (!request.url.startsWith(base)) throw invalid("url", "an address below baseUrl");
    return policy(request, next, call);
  };
}

/** The response with an address that shows no credential. */
function hideAddress(response: Response, sent: SentCredentials): Response {
  const secrets = Object.values(sent).map(encodeURIComponent);
  const value = secrets.reduce((url, secret) => url.replaceAll(secret, "***"), response.url);
  // A copy of a stream would tell its address again.
  const shown =
    response.body && !response.bodyUsed ? note(new Response(response.body, response), notesOf(response)) : response;
  // A fetch of the user's own may give a response whose address is fixed.
  Reflect.defineProperty(shown, "url", { value, configurable: true });
  return shown;
}
