/** undici keeps the dispatcher of the built-in fetch under a registered symbol, versioned by its interface. */
const PREFIX = "undici.globalDispatcher.";

interface Dispatcher {
  readonly constructor: new () => Dispatcher;
  close?(): Promise<void>;
}

/**
 * Gives native fetch a new pool of connections. Sockets that were opened before stay in the old pool and would be used
 * again past nock, so that requests meant for the fake would reach the real host.
 *
 * @returns puts the old pool back and closes the new one
 * @throws Error where requests go through a proxy or another dispatcher that nock cannot see behind
 */
export function freshDispatcher(): () => void {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
  const symbols = Object.getOwnPropertySymbols(globalThis).filter((symbol) => symbol.description?.startsWith(PREFIX));
  const swapped = symbols.flatMap((symbol) => {
    const old = globals[symbol];
    if (old === undefined || old.constructor.name === "Dispatcher1Wrapper") return [];
    if (old.constructor.name !== "Agent") {
      throw new Error(
        `fake.intercept(): fetch goes through undici's ${old.constructor.name}, which nock cannot see behind; use fake.fetch, or intercept before it is set.`,
      );
    }
    return [{ symbol, old, fresh: new old.constructor() }];
  });
  for (const { symbol, fresh } of swapped) globals[symbol] = fresh;
  return () => {
    for (const { symbol, old, fresh } of swapped) {
      if (globals[symbol] === fresh) globals[symbol] = old;
      fresh.close?.().catch(() => {});
    }
  };
}
