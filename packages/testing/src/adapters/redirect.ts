/** Statuses that the Fetch standard calls a redirect. */
const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect({ status, headers }: Response): boolean {
  return STATUSES.has(status) && headers.has("location");
}

/**
 * The request that follows a redirect (Fetch standard, HTTP-redirect fetch): 303 and a redirected POST become GET without
 * a body; the credential stays with its origin.
 *
 * @param request a copy of the request that was redirected, its body unread
 */
export function followRedirect(request: Request, { status, headers: answered }: Response): Request {
  const url = new URL(answered.get("location") ?? "", request.url);
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  if (url.origin !== new URL(request.url).origin) headers.delete("authorization");
  const becomesGet = status === 303 ? method !== "HEAD" : status <= 302 && method === "POST";
  if (!becomesGet) return new Request(url, new Request(request, { headers }));
  for (const name of ["content-type", "content-length", "content-encoding", "content-language"]) headers.delete(name);
  return new Request(url, { method: "GET", headers, signal });
}
