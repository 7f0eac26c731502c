/** Longer delays are cut: three thousand years can still be added to a date. */
const LONGEST_MS = 1e14;

/** `Sun Nov  6 08:49:37 1994`: obsolete, but recipients must accept it (RFC 9110, section 5.6.7). */
const ASCTIME = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/**
 * Delay of a `Retry-After` header (seconds or date), or of Azure's and OpenAI's `Retry-After-Ms`, in milliseconds, from 0;
 * `undefined` where it is missing or invalid.
 * A date is compared with the response's own `Date`, so that the local clock does not matter.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = headers.get("retry-after-ms");
  if (exact && +exact >= 0) return Math.min(+exact, LONGEST_MS);
  const value = headers.get("retry-after");
  if (!value) return undefined;
  const date = Date.parse(value.endsWith("GMT") ? value : ASCTIME.test(value) ? `${value} GMT` : "");
  const ms = /^[\d.]+$/.test(value)
    ? +value * 1000
    : Math.max(0, date - (Date.parse(headers.get("date") ?? "") || now));
  return ms >= 0 ? Math.min(ms, LONGEST_MS) : undefined;
}
