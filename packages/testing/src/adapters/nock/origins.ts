import type { Clock } from "../../clock/clock.ts";
import { settle } from "../../clock/settle.ts";
import { type Target, toFrontRequest } from "../target.ts";
import { fakesOfContext } from "./context.ts";
import type { Nock } from "./load-nock.ts";
import { type Reply, toReply } from "./reply.ts";
import { selectFake } from "./select-fake.ts";

/** A fake that intercepts, with the clock that its slow answers run on. */
export interface Intercepting extends Target {
  readonly clock: Clock;
}

/** Methods that a client can send; nock has no wildcard. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] as const;

/** An origin that is intercepted, and by whom, the latest last. */
interface Origin {
  readonly fakes: Set<Intercepting>;
  /** False once somebody has removed all interceptors of nock. */
  readonly isAlive: () => boolean;
  readonly release: () => void;
}

// nock is one per process, and so is what hangs on it.
const origins = new Map<string, Origin>();

/** Has a fake answer requests to its origin. Returns a function that ends it. */
export function claimOrigin(nock: Nock, fake: Intercepting): () => void {
  const { origin: name } = new URL(fake.baseUrl);
  const known = origins.get(name);
  const origin = known?.isAlive() ? known : register(nock, name);
  origin.fakes.add(fake);
  return () => {
    origin.fakes.delete(fake);
    if (origin.fakes.size > 0 || origins.get(name) !== origin) return;
    origins.delete(name);
    origin.release();
  };
}

function register(nock: Nock, name: string): Origin {
  const scope = nock(name).persist();
  const fakes = new Set<Intercepting>();
  const interceptors = METHODS.map((method) => {
    const interceptor = scope.intercept((path) => !isTaken(nock, scope, `${method} ${keyOf(name)}${path}`), method);
    // One parameter exactly: nock counts them, and takes a second one for a callback.
    interceptor.reply(((request: Request) => answer(fakes, request)) as never);
    return interceptor;
  });
  const origin: Origin = {
    fakes,
    isAlive: () => scope.activeMocks().length > 0,
    release() {
      for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
      letGo(nock, name);
    },
  };
  origins.set(name, origin);
  return origin;
}

async function answer(active: ReadonlySet<Intercepting>, request: Request): Promise<Reply> {
  const selected = selectFake(request, active, fakesOfContext());
  if ("problem" in selected) throw new Error(selected.problem);
  const { fake, target } = selected;
  // Answered within the turn in which it came, a request finds the socket of the one before still in use: the new one that
  // it opens is never given back, 20 kB each.
  await settle(1);
  const outcome = await fake.core(await toFrontRequest(request, target, fake.baseUrl));
  // A 404 might be what the code under test expects: that it came from nowhere must not go unseen.
  if (outcome.unmatched !== undefined) throw new Error(outcome.unmatched);
  return toReply(outcome, request.method, (fake as Intercepting).clock);
}

/** Whether the test has an interceptor of its own for the very path: it wins, whenever it was set up. */
function isTaken(nock: Nock, scope: ReturnType<Nock>, key: string): boolean {
  const [withoutQuery = key] = key.split("?", 1);
  const own = new Set(scope.activeMocks());
  return nock.activeMocks().some((mock) => mock === withoutQuery && !own.has(mock));
}

/** An origin as nock's keys have it: with its port. */
function keyOf(name: string): string {
  const { protocol, hostname, port } = new URL(name);
  return `${protocol}//${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/**
 * An origin without interceptors is still nock's, which answers 501 there. Only one that allows unmocked requests lets them
 * through to the network; that is remembered by origin, and matters only where nobody else has an interceptor. It also
 * outranks `disableNetConnect`, whose state nock does not tell.
 */
function letGo(nock: Nock, name: string): void {
  const interceptor = nock(name, { allowUnmocked: true }).get("/");
  interceptor.reply(200);
  nock.removeInterceptor(interceptor);
}
