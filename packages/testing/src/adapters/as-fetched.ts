import type { FrontRequest } from "@svc/fastapi-validation";

/** What the fetch of Node.js sends of itself, where the caller says nothing else. */
const OWN_HEADERS: readonly (readonly [string, string])[] = [
  ["accept", "*/*"],
  ["accept-language", "*"],
  ["sec-fetch-mode", "cors"],
  ["user-agent", "node"],
  ["accept-encoding", "gzip, deflate"],
];

/** A request with the headers that come with it on the wire: a document may ask for them. */
export function asSent(request: FrontRequest, host: string): FrontRequest {
  const { headers: given } = request;
  // Those of a `Request` are in lower case.
  const isGiven = (name: string): boolean => given.some((header) => header[0] === name);
  const headers = isGiven("host") ? [...given] : [["host", host] as const, ...given];
  for (const own of OWN_HEADERS) if (!isGiven(own[0])) headers.push(own);
  return { ...request, headers };
}

const BASIC = { value: "basic" };

/** What a `Response` that was made by hand does not say, as one of Node.js' fetch says it. */
export function asFetched(response: Response, address: string, redirected: boolean): Response {
  const fragment = address.indexOf("#");
  const url = fragment === -1 ? address : address.slice(0, fragment);
  return Object.defineProperties(response, {
    url: { value: url },
    type: BASIC,
    redirected: { value: redirected },
    // Like the method of any other: clients replace it to read a body twice.
    clone: {
      value: () => asFetched(Response.prototype.clone.call(response), url, redirected),
      writable: true,
      configurable: true,
    },
  });
}
