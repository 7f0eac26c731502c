import { within } from "../abort.ts";
import { readBody } from "../call/read-body.ts";
import type { Clock } from "../clock.ts";

/** Longest answer of an endpoint that is read, in bytes. */
export const MAX_BYTES: number = 1 << 20;

type Asked = readonly [response: Response, body: BlobPart | undefined];

/** How an endpoint that gives credentials is asked. */
export interface Asking {
  readonly clock: Clock;
  readonly timeoutMs: number | false;
  readonly fetch: (signal: AbortSignal) => Promise<Response>;
}

/**
 * The response of an endpoint and its whole body; `undefined` where that is longer than {@link MAX_BYTES}. Other calls wait
 * for the same answer: without a limit of its own, one that never ends would stop them all.
 *
 * @throws DOMException named `TimeoutError`; what `fetch` throws
 */
export async function askEndpoint({ clock, timeoutMs, fetch }: Asking): Promise<Asked> {
  // Not AbortSignal.timeout: a listener on it keeps Deno alive until it fires.
  const controller = new AbortController();
  const ask = async (): Promise<Asked> => {
    const response = await fetch(controller.signal);
    return [response, await readBody(response.body, MAX_BYTES)];
  };
  const onLate = (): Error => {
    const reason = new DOMException(`no answer within ${timeoutMs} ms`, "TimeoutError");
    controller.abort(reason);
    return reason;
  };
  return within(ask(), { clock, ms: timeoutMs, onLate });
}
