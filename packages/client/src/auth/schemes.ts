import type { SchemeRow } from "../table.ts";

/** Attaches a credential that is not a bearer token. Headers are set on the request itself, so that it can be repeated. */
export function placeByScheme(request: Request, scheme: SchemeRow, secret: string): Request {
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

/** Base64 of the UTF-8 bytes. @see https://www.rfc-editor.org/rfc/rfc7617#section-2.1 */
export function encodeBasic(pair: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(pair)));
}
