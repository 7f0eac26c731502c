import type { FrontRequest } from "@svc/fastapi-validation";

/** A request as handlers see it: the WHATWG form of what came in. */
export function toRequest({ method, target, headers, body }: FrontRequest, baseUrl: string): Request {
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
  return new Request(baseUrl + target, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(hasBody && { body: body as Uint8Array<ArrayBuffer> }),
  });
}
