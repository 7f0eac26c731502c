import { createSvcClient, type SvcClient, type SvcClientOptions } from "@svc/client";
import {
  createVirtualClock,
  model,
  type OperationTypes,
  type RateLimitState,
  type Resources,
  type VirtualClock,
} from "@svc/testing";
import { createFake, type Fake } from "@svc/testing/runtime";
import { createLater, delayedFetch } from "./delayed-fetch.ts";
import { createFaultList, type FaultList } from "./fault-list.ts";
import { createBuild, seed } from "./seed.ts";
import type { Settings } from "./settings.ts";

/** The credential that the page's client sends: the fake accepts every one. */
export const CREDENTIAL = "playground-key";

/** A client, the fake that it calls, and the clock on which both run. */
export interface World {
  readonly fake: Fake<OperationTypes, Resources>;
  readonly clock: VirtualClock;
  readonly build: ReturnType<typeof createBuild>;
  readonly faults: FaultList;
  /** The client that code finds as `svc`. */
  readonly svc: SvcClient;
  /** Ends when the reader stops what runs. */
  readonly signal: AbortSignal;
  /** Requests that the client's credential has left, as the fake counts. */
  window(): RateLimitState | undefined;
  /** A further client of the same fake, by default with the same credential. */
  createClient(options?: SvcClientOptions): SvcClient;
  /** Ends every call; the next one gets a new client. */
  stop(): void;
}

/** @param settings asked for whenever they matter; limit and window are those of the moment of making */
export function createWorld(settings: () => Settings, start?: number): World {
  const { limit, windowSeconds } = settings();
  const clock = createVirtualClock(start);
  const real = createFake<OperationTypes, Resources>(model, {
    clock,
    rateLimit: { limit, window: { seconds: windowSeconds } },
  });
  const faults = createFaultList((options) => real.fail(options as Parameters<typeof real.fail>[0]));
  const fake = watched(real, faults);
  seed(fake);
  const later = createLater(clock);
  let clients: SvcClient[] = [];
  let stopping = new AbortController();
  const createClient = (options: SvcClientOptions = {}): SvcClient => {
    const fetch = delayedFetch(fake.fetch, later, () => settings().latencyMs, stopping.signal);
    const client = createSvcClient({ baseUrl: fake.baseUrl, auth: CREDENTIAL, fetch, clock, ...options });
    clients.push(client);
    return client;
  };
  let svc = createClient();
  return {
    fake,
    clock,
    build: createBuild(clock.now),
    faults,
    get svc() {
      return svc;
    },
    get signal() {
      return stopping.signal;
    },
    window: () => fake.rateLimitOf(`Bearer ${CREDENTIAL}`),
    createClient,
    stop() {
      for (const client of clients) void client.close();
      stopping.abort(new Error("Stopped by hand."));
      stopping = new AbortController();
      clients = [];
      svc = createClient();
    },
  };
}

/** The fake, with a note of what goes into it. */
function watched(fake: Fake<OperationTypes, Resources>, faults: FaultList): Fake<OperationTypes, Resources> {
  return Object.assign(Object.create(fake) as Fake<OperationTypes, Resources>, {
    fail: faults.add,
    reset() {
      faults.clear();
      fake.reset();
    },
  });
}
