import type { Addition, AdditionContext, CallMethod, CallOptions, SvcPromise } from "../call/call.ts";
import { checkKind } from "../checks.ts";
import { effectsOf } from "../clock.ts";
import { withOptions } from "../runtime/method-tree.ts";
import { valueAt } from "../runtime/pagination.ts";
import type { OperationRow, WaiterRow } from "../table.ts";
import { createPoller, type Poll, type Poller } from "./poller.ts";
import { POLL_PRIORITY, showState, type Verdict, type WaiterOptions, waitFor } from "./wait.ts";

/** Puts the waiters of a document beside the methods that they poll. */
export const withWaiters: Addition = (client) => (row, method) => {
  // Of the resources that somebody waits for.
  const pollers = new Map<string, Poller>();
  for (const waiter of row.waiters ?? []) {
    const name = [...row.name.split(".").slice(0, -1), waiter.name].join(".");
    client.methods.set(name, waiting(client, { name, row, waiter, method, pollers }) as CallMethod);
  }
  return method;
};

interface Waiting {
  readonly name: string;
  readonly row: OperationRow;
  readonly waiter: WaiterRow;
  readonly method: CallMethod;
  readonly pollers: Map<string, Poller>;
}

function waiting({ session, open }: AdditionContext, { name, row, waiter, method, pollers }: Waiting) {
  const { success = [], successStatus = [], timeoutMs, intervalMs, maxIntervalMs } = waiter;
  const wait = {
    name,
    operation: row.name,
    judge: (poll: Poll) => judgeByWaiter(waiter, poll),
    stateOf: (poll: Poll) => stateOf(waiter, poll),
    goal: [...success, ...successStatus].map(showState).join(" or "),
    timeoutMs,
    intervalMs,
    maxIntervalMs,
  };
  return withOptions(row, (given, options) => {
    const key = JSON.stringify(given);
    const request = (signal: AbortSignal): SvcPromise<unknown> =>
      method(...given, { signal, priority: POLL_PRIORITY } satisfies CallOptions);
    const poller = pollers.get(key) ?? createPoller(session, request, { onIdle: () => pollers.delete(key) });
    pollers.set(key, poller);
    return waitFor({ clock: session.clock, poller, open }, wait, options as WaiterOptions);
  });
}

function stateOf({ pointer }: WaiterRow, { data, error }: Poll): unknown {
  return pointer && error === undefined ? valueAt(data, pointer) : undefined;
}

/** Whether a poll has what a declared waiter waits for. */
export function judgeByWaiter(waiter: WaiterRow, poll: Poll): Verdict {
  const { success, failure, successStatus, failureStatus } = waiter;
  const state = stateOf(waiter, poll);
  const has = (states: readonly unknown[] | undefined, value: unknown): boolean => states?.includes(value) === true;
  if (has(successStatus, poll.status) || has(success, state)) return "reached";
  return has(failureStatus, poll.status) || has(failure, state) ? "failed" : "pending";
}

/** Options of {@link waitUntil}. */
export interface WaitUntilOptions<Resource> extends WaiterOptions<Resource> {
  /** Returns whether the state can no longer be reached, which ends the wait with a `WaiterError`. @default never */
  readonly failed?: ((resource: Resource) => boolean) | undefined;
}

/**
 * Polls until a condition of the caller holds, for operations without a declared waiter: `waitUntil(svc, (options) =>
 * svc.things.get("t1", options), (thing) => thing.count > 3)`. Polls like declared waiters: with the lowest priority,
 * growing intervals, and the client's clock.
 *
 * @param poll calls the method with the options that it receives
 * @throws the errors of a declared waiter, and those of `until` and `failed`
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
  } as const;
  return (await waitFor({ clock: effects.clock, poller, open: new Set() }, wait, options as WaiterOptions)) as Resource;
}
