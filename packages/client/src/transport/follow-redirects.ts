/** The headers that go along where the browser follows: it takes the credential off on the way to another origin. */
const SAFE: RegExp = /^(authorization|accept|content-type)$/;

/**
 * Follows the redirects that begin with an answer, at most ten. The same origin gets the request as it is; another one
 * gets a GET or HEAD without any header of ours. What is not followed (a downgrade to http, a body for another origin)
 * is the last answer. Beside it is the last one of the service itself: to a request with our headers, and none elsewhere
 * before it. Requests have `redirect: "manual"`; `send` leaves their bodies as they are.
 */
export async function followRedirects(
  request: Request,
  first: Response,
  send: (request: Request) => Promise<Response>,
): Promise<readonly [last: Response, own: Response]> {
  let from = request;
  let last = first;
  let own = first;
  for (let hops = 10; hops--; ) {
    const next = redirected(from, last);
    if (!next) break;
    // Not awaited: a stream may take its time to end.
    last.body?.cancel().catch(() => {});
    const answer = await send(next);
    const { origin } = new URL(answer.redirected ? answer.url : next.url);
    if (own === last && origin === new URL(request.url).origin) own = answer;
    last = answer;
    from = next;
  }
  return [last, own];
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected(from: Request, { type, status, headers }: Response): Request | undefined {
  // Browsers do not show where a redirect leads, they can only follow it.
  if (type === "opaqueredirect") {
    const safe = [...from.headers].filter(([name]) => SAFE.test(name));
    return new Request(from.clone(), { redirect: "follow", headers: safe });
  }
  const location = headers.get("location");
  if (!location || !/^30[12378]$/.test(`${status}`)) return undefined;
  const here = new URL(from.url);
  const there = new URL(location, here);
  if (there.protocol !== "https:" && there.protocol !== here.protocol) return undefined;
  const isSame = there.origin === here.origin;
  const isRead = /^(GET|HEAD)$/.test(from.method);
  if (isRead || (status !== 303 && (status > 303 || from.method !== "POST"))) {
    if (isSame) return new Request(there, isRead ? from : from.clone());
    return isRead ? new Request(there, { method: from.method, redirect: "manual" }) : undefined;
  }
  const next = new Request(there, { redirect: "manual", headers: isSame ? from.headers : {} });
  next.headers.delete("content-type");
  return next;
}
