import { encodeLenientJson } from "@svc/fastapi-validation";
import type { TimeSpan } from "../clock/clock.ts";
import type { VirtualClock } from "../clock/virtual-clock.ts";
import type { FaultOptions } from "../faults/fault.ts";
import type { FakeState } from "../state/load-state.ts";
import type { SendOptions, Webhooks } from "../webhooks/webhooks.ts";
import { type ItemPlace, putItem, readItem, removeItem } from "./store-view.ts";
import { callOf, type Viewable, viewOf } from "./view.ts";

/** A fake as the endpoints drive it. */
export interface Controlled extends Viewable {
  readonly clock: VirtualClock;
  load(state: FakeState): void;
  snapshot(): FakeState;
  fail(fault: FaultOptions): () => void;
  reset(): void;
  readonly webhooks: Webhooks;
}

/** Endpoints that change nothing, by name. */
export const READS: { readonly [name: string]: (fake: Controlled, query: URLSearchParams) => unknown } = {
  calls: ({ calls }, query) => {
    const from = whole(query, "from") ?? 0;
    const count = whole(query, "count");
    return count === undefined && from === 0 ? calls : calls.slice(from, count && from + count);
  },
  deliveries: (fake) => fake.webhooks.deliveries,
  view: viewOf,
  call: callOf,
  snapshot: (fake) => fake.snapshot(),
  item: ({ internals }, query) => readItem(internals.store(), placeIn(query)),
};

function placeIn(query: URLSearchParams): ItemPlace {
  return { path: query.get("path") ?? "", parameters: query.getAll("parameter"), id: query.get("id") ?? "" };
}

/** @throws TypeError for a value that is no whole number */
function whole(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new TypeError(`${name}: expected a whole number, got ${JSON.stringify(text)}.`);
}

/** Endpoints that drive a fake, by name. Each takes a JSON object, and returns one, or nothing. */
export const WRITES: { readonly [name: string]: (fake: Controlled, input: object) => unknown } = {
  state: (fake, input) => fake.load(input as FakeState),
  put: ({ internals }, input) => {
    const { value, ...place } = input as ItemPlace & { readonly value: unknown };
    return putItem(internals.store(), place, value);
  },
  remove: ({ internals }, input) => removeItem(internals.store(), input as ItemPlace),
  reset: (fake) => fake.reset(),
  clock: async ({ clock }, input) => {
    if (typeof (clock as Partial<VirtualClock>).advance !== "function") {
      throw new TypeError("The fake runs on the system clock, which cannot be advanced.");
    }
    await clock.advance(input as TimeSpan);
    return { now: new Date(clock.now()).toISOString() };
  },
  webhook: ({ webhooks }, input) => {
    const { name, payload, ...options } = input as SendOptions & { readonly name: string; readonly payload?: unknown };
    return webhooks.send(name, payload, options);
  },
  resend: ({ webhooks }, input) => webhooks.resend((input as { readonly id: string }).id),
  unfail: ({ internals }, input) => {
    const { id } = input as { readonly id: number };
    if (!internals.faults.remove(id)) throw new TypeError(`There is no fault ${JSON.stringify(id)} pending.`);
  },
  fail: (fake, input) => void fake.fail(input as FaultOptions),
};

/**
 * Runs an endpoint: its result as JSON text, which may hold NaN and infinity of requests.
 *
 * @param input the query of {@link READS}, the object of {@link WRITES}
 * @throws TypeError for what it refuses
 */
export async function runEndpoint(fake: Controlled, name: string, input: URLSearchParams | object): Promise<string> {
  const result = input instanceof URLSearchParams ? READS[name]?.(fake, input) : WRITES[name]?.(fake, input);
  return encodeLenientJson((await result) ?? {});
}
