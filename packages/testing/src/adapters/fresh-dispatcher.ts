/** undici keeps the dispatcher of the built-in fetch under a registered symbol, versioned by its interface. */
const PREFIX = "undici.globalDispatcher.";

type Dispatcher = object & { constructor: new () => Dispatcher };

/**
 * Gives native fetch a new pool of connections. Sockets that were opened before nock was loaded stay in the old pool and
 * would be used again past nock, so that requests meant for the fake reach the real host. Only the plain agent is
 * replaced: a dispatcher that somebody configured (a proxy) is theirs.
 *
 * @returns puts the old one back
 */
export function freshDispatcher(): () => void {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
  const restore = Object.getOwnPropertySymbols(globalThis)
    .filter((symbol) => symbol.description?.startsWith(PREFIX))
    .flatMap((symbol) => {
      const old = globals[symbol];
      if (old === undefined || old.constructor.name !== "Agent") return [];
      const fresh = new old.constructor();
      globals[symbol] = fresh;
      return [
        () => {
          if (globals[symbol] === fresh) globals[symbol] = old;
        },
      ];
    });
  return () => {
    for (const undo of restore.reverse()) undo();
  };
}
