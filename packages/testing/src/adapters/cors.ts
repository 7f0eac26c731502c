/** A header of a request by its lower-case name. */
type HeaderOf = (name: string) => string | undefined | null;

/** Whether a request is a CORS preflight (Fetch standard, section 3.3.2). Other OPTIONS requests are those of the service. */
export function isPreflight(method: string | undefined, header: HeaderOf): boolean {
  return method === "OPTIONS" && header("origin") != null && header("access-control-request-method") != null;
}

/** Headers that allow a page of any origin to send its request. */
export function preflightHeaders(header: HeaderOf): [string, string][] {
  const isPrivate = header("access-control-request-private-network") === "true";
  return [
    ...allowOrigin(header("origin") ?? "*"),
    ["access-control-allow-methods", header("access-control-request-method") ?? "*"],
    ["access-control-allow-headers", header("access-control-request-headers") ?? "*"],
    ["access-control-max-age", "600"],
    ...(isPrivate ? [["access-control-allow-private-network", "true"] as [string, string]] : []),
  ];
}

/** Headers that allow a page of any origin to read all headers of a response. */
export function corsHeaders(header: HeaderOf, answered: readonly (readonly [string, string])[]): [string, string][] {
  const origin = header("origin");
  if (origin == null) return [];
  const names = [...new Set(answered.map(([name]) => name.toLowerCase()))];
  return [...allowOrigin(origin), ["access-control-expose-headers", names.join(", ")]];
}

/** Media types that browsers run scripts of. */
const ACTIVE = /html|xml|svg/i;

/**
 * Headers that let an answer run nothing where a browser shows it. Any website can store a page by the API, and lead a browser to
 * it: the page would be of the fake's own origin, which controls the fake. In a sandbox it is of no origin. Clients and `fetch`
 * are told of none but for media types that browsers show as pages.
 */
export function inertHeaders(header: HeaderOf, answered: readonly (readonly [string, string])[]): [string, string][] {
  // Browsers send it to https and loopback only, and guess what an answer without a type is.
  const isBrowser = /^Mozilla\//.test(header("user-agent") ?? "");
  const shownAs = header("sec-fetch-dest") ?? (isBrowser ? "document" : "empty");
  const isActive = answered.some(([name, value]) => name.toLowerCase() === "content-type" && ACTIVE.test(value));
  if (shownAs === "empty" && !isActive) return [];
  return [
    ["content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'"],
    ["x-content-type-options", "nosniff"],
  ];
}

function allowOrigin(origin: string): [string, string][] {
  return [
    ["access-control-allow-origin", origin],
    ["access-control-allow-credentials", "true"],
    ["vary", "origin"],
  ];
}
