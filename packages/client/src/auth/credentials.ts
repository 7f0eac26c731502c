import { withBody } from "../call/read-body.ts";
import { checkNames, invalid, shown } from "../checks.ts";
import type { Effects } from "../clock.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { encodeBasic, hide } from "../errors/redact.ts";
import type { Extras } from "../extras.ts";
import { note, notesOf } from "../policies/policy.ts";
import type { ClientTable, SchemeRow } from "../table.ts";
import { type Credential, type CredentialSource, openCredential } from "./renew-once.ts";

/**
 * A credential: an API key or access token, `user:password` for schemes of kind basic, or a function that returns it.
 * For documents with several security schemes, one per scheme name.
 */
export type Auth = string | CredentialSource | { readonly [scheme: string]: string | CredentialSource };

/** The credentials that a request carries, by scheme name. */
export type SentCredentials = { readonly [scheme: string]: string };

export interface Credentials {
  /**
   * Attaches the credentials that an operation needs: of its alternatives the first that is complete. Not `rejected` ones,
   * where others are to be had. Resolves to the request, or a copy where a query parameter carries a credential.
   */
  attach(
    request: Request,
    security?: ClientTable["security"],
    rejected?: SentCredentials,
  ): Promise<readonly [request: Request, sent: SentCredentials]>;
  /** Renews credentials that the service refused (401). Resolves to whether one of them changed. */
  renew(sent: SentCredentials): Promise<boolean>;
  /** The response with an address that shows no credential. */
  readonly conceal?: ((response: Response, sent: SentCredentials) => Response) | undefined;
}

/** Schemes of a document and what sends those that are not bearer. */
export interface CredentialSettings extends Omit<Effects, "random"> {
  readonly table: ClientTable;
  readonly extras: Pick<Extras, "schemes">;
  /** Address of the service; ends with a slash. */
  readonly base: string;
  readonly timeoutMs: number | false;
  /** End of the message where no credential is given: `, or set SVC_API_KEY`. */
  readonly unset: string;
}

/** @throws ConfigurationError where there is no credential at all, and for one that is empty or cannot be sent */
export function createCredentials(auth: Auth | undefined, settings: CredentialSettings): Credentials {
  const { table, extras, base, clock, fetch, timeoutMs, unset } = settings;
  const isRecord = typeof auth === "object" && auth !== null;
  if (isRecord) checkNames(auth, Object.keys(table.schemes), { prefix: "auth.", kind: "security scheme" });
  const sources = new Map<string, Credential>();
  for (const [scheme, source] of Object.entries(isRecord ? auth : { "": auth })) {
    if (source === undefined) continue;
    const schemes = scheme ? [table.schemes[scheme]] : Object.values(table.schemes);
    const flows = Object.assign({}, ...schemes.map((row) => row?.flows));
    const send = (request: Request, init?: RequestInit) => (fetch ?? globalThis.fetch)(request, init);
    sources.set(scheme, openCredential(source, { baseUrl: base, flows, fetch: send, clock, timeoutMs }));
  }
  const find = (scheme: string): Credential => sources.get(isRecord ? scheme : "") as Credential;
  const pick = (security = table.security): readonly string[] => {
    // A single credential serves every scheme.
    const found = isRecord || !find("") ? security.find((schemes) => schemes.every(find)) : security[0];
    if (found || !security[0]) return found ?? [];
    const none = `pass one${isRecord ? `, got ${shown(auth)}` : ""}`;
    const got = isRecord && sources.size > 0 ? `got one for ${[...sources.keys()].join()}` : none;
    const wanted = security.map((schemes) => schemes.join(" with ")).join(" or ");
    throw new ConfigurationError(`auth: no credential for ${wanted}; ${got}${auth ? "" : unset}`);
  };
  const placeSecret = (request: Request, name: string, secret: string): Request => {
    const scheme = table.schemes[name] as SchemeRow;
    const { kind } = scheme;
    if (kind === "bearer") return placeBearer(request, secret);
    if (kind === "header") checkHeaderText(secret);
    // A credential in the query needs another request, which takes the body with it.
    return extras.schemes?.(request.clone(), scheme, secret) ?? request;
  };
  // A credential for some operations is enough: the others tell what they lack when they are called.
  const all = sources.size > 0 ? Object.keys(table.schemes) : pick();
  for (const name of all) if (table.schemes[name]?.kind === "bearer") checkBearer(isRecord ? auth[name] : auth);
  return {
    async attach(request, security, rejected) {
      const sent: { [scheme: string]: string } = {};
      let placed = request;
      for (const name of pick(security)) {
        const secret = find(name).get(rejected?.[name]);
        // Only functions are waited for.
        sent[name] = typeof secret === "string" ? secret : await secret;
        placed = placeSecret(placed, name, sent[name]);
      }
      return [placed, sent];
    },
    async renew(sent) {
      let isRenewed = false;
      for (const name in sent) isRenewed = (await find(name).renew(sent[name] as string)) !== sent[name] || isRenewed;
      return isRenewed;
    },
    conceal: extras.schemes?.conceal,
  };
}

function hideAddress(response: Response, sent: SentCredentials): Response {
  const value = hide(response.url, Object.values(sent));
  // A copy of a stream would tell its address again.
  const shown =
    !response.bodyUsed && response.body ? note(withBody(response, response.body), notesOf(response)) : response;
  // A fetch of the user's own may give a response whose address is fixed.
  Reflect.defineProperty(shown, "url", { value, configurable: true });
  return shown;
}

/** Sends a token as a bearer token. @throws ConfigurationError for one that no header can carry */
export function placeBearer(request: Request, token: string): Request {
  checkBearer(token);
  checkHeaderText(token);
  request.headers.set("authorization", `Bearer ${token}`);
  return request;
}

/** @throws ConfigurationError for a credential that no header can carry: the error of the runtime would quote it */
function checkHeaderText(secret: string): void {
  if (/[^ -~]/.test(secret)) throw invalid("auth", "printable ASCII");
}

export function checkBearer(given: unknown): void {
  if (typeof given === "string" && /^bearer /i.test(given))
    throw invalid("auth", 'the token alone: "Bearer " is added');
}

/** Attaches a credential that is not a bearer token. Headers are set on the request itself, so that it can be repeated. */
export const placeByScheme: NonNullable<Extras["schemes"]> = /* @__PURE__ */ Object.assign(place, {
  conceal: hideAddress,
});

function place(request: Request, scheme: SchemeRow, secret: string): Request {
  const { headers, url } = request;
  const { kind, name } = scheme as { kind: string; name: string };
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`;
  if (kind === "query") return new Request(url + (url.includes("?") ? "&" : "?") + pair, request);
  if (kind === "basic") headers.set("authorization", `Basic ${encodeBasic(secret)}`);
  else if (kind === "http") headers.set("authorization", `${name} ${secret}`);
  else if (kind === "header") headers.set(name, secret);
  else {
    const others = (headers.get("cookie") ?? "")
      .split("; ")
      .filter((other) => other && other.split("=")[0] !== pair.split("=")[0]);
    headers.set("cookie", [...others, pair].join("; "));
  }
  return request;
}
