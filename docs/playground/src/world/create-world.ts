import type { SvcClientOptions } from "@svc/client";
import type { FakeOptions, RateLimitState } from "@svc/testing";
import { createFake, createVirtualClock, type VirtualClock } from "@svc/testing/runtime";
import type { AnyClient, AnyFake, Service } from "../service/service.ts";
import { createLater, delayedFetch } from "./delayed-fetch.ts";
import { createFaultList, type FaultList } from "./fault-list.ts";
import type { Settings } from "./settings.ts";

/** The credential that the page's client sends, which is one of every scheme: the fake accepts every token, key, and name with password. */
export const CREDENTIAL = "playground:key";

/** The credential as the client's requests have it by the first scheme that an operation asks for. */
function sentCredential({ operations, securitySchemes }: Service["model"]): string {
  const [name = ""] = operations.flatMap(({ security: [first = {}] }) => Object.keys(first));
  const scheme = securitySchemes[name];
  if (scheme?.type === "apiKey") return CREDENTIAL;
  const isBasic = scheme?.type === "http" && /^basic$/i.test(scheme.scheme);
  return isBasic ? `Basic ${btoa(CREDENTIAL)}` : `Bearer ${CREDENTIAL}`;
}

/** A client, the fake that it calls, and the clock on which both run. */
export interface World {
  readonly fake: AnyFake;
  /** The fake whose journal is shown: the last that code has made, else that of the world. */
  readonly shown: AnyFake;
  readonly clock: VirtualClock;
  readonly build: unknown;
  readonly faults: FaultList;
  /** The client that code finds as `svc`. */
  readonly svc: AnyClient;
  /** Ends when the reader stops what runs. */
  readonly signal: AbortSignal;
  /** Requests that the client's credential has left, as the fake counts. */
  window(): RateLimitState | undefined;
  /** A further client of the same fake, by default with the same credential. */
  createClient(options?: SvcClientOptions): AnyClient;
  /** A fake of its own clock and limit, which is shown from now on. */
  createFakeSvc(options?: FakeOptions): AnyFake;
  /** Ends every call; the next one gets a new client. */
  stop(): void;
}

/** @param settings asked for whenever they matter; limit and window are those of the moment of making */
export function createWorld(service: Service, settings: () => Settings): World {
  const { limit, windowSeconds } = settings();
  // The page moves it, however long a step takes on a busy machine: no wait for it is one without an end.
  const isAutomatic = { get: () => settings().speed > 0 };
  const clock = Object.defineProperty(createVirtualClock(), "isAutomatic", isAutomatic);
  const real = createFake(service.model, {
    clock,
    rateLimit: { limit, window: { seconds: windowSeconds } },
  });
  const faults = createFaultList((options) => real.fail(options));
  const fake = watched(real, faults);
  service.seed(fake);
  const later = createLater(clock);
  let clients: AnyClient[] = [];
  let stopping = new AbortController();
  const createClient = (options: SvcClientOptions = {}): AnyClient => {
    const fetch = delayedFetch(fake.fetch, later, () => settings().latencyMs, stopping.signal);
    const client = service.createClient({ baseUrl: fake.baseUrl, auth: CREDENTIAL, fetch, clock, ...options });
    clients.push(client);
    return client;
  };
  let svc = createClient();
  let shown = fake;
  return {
    fake,
    clock,
    build: service.createBuild(clock.now),
    faults,
    get svc() {
      return svc;
    },
    get signal() {
      return stopping.signal;
    },
    window: () => fake.rateLimitOf(sentCredential(service.model)),
    createClient,
    get shown() {
      return shown;
    },
    createFakeSvc(options) {
      shown = createFake(service.model, options);
      return shown;
    },
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
function watched(fake: AnyFake, faults: FaultList): AnyFake {
  return Object.assign(Object.create(fake) as AnyFake, {
    fail: faults.add,
    reset() {
      faults.clear();
      fake.reset();
    },
  });
}
