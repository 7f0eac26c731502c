import { type Clock, systemClock } from "./clock.ts";
import type { ClientTable } from "./table.ts";

/** Time, randomness and network of a client. */
export interface Effects {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** `undefined`: the global `fetch` at the time of each request. */
  readonly fetch: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/** By client, for the entry points that are imported separately. Nothing of it is visible on the client itself. */
export const clientEffects: WeakMap<object, Effects> = /* @__PURE__ */ new WeakMap();

/** Effects of a client; those of the platform for an object that is none of this package's clients. */
export function effectsOf(client: object): Effects {
  return clientEffects.get(client) ?? { clock: systemClock, random: Math.random, fetch: undefined };
}

/** A function that adds to a client what some documents need. */
type Finisher = (client: object, table: ClientTable) => object;

/** By client, what was added to it: `withOptions` adds the same to the client that it makes. */
export const clientFinishers: WeakMap<object, Finisher[]> = /* @__PURE__ */ new WeakMap();

/** Notes that a function has added something to a client. */
export function noteFinisher(client: object, finisher: Finisher): void {
  clientFinishers.set(client, [...(clientFinishers.get(client) ?? []), finisher]);
}
