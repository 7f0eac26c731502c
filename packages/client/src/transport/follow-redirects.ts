/** Sends a request; the signal ends it. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Sends a request whose `redirect` is `manual` and follows what it is redirected to, at most ten times. The same origin
 * gets the request as it is; another one gets a GET or HEAD without any header of ours. Whatever is not followed (a
 * downgrade to http, a body for another origin) is the answer.
 */
export async function followRedirects(request: Request, send: Send): Promise<Response> {
  let response = await send(request);
  let from = request;
  // Browsers do not show where a redirect leads, they can only follow it.
  if (response.type === "opaqueredirect") return send(new Request(request, { redirect: "follow" }));
  for (let hops = 0; hops < 10 && response.status > 300 && response.status < 309; hops++) {
    const next = redirected(from, response);
    if (!next) break;
    await response.body?.cancel();
    from = next;
    response = await send(next);
  }
  return response;
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected(request: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get("location");
  if (!location || status === 304) return undefined;
  const from = new URL(request.url);
  const to = new URL(location, from);
  if (to.protocol !== "https:" && to.protocol !== from.protocol) return undefined;
  const isSame = to.origin === from.origin;
  const isRead = /^(GET|HEAD)$/.test(request.method);
  const becomesGet = !isRead && (status === 303 || (status < 303 && request.method === "POST"));
  if (isSame && !becomesGet) return new Request(to, isRead ? request : request.clone());
  if (!isRead && !becomesGet) return undefined;
  const init: RequestInit = { method: becomesGet ? "GET" : request.method, redirect: "manual" };
  if (isSame) {
    init.headers = new Headers(request.headers);
    init.headers.delete("content-type");
  }
  return new Request(to, init);
}
