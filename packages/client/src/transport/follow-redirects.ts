/**
 * Follows the redirects that begin with an answer, at most ten. The same origin gets the request as it is; another one
 * gets a GET or HEAD without any header of ours. What is not followed (a downgrade to http, a body for another origin)
 * is the answer. Requests have `redirect: "manual"`.
 */
export async function followRedirects(
  request: Request,
  response: Response,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  // Browsers do not show where a redirect leads, they can only follow it.
  if (response.type === "opaqueredirect") return send(new Request(request, { redirect: "follow" }));
  let from = request;
  let answer = response;
  for (let hops = 0; hops < 10; hops++) {
    const next = redirected(from, answer);
    if (!next) break;
    // Not awaited: a stream may take its time to end.
    answer.body?.cancel().catch(() => {});
    answer = await send(next);
    from = next;
  }
  return answer;
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected(from: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get("location");
  if (!location || !/^30[12378]$/.test(`${status}`)) return undefined;
  const here = new URL(from.url);
  const there = new URL(location, here);
  const isRead = /^(GET|HEAD)$/.test(from.method);
  const method =
    isRead || (status > 302 && status !== 303) || (status < 303 && from.method !== "POST") ? from.method : "GET";
  const isSame = there.origin === here.origin;
  if (there.protocol !== "https:" && there.protocol !== here.protocol) return undefined;
  if (isSame && method === from.method) return new Request(there, isRead ? from : from.clone());
  if (!isRead && method !== "GET") return undefined;
  const init = new Request(there, { method, redirect: "manual" });
  if (isSame) for (const [name, value] of from.headers) if (name !== "content-type") init.headers.set(name, value);
  return init;
}
