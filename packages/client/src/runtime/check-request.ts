import { invalid } from "../checks.ts";

/**
 * Refuses headers that cannot be sent before the runtime does: what that throws quotes the value, which may be a secret.
 *
 * @throws ConfigurationError naming the header
 */
export function checkHeaders(headers: unknown): void {
  for (const [name, value] of Object.entries(Object(headers)))
    if (/[^\t -~\u0080-\u00ff]/.test(value as string)) throw invalid(name, "printable Latin text");
}

/**
 * A request that a caller or a middleware made, as it may be sent: only below `base`, which ends with a slash, and with
 * redirects that are ours to follow.
 *
 * @throws ConfigurationError where it leads elsewhere
 */
export function checkRequest(request: Request, base: string): Request {
  if (!request.url.startsWith(base)) throw invalid("url", "an address below baseUrl");
  return request.redirect === "manual" ? request : new Request(request, { redirect: "manual" });
}
