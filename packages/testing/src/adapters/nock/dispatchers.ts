import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { builtin } from "../../builtin.ts";
import { workTrackerOf } from "../../clock/pending-work.ts";
import { originOf } from "./origins.ts";
import { type Exchange, type RouteRequest, reportingResets, runExchange, toOrigin } from "./reply.ts";

/** undici keeps the dispatcher of the built-in fetch under a registered symbol, versioned by its interface. */
const PREFIX = "undici.globalDispatcher.";
const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;

interface DispatchOptions {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
}

type DispatcherClass = new (inner?: Dispatcher) => Dispatcher;

interface Dispatcher {
  readonly constructor: { readonly name: string };
  dispatch(options: DispatchOptions, handler: object): boolean;
  close?(): Promise<void>;
}

interface Diverted {
  readonly symbol: symbol;
  readonly old: Dispatcher;
  readonly fresh: Dispatcher;
  readonly router: Dispatcher;
}

/**
 * Gives the requests of native fetch that go through nock a pool of connections of their own. Sockets that were opened before
 * stay in the old pool and would be used again past nock, so that requests meant for the fake would reach the real host.
 * All other requests go where they went before.
 *
 * @param route decides where a request is sent
 * @param diverted dispatchers that are diverted already
 * @throws Error where requests go through a proxy or another dispatcher that nock cannot see behind
 */
export function divertDispatchers(route: RouteRequest, diverted: readonly Diverted[] = []): readonly Diverted[] {
  // Loads undici, which else sets its dispatcher at the first fetch.
  void globalThis.Response;
  const symbols = Object.getOwnPropertySymbols(globalThis).filter((symbol) => symbol.description?.startsWith(PREFIX));
  const present = symbols.flatMap((symbol) => {
    const old = globals[symbol];
    return old === undefined || diverted.some(({ router }) => router === old) ? [] : [{ symbol, old }];
  });
  const agents = present.map(({ old }) => agentClass(old)).filter((found) => found !== undefined);
  const added: Diverted[] = [];
  for (const { symbol, old } of present) {
    // More than one interface may lead to the same dispatcher.
    const twin = added.find((one) => one.old === old);
    const fresh = twin?.fresh ?? freshFor(old, agents[0]);
    if (fresh !== undefined) added.push({ symbol, old, fresh, router: twin?.router ?? routerOf(old, fresh, route) });
  }
  for (const { symbol, router } of added) globals[symbol] = router;
  return [...diverted, ...added];
}

/** Restores the dispatchers, but for those that somebody has replaced since. */
export function restoreDispatchers(diverted: readonly Diverted[]): void {
  for (const { symbol, old, fresh, router } of [...diverted].reverse()) {
    if (globals[symbol] === router) globals[symbol] = old;
    fresh.close?.().catch(() => {});
  }
}

/** undici's plain agent, or the one that a dispatcher extends. */
function agentClass(dispatcher: Dispatcher): DispatcherClass | undefined {
  let prototype: Dispatcher | null = Object.getPrototypeOf(dispatcher);
  while (prototype !== null && prototype.constructor.name !== "Agent") prototype = Object.getPrototypeOf(prototype);
  return prototype?.constructor as DispatcherClass | undefined;
}

function freshFor(old: Dispatcher, agent: DispatcherClass | undefined): Dispatcher | undefined {
  const own = agentClass(old);
  if (own !== undefined) return new own();
  // undici 8 leads the older interface to the agent of the newer one.
  const { name } = old.constructor;
  if (name === "Dispatcher1Wrapper") return agent && new (old.constructor as DispatcherClass)(new agent());
  throw new Error(
    `fake.intercept(): fetch goes through undici's ${name}, whose requests nock cannot intercept; use fake.fetch, or call intercept() before it is set.`,
  );
}

/** A dispatcher that sends intercepted requests by the fresh one, and is the old one in everything else. */
function routerOf(old: Dispatcher, fresh: Dispatcher, route: RouteRequest): Dispatcher {
  const dispatch: Dispatcher["dispatch"] = (options, handler) => {
    const origin = toOrigin(String(options.origin));
    const routed = route({ origin, method: options.method, path: options.path });
    if (routed === "bypass") return old.dispatch(options, handler);
    const exchange: Exchange = { origin, isForFake: routed === "fake", isReset: false };
    const send = () => runExchange(exchange, () => fresh.dispatch(options, reportingResets(handler, exchange)));
    return routed === "fake" && options.body ? trackUpload(exchange, send) : send();
  };
  return new Proxy(old, {
    get(target, key) {
      if (key === "dispatch") return dispatch;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" && key !== "constructor" ? value.bind(target) : value;
    },
  });
}

/**
 * Sends a request with a body as tracked work of the fakes' clocks: the body may have to be read from somewhere before the
 * request arrives.
 *
 * @throws the error of `send`
 */
function trackUpload(exchange: Exchange, send: () => boolean): boolean {
  const received = new Promise<void>((resolve) => {
    exchange.onReceived = resolve;
  });
  let result = false;
  let failure: { readonly error: unknown } | undefined;
  const upload = (): Promise<void> => {
    try {
      result = send();
    } catch (error) {
      failure = { error };
    }
    return received;
  };
  const clocks = [...(originOf(exchange.origin)?.fakes ?? [])].map(({ clock }) => clock);
  // Tracked work begins at once, so that the result is there.
  void clocks.reduce<() => unknown>((work, clock) => () => workTrackerOf(clock)(work), upload)();
  if (failure !== undefined) throw failure.error;
  return result;
}

/** A socket with its handle in the runtime, which is null once it is closed. */
type Handled = Socket & { _handle?: { close(): void } | null };

const known = new WeakSet<Socket>();

/**
 * Closes the handle of a socket with the socket. nock 15 replaces what destroys a socket by a function that leaves the handle
 * open: the process would keep each socket that has carried a response, with 40 to 90 kB, until it ends.
 */
function closeHandle(socket: Handled): void {
  if (known.has(socket)) return;
  known.add(socket);
  socket.once("close", () => {
    const handle = socket._handle;
    socket._handle = null;
    handle?.close();
  });
}

/** Listens to channels on which undici and `node:http` publish requests, until the returned function is called. */
export function listenTo(channels: { readonly [name: string]: (message: never) => void }): () => void {
  const { subscribe, unsubscribe } = builtin("node:diagnostics_channel");
  const all = Object.entries(channels) as [string, (message: unknown) => void][];
  for (const [channel, listener] of all) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of all) unsubscribe(channel, listener);
  };
}

/** A message about a request of `node:http`. */
export interface RequestMessage {
  readonly request: ClientRequest;
}

/** Has the sockets that undici and `node:http` open give back their handles when they close. */
export const RELEASE_SOCKETS = {
  "undici:client:connected": ({ socket }: { readonly socket: Socket }): void => closeHandle(socket),
  "http.client.request.start": ({ request }: RequestMessage): void =>
    void (request.socket ? closeHandle(request.socket) : request.once("socket", closeHandle)),
};
