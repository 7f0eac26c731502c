import type { HttpResponse } from "@svc/fastapi-validation";

/** A page of HTML under a content security policy, which nothing keeps. @param more further headers */
export function htmlResponse(
  html: string,
  policy: readonly string[],
  more: readonly (readonly [string, string])[] = [],
): HttpResponse {
  return {
    status: 200,
    headers: [
      ["content-type", "text/html; charset=utf-8"],
      ["content-security-policy", policy.join("; ")],
      ["x-content-type-options", "nosniff"],
      ["referrer-policy", "no-referrer"],
      ["cache-control", "no-store"],
      ...more.map(([name, value]): [string, string] => [name, value]),
    ],
    body: html,
  };
}
