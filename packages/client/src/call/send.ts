import type { Call } from "./call.ts";

/** Headers that are kept where the browser follows: it removes the credential on the way to another origin. */
const SAFE: RegExp = /^(authorization|accept|content-type)$/;

/** A fetch as clients have it. */
type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** Sends a request. A body would be used up by sending it, and may be needed for a redirect or another attempt. */
export function send(fetch: Fetch, request: Request, { signal, operation }: Call): Promise<Response> {
  return fetch(isRead(request) ? request : request.clone(), { signal, operation } as RequestInit);
}

/**
 * Follows at most ten redirects of a request (`redirect: "manual"`) and its response. The same origin gets the request as
 * it is; another origin gets a GET or HEAD without any of its headers. What is not followed (a downgrade to http, a body
 * for another origin) is the last response. `own` is the last response of the service itself, before any other host.
 */
export async function followRedirects(
  request: Request,
  first: Response,
  sendNext: (request: Request) => Promise<Response>,
): Promise<readonly [last: Response, own: Response]> {
  let from = request;
  let last = first;
  let own = first;
  for (let hops = 10; hops--; ) {
    const next = redirected(from, last);
    if (!next) break;
    // Not awaited: a stream may take its time to end.
    last.body?.cancel().catch(() => {});
    const response = await sendNext(next);
    const { origin } = new URL(response.redirected ? response.url : next.url);
    if (own === last && origin === new URL(request.url).origin) own = response;
    last = response;
    from = next;
  }
  return [last, own];
}

function isRead({ method }: Request): boolean {
  return /^(GET|HEAD)$/.test(method);
}

/** The request to send after a redirect, if it is one to follow. @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected(from: Request, { type, status, headers }: Response): Request | undefined {
  // Browsers do not show where a redirect leads, they can only follow it.
  if (type === "opaqueredirect") {
    const safe = [...from.headers].filter(([name]) => SAFE.test(name));
    return new Request(from.clone(), { redirect: "follow", headers: safe });
  }
  const location = /^30[12378]$/.test(`${status}`) && headers.get("location");
  if (!location) return undefined;
  const here = new URL(from.url);
  const there = new URL(location, here);
  if (there.protocol !== "https:" && there.protocol !== here.protocol) return undefined;
  const isSame = there.origin === here.origin;
  if (isRead(from) || (status !== 303 && (status > 303 || from.method !== "POST"))) {
    if (isSame) return new Request(there, isRead(from) ? from : from.clone());
    return isRead(from) ? new Request(there, { method: from.method, redirect: "manual" }) : undefined;
  }
  const next = new Request(there, { redirect: "manual", headers: isSame ? from.headers : {} });
  next.headers.delete("content-type");
  return next;
}
