/** Statuses that the Fetch standard calls a redirect. */
const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect({ status, headers }: Response): boolean {
  return STATUSES.has(status) && headers.has("location");
}

/**
 * The request that follows a redirect (Fetch standard, HTTP-redirect fetch): 303 and a redirected POST become GET without
 * a body; the credential stays with its origin. Made anew: interceptors remember what a request was made of, to the end of
 * the stack.
 *
 * @param request a copy of the request that was redirected, its body unread
 */
export async function followRedirect(request: Request, { status, headers: answered }: Response): Promise<Request> {
  const url = new URL(answered.get("location") ?? "", request.url);
  const { method, signal } = request;
  const becomesGet = status === 303 ? method !== "HEAD" : status <= 302 && method === "POST";
  const left = [...(url.origin === new URL(request.url).origin ? [] : OF_ORIGIN), ...(becomesGet ? OF_BODY : [])];
  const headers = [...request.headers].filter(([name]) => !left.includes(name));
  if (becomesGet) return new Request(url, { method: "GET", headers, signal });
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return new Request(url, { method, headers, signal, ...body });
}

/** Headers that no other origin gets to see. */
const OF_ORIGIN = ["authorization"];
/** Headers that describe a body. */
const OF_BODY = ["content-type", "content-length", "content-encoding", "content-language"];
