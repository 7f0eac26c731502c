import type { AsyncLocalStorage } from "node:async_hooks";
import type { HttpRequest } from "@svc/fastapi-validation";
import { builtin } from "../../builtin.ts";
import { waitTurns } from "../../clock/fake-timers.ts";
import {
  corsHeaders,
  explainOutside,
  type FakeBackend,
  isPreflight,
  type Place,
  placeOf,
  preflightHeaders,
} from "../backend.ts";
import { type Arriving, arrivingAt, receive } from "../receive.ts";
import type { Nock } from "./nock-module.ts";
import { currentExchange, type OutgoingRequest, type Reply, toReply, untilSent } from "./reply.ts";

/** An intercepted origin. */
export interface Origin {
  /** The fakes that intercept it, in the order in which they were set up. */
  readonly fakes: Set<FakeBackend>;
  /** Undefined: it is one origin. */
  readonly pattern: RegExp | undefined;
  /** Adds the catch-all interceptor again if somebody has removed all interceptors of nock. */
  readonly ensureIntercepted: () => void;
  /** Adds a request to the journal that no operation can match. Returns the error to fail it with. */
  readonly rejectUnmatched: (request: OutgoingRequest) => Error;
  readonly release: () => void;
}

// nock is one per process, and so are the origins that it intercepts. A pattern stands for the hosts of a server variable.
const origins = new Map<string, Origin>();

/** An intercepted origin by its name; undefined if no fake intercepts it now. */
export function originOf(name: string): Origin | undefined {
  return origins.get(name) ?? [...origins.values()].find(({ pattern }) => pattern?.test(name));
}

/** Has a fake answer requests to its origin, and to those of its document's servers, until the returned function is called. */
export function claimOrigins(nock: Nock, fake: FakeBackend): () => void {
  const all = [new URL(fake.baseUrl).origin, ...fake.servers.flatMap(({ origin }) => origin ?? [])];
  const byName = new Map(all.map((origin) => [String(origin), origin]));
  const claimed = [...byName].map(([name, given]): [string, Origin] => {
    const origin = origins.get(name) ?? createOrigin(nock, given);
    origins.set(name, origin);
    origin.ensureIntercepted();
    origin.fakes.add(fake);
    return [name, origin];
  });
  return () => {
    for (const [name, { fakes, release }] of claimed) {
      fakes.delete(fake);
      if (fakes.size > 0) continue;
      origins.delete(name);
      release();
    }
  };
}

function createOrigin(nock: Nock, origin: string | RegExp): Origin {
  const fakes = new Set<FakeBackend>();
  const add = () => addCatchAll(nock, origin, (request) => answer(fakes, request));
  let interceptor = add();
  return {
    fakes,
    pattern: typeof origin === "string" ? undefined : origin,
    ensureIntercepted() {
      if (!interceptor.isAlive()) interceptor = add();
    },
    rejectUnmatched({ method, origin: name, path }) {
      const selected = selectFake(method, new URL(name + path), fakes);
      if ("problem" in selected) return new Error(selected.problem);
      const { fake, place } = selected;
      return new Error(fake.recordUnmatched({ method, headers: [], ...place }));
    },
    release: () => interceptor.release(),
  };
}

/** A request of nock, which undoes the first of these content codings, and leaves the header. */
function arrivingBy(request: Request, place: Place): Arriving {
  const codings = (request.headers.get("content-encoding") ?? "").toLowerCase().split(",");
  const isDecoded = codings.some((coding) => ["gzip", "deflate", "br"].includes(coding.trim()));
  return { ...arrivingAt(request, place), isDecoded };
}

async function answer(active: ReadonlySet<FakeBackend>, request: Request): Promise<Reply> {
  const exchange = currentExchange();
  exchange?.onReceived?.();
  const url = new URL(request.url);
  // Pages of jsdom and happy-dom ask first, and read nothing that they are not allowed to.
  const header = (name: string): string | null => request.headers.get(name);
  if (isPreflight(request.method, header)) return [204, "", preflightHeaders(header).flat()];
  const selected = selectFake(request.method, url, active);
  if ("problem" in selected) {
    const { problem, nearest } = selected;
    const given = await receive(arrivingBy(request, { target: url.pathname + url.search, origin: url.origin }));
    nearest?.recordUnmatched(given as HttpRequest, problem);
    throw new Error(problem);
  }
  const { fake, place } = selected;
  // A request that is answered within the turn in which it came finds the socket of the one before still in use, and the new
  // one that it opens is never given back: 20 kB each.
  await waitTurns(1);
  const received = await receive(arrivingBy(request, place), fake);
  const outcome = "response" in received ? received : await fake.handleRequest(received);
  // The code under test may expect a 404: an unmatched request must fail instead.
  if (outcome.unmatched !== undefined) {
    outcome.end?.();
    throw new Error(outcome.unmatched);
  }
  if (exchange !== undefined) exchange.isReset = outcome.connectionFault?.startsWith("reset") ?? false;
  const { response } = outcome;
  const headers = [...response.headers, ...corsHeaders(header, response.headers)];
  const allowed = { ...outcome, response: { ...response, headers } };
  return untilSent(toReply(allowed, request.method, fake), outcome.end, request.signal);
}

/**
 * The fake that answers a request, with the place of the request in it; or why there is none, with a fake of this
 * origin that has another path.
 */
type SelectedFake =
  | { readonly fake: FakeBackend; readonly place: Place }
  | { readonly problem: string; readonly nearest?: FakeBackend };

/**
 * Selects the fake that answers a request: of those that stand for its address, the one that was set up in the
 * request's own asynchronous context, else the only one.
 */
function selectFake(method: string, url: URL, active: ReadonlySet<FakeBackend>): SelectedFake {
  const own = fakesOfContext();
  const fitting = [...active].flatMap((fake) => {
    const place = placeOf(fake, url);
    return place === undefined ? [] : [{ fake, place }];
  });
  const [only] = fitting;
  if (only === undefined) {
    const nearest = own.findLast((fake) => active.has(fake)) ?? [...active][0];
    if (nearest === undefined)
      return { problem: `The fake of ${url.origin} was closed while a request was in flight.` };
    return { problem: explainOutside(nearest.baseUrl, method, url), nearest };
  }
  const mine = own.findLast((fake) => fitting.some((one) => one.fake === fake));
  const chosen = fitting.find(({ fake }) => fake === mine) ?? (fitting.length === 1 ? only : undefined);
  const count = `${fitting.length} fakes stand for ${only.place.origin} now`;
  const problem = `${count}, and this request comes from a place in which none of them was set up.
Call fake.intercept() in the test itself, give the fakes different base addresses, or use fake.fetch.`;
  return chosen ?? { problem };
}

let contexts: AsyncLocalStorage<readonly FakeBackend[]> | undefined;

/** The fakes that were set up in the current asynchronous context or one around it, the latest last. */
function fakesOfContext(): readonly FakeBackend[] {
  return contexts?.getStore() ?? [];
}

/** Adds a fake to the current asynchronous context, and to those that begin in it. */
export function enterContext(fake: FakeBackend): void {
  contexts ??= new (builtin("node:async_hooks").AsyncLocalStorage)<readonly FakeBackend[]>();
  contexts.enterWith([...fakesOfContext(), fake]);
}

/** Removes a fake from the current context. Contexts that began before keep it: a reader must know which fakes are active. */
export function leaveContext(fake: FakeBackend): void {
  contexts?.enterWith(fakesOfContext().filter((one) => one !== fake));
}

type Interceptor = ReturnType<ReturnType<Nock>["intercept"]>;

/** nock's interceptors by origin, in the order in which it asks them. It answers 501 where an origin has none left. */
type Table = Record<string, { readonly interceptors: readonly Interceptor[] }>;

/**
 * Adds an interceptor to nock that matches every request to an origin, unless an interceptor of the test does: by method,
 * path, query, headers and body, and whether it was added before or after this one.
 */
function addCatchAll(nock: Nock, origin: string | RegExp, answer: (request: Request) => Promise<Reply>) {
  const known = Object.keys(tableOf(nock));
  const scope = nock(origin).persist();
  // `nock.isDone()` is about the interceptors of the test.
  const own = scope.intercept("*", "GET").optionally();
  own.matchOrigin = () => true;
  own.match = (request, body) => {
    // nock has asked the earlier ones before.
    const isOthers = beside.slice(beside.indexOf(own) + 1).some((one) => one.match(request, body).length === 0);
    return isOthers ? ["an interceptor of the test matches"] : [];
  };
  // One parameter exactly: nock counts them, and takes a second one for a callback.
  own.reply(((request: Request) => answer(request)) as never);
  const [key, entry] = Object.entries(tableOf(nock)).find(([, { interceptors }]) => interceptors.includes(own)) ?? [];
  const beside = entry?.interceptors ?? [];
  return {
    /** False once somebody has removed all interceptors of nock. */
    isAlive: (): boolean => scope.activeMocks().length > 0,
    /** Removes it, and with it what nock has stored of the origin because of it. */
    release(): void {
      nock.removeInterceptor(own);
      const table = tableOf(nock);
      if (key === undefined) allowUnmocked(nock, origin);
      else if (beside.length === 0 && !known.includes(key) && table[key]?.interceptors === beside) delete table[key];
    },
  };
}

/**
 * Lets requests to an origin through to the network again, if the table cannot be read. nock stores that by origin, where it
 * outranks `disableNetConnect`.
 */
function allowUnmocked(nock: Nock, origin: string | RegExp): void {
  const interceptor = nock(origin, { allowUnmocked: true }).get("/");
  interceptor.reply(200);
  nock.removeInterceptor(interceptor);
}

/**
 * The table in which nock keeps all interceptors; empty if this version of nock, or the runtime, does not allow to read
 * it. Its API gives their names only, not which requests they would match, and cannot remove an origin. `activeMocks()`
 * calls `Object.values` with the table, so that is replaced during the call.
 */
function tableOf(nock: Nock): Table {
  const { values } = Object;
  let seen: Partial<Table> = {};
  let isSeen = false;
  try {
    Object.values = (object: object) => {
      if (!isSeen) seen = object as Table;
      isSeen = true;
      return values(object);
    };
    nock.activeMocks();
  } catch {
    return {};
  } finally {
    if (Object.values !== values) Object.values = values;
  }
  return values(seen).every((entry) => Array.isArray(entry?.interceptors)) ? (seen as Table) : {};
}
