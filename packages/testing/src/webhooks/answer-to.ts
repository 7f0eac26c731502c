import type { Clock } from "../clock/clock.ts";
import { workTrackerOf } from "../clock/pending-work.ts";
import type { SendOptions, WebhookAttempt, WebhookTarget } from "./webhooks.ts";

/** Where and how a webhook is sent. */
export interface Route {
  readonly to: URL | Exclude<WebhookTarget, string | URL>;
  readonly options: SendOptions;
  readonly clock: Clock;
}

/** Standard Webhooks advises to wait for 15 to 30 s. */
const TIMEOUT_MS = 30_000;

/** Sends a request; returns how it was answered, or why it was not. */
export async function answerTo(
  request: Request,
  { to, options, clock }: Route,
): Promise<Pick<WebhookAttempt, "status" | "error">> {
  const { fetch = (input: Request) => globalThis.fetch(input), timeoutMs = TIMEOUT_MS } = options;
  const track = workTrackerOf(clock);
  try {
    const response = await (to instanceof URL
      ? track(() => fetch(limited(request, timeoutMs)))
      : withinTime(async () => track(() => to(request)), timeoutMs, clock));
    await response.body?.cancel();
    return { status: response.status, error: undefined };
  } catch (error) {
    const { name, message, cause } = error as Error;
    if (name === "TimeoutError") return { status: undefined, error: `no answer within ${timeoutMs} ms` };
    const why = (cause as Error | undefined)?.message;
    return { status: undefined, error: why ? `${message}: ${why}` : message };
  }
}

/** A network takes real time, whatever clock the fake has. */
function limited(request: Request, ms: number | false): Request {
  return ms === false ? request : new Request(request, { signal: AbortSignal.timeout(ms) });
}

/** The timer is none of the work's own: as long as that sets none, a clock that advances by itself waits for it. */
async function withinTime<Result>(run: () => Promise<Result>, ms: number | false, clock: Clock): Promise<Result> {
  if (ms === false) return run();
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(() => reject(new DOMException("too late", "TimeoutError")), ms);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clock.clearTimeout(timer);
  }
}
