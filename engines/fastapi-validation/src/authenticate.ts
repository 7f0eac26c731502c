import type { Model, Operation, SecurityScheme } from "@svc/model/data";
import { type HttpResponse, jsonResponse } from "./http.ts";
import type { HeaderValues } from "./request-values.ts";

/** Parts of a request that may carry a credential. */
export interface CredentialSource {
  readonly headers: HeaderValues;
  readonly query: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
}

/** The accepted credential (undefined if none is required), or the response to a request without one. */
export type Authentication = { readonly credential: string | undefined } | { readonly response: HttpResponse };

type Check = (credential: string) => HttpResponse | undefined;
/** Reads the credential of a security scheme; `missing` is FastAPI's response if there is none. */
type Reader = (source: CredentialSource) => { credential: string | undefined } | { missing: HttpResponse };

/**
 * Compiles the security requirements of an operation. Of several alternatives, the first one counts whose credentials are
 * all accepted; if there is none, the response is that of a credential that was checked, else that of the first missing one.
 */
export function compileSecurity(
  operation: Operation,
  model: Model,
  checkCredential: Check,
): (source: CredentialSource) => Authentication {
  const alternatives = operation.security.map((requirement) => {
    const schemes = Object.keys(requirement).map((name) =>
      Object.hasOwn(model.securitySchemes, name) ? model.securitySchemes[name] : undefined,
    );
    const sharing = schemes.filter(isInAuthorization).map(readerOf);
    const others = schemes.filter((scheme) => !isInAuthorization(scheme)).map(readerOf);
    return sharing.length > 1 ? [anyOf(sharing), ...others] : schemes.map(readerOf);
  });
  const asked = alternatives.filter((readers) => readers.length > 0);
  const isOptional = alternatives.length !== asked.length;
  if (asked.length === 0) return () => ({ credential: undefined });
  return (source) => {
    let rejection: HttpResponse | undefined;
    let missing: HttpResponse | undefined;
    for (const readers of asked) {
      const result = tryAll(readers, source, checkCredential);
      if ("credential" in result) return result;
      if ("rejection" in result) rejection ??= result.rejection;
      else missing ??= result.missing;
    }
    if (rejection !== undefined) return { response: rejection };
    return isOptional || missing === undefined ? { credential: undefined } : { response: missing };
  };
}

function tryAll(
  readers: readonly Reader[],
  source: CredentialSource,
  checkCredential: Check,
): { credential: string | undefined } | { rejection: HttpResponse } | { missing: HttpResponse } {
  const found: string[] = [];
  for (const read of readers) {
    const result = read(source);
    if ("missing" in result) return result;
    if (result.credential !== undefined) found.push(result.credential);
  }
  for (const credential of found) {
    const rejection = checkCredential(credential);
    if (rejection !== undefined) return { rejection };
  }
  return { credential: found[0] };
}

function readerOf(scheme: SecurityScheme | undefined): Reader {
  // A request does not show certificates, nor schemes that the document does not declare.
  if (scheme === undefined || scheme.type === "mutualTLS") return () => ({ credential: undefined });
  if (scheme.type === "apiKey") return apiKeyReader(scheme);
  const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
  return isBasic ? readBasic : schemeReader(scheme.type === "http" ? scheme.scheme : "bearer");
}

function isInAuthorization(scheme: SecurityScheme | undefined): boolean {
  return scheme?.type === "apiKey"
    ? scheme.in === "header" && scheme.name.toLowerCase() === "authorization"
    : scheme !== undefined && scheme.type !== "mutualTLS";
}

/** Schemes that an operation requires together, although a request has one header `Authorization`: any of them is enough. */
function anyOf(readers: readonly Reader[]): Reader {
  return (source) => {
    const results = readers.map((read) => read(source));
    return results.find((result) => "credential" in result) ?? (results[0] as ReturnType<Reader>);
  };
}

/** `Authorization: <scheme> <token>`: the scheme in any case, one blank, and the token, which may be empty. */
function schemeReader(scheme: string): Reader {
  const wanted = scheme.toLowerCase();
  const missing = notAuthenticated(wanted.charAt(0).toUpperCase() + wanted.slice(1));
  return ({ headers }) => {
    const [name, token] = splitAuthorization(headers.first("authorization"));
    return name.toLowerCase() === wanted ? { credential: token } : { missing: missing() };
  };
}

function readBasic({ headers }: CredentialSource): ReturnType<Reader> {
  const [name, token] = splitAuthorization(headers.first("authorization"));
  const decoded = name.toLowerCase() === "basic" ? decodeBase64(token) : undefined;
  return decoded?.includes(":") ? { credential: decoded } : { missing: notAuthenticated("Basic")() };
}

function apiKeyReader(scheme: Extract<SecurityScheme, { type: "apiKey" }>): Reader {
  const missing = notAuthenticated("APIKey");
  return ({ headers, query, cookie }) => {
    const sources = { header: headers.first, query, cookie };
    const named = sources[scheme.in](scheme.in === "header" ? scheme.name.toLowerCase() : scheme.name);
    // A key that the document has in the query comes in a header of the same name from clients that keep it out of addresses.
    const dashed = scheme.name.toLowerCase().replaceAll("_", "-");
    const other = scheme.in === "query" ? headers.first(`x-${dashed.replace(/^x-/, "")}`) : undefined;
    const value = named || other;
    return value ? { credential: value } : { missing: missing() };
  };
}

function splitAuthorization(value: string | undefined): readonly [scheme: string, token: string] {
  if (!value) return ["", ""];
  const blank = value.indexOf(" ");
  return blank === -1 ? [value, ""] : [value.slice(0, blank), value.slice(blank + 1)];
}

function decodeBase64(token: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(token), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function notAuthenticated(challenge: string): () => HttpResponse {
  return () => jsonResponse(401, { detail: "Not authenticated" }, [["www-authenticate", challenge]]);
}
