import { invalid } from "../checks.ts";

/**
 * Checks that headers can be sent. The error of the runtime would quote the value, which may be a secret.
 *
 * @throws ConfigurationError naming the header
 */
export function checkHeaders(headers: unknown): void {
  for (const [name, value] of Object.entries(Object(headers)))
    if (/[^\t -~\u0080-\u00ff]/.test(value as string)) throw invalid(name, "printable Latin text");
}

/**
 * Checks a request that a caller or a middleware made: it must be below `base`, which ends with a slash. Its redirects are
 * left to us.
 *
 * @throws ConfigurationError for another URL
 */
export function checkRequest(request: Request, base: string): Request {
  if (!request.url.startsWith(base)) throw invalid("url", "an address below baseUrl");
  return request.redirect === "manual" ? request : new Request(request, { redirect: "manual" });
}
