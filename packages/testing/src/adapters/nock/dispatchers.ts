import { attendUpload } from "./attend-upload.ts";
import { type Exchange, runExchange, tellingResets } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import { toOrigin } from "./to-origin.ts";

/** undici keeps the dispatcher of the built-in fetch under a registered symbol, versioned by its interface. */
const PREFIX = "undici.globalDispatcher.";

interface DispatchOptions {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
}

type DispatcherClass = new (inner?: Dispatcher) => Dispatcher;

interface Dispatcher {
  readonly constructor: unknown;
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
 * @param gate says which way a request goes
 * @param diverted what was diverted before, and is still
 * @throws Error where requests go through a proxy or another dispatcher that nock cannot see behind
 */
export function divertDispatchers(gate: Gate, diverted: readonly Diverted[] = []): readonly Diverted[] {
  // Loads undici, which else sets its dispatcher at the first fetch.
  void globalThis.Response;
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
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
    if (fresh !== undefined) added.push({ symbol, old, fresh, router: twin?.router ?? routerOf(old, fresh, gate) });
  }
  for (const { symbol, router } of added) globals[symbol] = router;
  return [...diverted, ...added];
}

/** Puts back what was there before, unless somebody has set another one since. */
export function restoreDispatchers(diverted: readonly Diverted[]): void {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
  for (const { symbol, old, fresh, router } of [...diverted].reverse()) {
    if (globals[symbol] === router) globals[symbol] = old;
    fresh.close?.().catch(() => {});
  }
}

/** undici's plain agent, or the one that a dispatcher extends. */
function agentClass(dispatcher: Dispatcher): DispatcherClass | undefined {
  let prototype: Dispatcher | null = Object.getPrototypeOf(dispatcher);
  while (prototype !== null && nameOf(prototype) !== "Agent") prototype = Object.getPrototypeOf(prototype);
  return prototype?.constructor as DispatcherClass | undefined;
}

function nameOf(dispatcher: Dispatcher): string {
  return typeof dispatcher.constructor === "function" ? dispatcher.constructor.name : "";
}

function freshFor(old: Dispatcher, agent: DispatcherClass | undefined): Dispatcher | undefined {
  const own = agentClass(old);
  if (own !== undefined) return new own();
  // undici 8 leads the older interface to the agent of the newer one.
  if (nameOf(old) === "Dispatcher1Wrapper") {
    return agent && new (old.constructor as DispatcherClass)(new agent());
  }
  throw new Error(
    `fake.intercept(): fetch goes through undici's ${nameOf(old)}, which nock cannot see behind; use fake.fetch, or intercept before it is set.`,
  );
}

/** The old dispatcher in everything but which connections a request takes. */
function routerOf(old: Dispatcher, fresh: Dispatcher, gate: Gate): Dispatcher {
  const dispatch: Dispatcher["dispatch"] = (options, handler) => {
    const origin = toOrigin(String(options.origin));
    const way = gate({ origin, method: options.method, path: options.path });
    if (way === "past") return old.dispatch(options, handler);
    const exchange: Exchange = { origin, isForFake: way === "fake", isReset: false };
    const send = () => runExchange(exchange, () => fresh.dispatch(options, tellingResets(handler, exchange)));
    return way === "fake" && options.body ? attendUpload(exchange, send) : send();
  };
  return new Proxy(old, {
    get(target, key) {
      if (key === "dispatch") return dispatch;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" && key !== "constructor" ? value.bind(target) : value;
    },
  });
}
