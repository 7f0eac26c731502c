/**
 * Follows the redirects that begin with an answer, at most ten. The same origin gets the request as it is; another one
 * gets a GET or HEAD without any header of ours. What is not followed (a downgrade to http, a body for another origin)
 * is the answer. Requests have `redirect: "manual"`.
 */
export async function followRedirects(
  from: Request,
  answer: Response,
  send: (request: Request) => Promise<Response>,
  hops = 10,
): Promise<Response> {
  // Browsers do not show where a redirect leads, they can only follow it.
  if (answer.type === "opaqueredirect") return send(new Request(from, { redirect: "follow" }));
  const next = hops ? redirected(from, answer) : undefined;
  if (!next) return answer;
  // Not awaited: a stream may take its time to end.
  answer.body?.cancel().catch(() => {});
  return followRedirects(next, await send(next), send, hops - 1);
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected(from: Request, { status, headers }: Response): Request | undefined {
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
