import type { CallOptions, SvcPromise } from "../call/call-options.ts";
import { checkKind } from "../checks.ts";
import { effectsOf } from "../effects.ts";
import { createPoller } from "./poller.ts";
import { POLL_PRIORITY, type WaiterOptions, waitFor } from "./wait.ts";

/** Options of {@link waitUntil}. */
export interface WaitUntilOptions<Resource> extends WaiterOptions<Resource> {
  /** Whether the state is not reached any more: ends the wait with a `WaiterError`. @default never */
  readonly failed?: ((resource: Resource) => boolean) | undefined;
}

/**
 * Polls until a condition of the caller holds, for operations without a declared waiter:
 * `waitUntil(svc, (options) => svc.things.get("t1", options), (thing) => thing.count > 3)`.
 * Polls as declared waiters do: at the lowest priority, with growing intervals, on the client's clock.
 *
 * @param poll Calls the method with the options that it gets.
 * @throws What a declared waiter throws; the errors of `until` and `failed`.
 */
export function waitUntil<Resource, Reached extends Resource>(
  svc: object,
  poll: (options: CallOptions) => SvcPromise<Resource>,
  until: (resource: Resource) => resource is Reached,
  options?: WaitUntilOptions<Resource>,
): Promise<Reached>;
export function waitUntil<Resource>(
  svc: object,
  poll: (options: CallOptions) => SvcPromise<Resource>,
  until: (resource: Resource) => boolean,
  options?: WaitUntilOptions<Resource>,
): Promise<Resource>;
export async function waitUntil<Resource>(
  svc: object,
  poll: (options: CallOptions) => SvcPromise<Resource>,
  until: (resource: Resource) => boolean,
  { failed, ...options }: WaitUntilOptions<Resource> = {},
): Promise<Resource> {
  checkKind("poll", poll);
  checkKind("until", until);
  if (failed !== undefined) checkKind("failed", failed);
  const effects = effectsOf(svc);
  const poller = createPoller(effects, (signal) => poll({ signal, priority: POLL_PRIORITY }));
  const wait = {
    name: "waitUntil",
    judge: ({ data, error }: { data: unknown; error: unknown }) => {
      if (error !== undefined) return "pending";
      if (until(data as Resource)) return "reached";
      return failed?.(data as Resource) ? "failed" : "pending";
    },
    stateOf: () => undefined,
    goal: "the condition",
    timeoutMs: 600_000,
    intervalMs: 1000,
    maxIntervalMs: 30_000,
  } as const;
  return (await waitFor({ clock: effects.clock, poller, open: new Set() }, wait, options as WaiterOptions)) as Resource;
}
