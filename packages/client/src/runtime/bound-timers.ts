/**
 * Whether timers end with the request that set them, as in Cloudflare's workers. There a call that relies on a timer of
 * another one may wait forever.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/context/
 */
export function hasBoundTimers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === "Cloudflare-Workers";
}
