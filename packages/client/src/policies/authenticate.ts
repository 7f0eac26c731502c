import { type Auth, type Credentials, checkBearer, placeBearer, type SentCredentials } from "../auth/credentials.ts";
import { openCredential } from "../auth/renew-once.ts";
import { invalid, isSafeAddress } from "../checks.ts";
import { systemClock } from "../clock.ts";
import { mayRepeat } from "../retry/retry-decision.ts";
import { keepResponse, note, notesOf, type Policy } from "./policy.ts";

/**
 * Attaches the credential, which is fetched when the request is sent. A credential that the service refuses (401) is
 * renewed once per call, and the request sent again: by the policy that counts the attempts, if there is one.
 */
export function authenticateBy(credentials: Credentials): Policy {
  return (given, next, call) => {
    const { row, signal, last, attempt, isIdempotent } = call;
    const send = async (rejected: SentCredentials | undefined): Promise<Response> => {
      const before = call.sent[0] ? null : given.headers.get("authorization");
      const [request, sent] = await credentials.attach(given, row?.security, rejected);
      if (before && before !== request.headers.get("authorization"))
        throw invalid(
          "headers.authorization",
          "none beside auth; svc.withOptions({ auth }) calls with another credential",
        );
      signal.throwIfAborted();
      call.hide(sent);
      let response: Response;
      try {
        response = await next(request);
      } catch (error) {
        throw rejected ? note(error as Error, { rejected }) : error;
      }
      const { status } = response;
      const { own, isCarriedOut = false } = notesOf(response);
      if (rejected) note(response, { rejected });
      else if (status === 401 && !own) {
        try {
          const isRenewed =
            mayRepeat({ method: given.method, status, isIdempotent, isCarriedOut }) && (await credentials.renew(sent));
          signal.throwIfAborted();
          if (isRenewed && attempt === 0) return await send(sent);
          note(response, { rejected: sent, isRenewed });
        } catch (error) {
          keepResponse(response, error);
        }
      }
      // Only a credential in the query needs another request.
      return request === given ? response : (credentials.conceal?.(response, sent) ?? response);
    };
    return send(notesOf(last).rejected);
  };
}

/** Options of {@link authenticate}. */
export interface AuthenticateOptions {
  /** Access token, or a function that returns it. */
  readonly auth: Exclude<Auth, { readonly [scheme: string]: unknown }> | string;
  /** Address of the service: https, or http on loopback. Requests to other addresses are rejected. */
  readonly baseUrl: string | URL;
}

/**
 * Sends a bearer token with every request below `baseUrl`. If a function returns the token, a rejected one (401) is
 * renewed once per call.
 *
 * @throws ConfigurationError (the factory and the call) naming the invalid option, or for a request to another address
 */
export function authenticate({ auth, baseUrl }: AuthenticateOptions): Policy {
  const base = `${URL.canParse(baseUrl) ? new URL(baseUrl) : ""}`.replace(/\/?$/, "/");
  if (!isSafeAddress(base, false)) throw invalid("baseUrl", "an address of https (or http on loopback)");
  const fetch = (request: Request, init?: RequestInit) => globalThis.fetch(request, init);
  const context = { baseUrl: base, flows: {}, fetch, clock: systemClock, timeoutMs: 60_000 };
  const credential = openCredential(auth, context);
  checkBearer(auth);
  const policy = authenticateBy({
    async attach(request, _, rejected) {
      const bearer = await credential.get(rejected?.["bearer"]);
      return [placeBearer(request, bearer), { bearer }];
    },
    renew: async ({ bearer = "" }) => (await credential.renew(bearer)) !== bearer,
  });
  return (request, next, call) => {
    if (!request.url.startsWith(base)) throw invalid("url", "a URL below baseUrl");
    return policy(request, next, call);
  };
}
