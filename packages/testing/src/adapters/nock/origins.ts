import type { Clock } from "../../clock/clock.ts";
import { settle } from "../../clock/settle.ts";
import { type Target, toFrontRequest } from "../target.ts";
import { fakesOfContext } from "./context.ts";
import { presentExchange } from "./exchange.ts";
import type { Outgoing } from "./gate.ts";
import type { Nock } from "./load-nock.ts";
import { addInterceptor } from "./own-interceptor.ts";
import { type Reply, toReply } from "./reply.ts";
import { selectFake } from "./select-fake.ts";
import { untilSent } from "./until-sent.ts";

/** A fake that intercepts, with the clock that its slow answers run on. */
export interface Intercepting extends Target {
  readonly clock: Clock;
}

/** An origin that is intercepted. */
export interface Origin {
  /** Sees to it that nock asks the fakes, should somebody have removed all of its interceptors. */
  readonly ensure: () => void;
  /** Notes a request that no operation can match. Returns the error that says so. */
  readonly stray: (request: Outgoing) => Error;
  /** Those of the fakes, of which each may be the one that is asked. */
  readonly clocks: () => readonly Clock[];
}

interface Claimed extends Origin {
  /** By whom it is intercepted, the latest last. */
  readonly fakes: Set<Intercepting>;
  readonly release: () => void;
}

// nock is one per process, and so is what hangs on it.
const origins = new Map<string, Claimed>();

/** The origin, where it is intercepted now. */
export function originOf(name: string): Origin | undefined {
  return origins.get(name);
}

/** Has a fake answer requests to its origin. Returns a function that ends it. */
export function claimOrigin(nock: Nock, fake: Intercepting): () => void {
  const { origin: name } = new URL(fake.baseUrl);
  const origin = origins.get(name) ?? claim(nock, name);
  origins.set(name, origin);
  origin.ensure();
  origin.fakes.add(fake);
  return () => {
    origin.fakes.delete(fake);
    if (origin.fakes.size > 0) return;
    origins.delete(name);
    origin.release();
  };
}

function claim(nock: Nock, name: string): Claimed {
  const fakes = new Set<Intercepting>();
  const add = () => addInterceptor(nock, name, (request) => answer(fakes, request));
  let own = add();
  return {
    fakes,
    ensure() {
      if (!own.isAlive()) own = add();
    },
    stray({ method, path }) {
      const selected = selectFake(method, new URL(name + path), fakes, fakesOfContext());
      if ("problem" in selected) return new Error(selected.problem);
      const { fake, target } = selected;
      return new Error(fake.stray({ method, target, headers: [], origin: fake.baseUrl }));
    },
    clocks: () => [...fakes].map(({ clock }) => clock),
    release: () => own.release(),
  };
}

async function answer(active: ReadonlySet<Intercepting>, request: Request): Promise<Reply> {
  const exchange = presentExchange();
  exchange?.arrived?.();
  const url = new URL(request.url);
  const selected = selectFake(request.method, url, active, fakesOfContext());
  if ("problem" in selected) {
    const { problem, nearest } = selected;
    nearest?.stray(await toFrontRequest(request, url.pathname + url.search, url.origin), problem);
    throw new Error(problem);
  }
  const { fake, target } = selected;
  // Answered within the turn in which it came, a request finds the socket of the one before still in use: the new one that
  // it opens is never given back, 20 kB each.
  await settle(1);
  const outcome = await fake.core(await toFrontRequest(request, target, fake.baseUrl));
  // A 404 might be what the code under test expects: that it came from nowhere must not go unseen.
  if (outcome.unmatched !== undefined) {
    outcome.end?.();
    throw new Error(outcome.unmatched);
  }
  if (exchange !== undefined) exchange.isReset = outcome.damage?.startsWith("reset") ?? false;
  return untilSent(toReply(outcome, request.method, (fake as Intercepting).clock), outcome.end, request.signal);
}
