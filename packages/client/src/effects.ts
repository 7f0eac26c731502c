import type { Clock } from "./clock.ts";

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
