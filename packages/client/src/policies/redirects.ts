import { abandon } from "../call/read-body.ts";
import { mayRepeat } from "../retry/retry-decision.ts";
import {
  isRead,
  keepResponse,
  type Notes,
  note,
  type Policy,
  type PolicyCall,
  startExchange,
  toFailure,
} from "./policy.ts";

/** Headers that are kept where the browser follows: it removes the credential on the way to another origin. */
const SAFE: RegExp = /^(authorization|accept|content-type)$/;

const MOST_HOPS = 10;

/**
 * Follows at most ten redirects. The same origin gets the request unchanged; another origin gets a GET or HEAD without
 * its headers. Other redirects (a downgrade to http, a body for another origin) are returned as the response. Browsers
 * hide where a redirect leads: there, the browser follows it in a second request, if that is harmless.
 */
export function redirects(): Policy {
  return async (given, next, call) => {
    if (call.row?.redirect) return next(given);
    // A clone, so that what is around may send it again.
    const request = given.redirect === "manual" ? given : new Request(given.clone(), { redirect: "manual" });
    // All hops are one exchange to those who measure it.
    const hop = { ...call, observers: undefined, onHeaders: undefined };
    const told = startExchange(request, call);
    try {
      const first = await next(request, hop);
      return told(first.ok ? first : await follow(request, first, call, (other) => next(other, hop)));
    } catch (failure) {
      throw toFailure(call, request, failure);
    }
  };
}

async function follow(
  request: Request,
  first: Response,
  call: PolicyCall,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  let from = request;
  let last = first;
  let own = first;
  for (let hops = 0; ; hops++) {
    const next = redirected(from, last, call);
    if (!next) break;
    if (hops === MOST_HOPS) {
      note(last, { problem: `redirected more than ${MOST_HOPS} times, in a circle perhaps` });
      break;
    }
    // Unlike 307 and 308, the others may tell where to read of what the service has done.
    const carried: Notes = !isRead(request) && last.status < 307 ? { isCarriedOut: true } : {};
    abandon(last.body);
    try {
      const response = note(await send(next), carried);
      const { origin } = new URL(response.redirected ? response.url : next.url);
      if (own === last && origin === new URL(request.url).origin) own = response;
      last = response;
      from = next;
    } catch (error) {
      keepResponse(last, note(error as Error, carried));
      break;
    }
  }
  return own === last ? last : note(last, { own });
}

/** The request to send after a redirect, if it is one to follow. @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected(from: Request, { type, status, headers }: Response, call: PolicyCall): Request | undefined {
  if (type === "opaqueredirect") {
    // Whether the service has carried it out is not to be seen.
    if (!mayRepeat({ method: from.method, status, isIdempotent: call.isIdempotent })) return undefined;
    const safe = [...from.headers].filter(([name]) => SAFE.test(name));
    return new Request(from.clone(), { redirect: "follow", headers: safe });
  }
  const location = /^30[12378]$/.test(`${status}`) && headers.get("location");
  const here = new URL(from.url);
  if (!location || !URL.canParse(location, here)) return undefined;
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
