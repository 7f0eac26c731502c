import type { Model } from "@svc/model/data";
import { builtin } from "./builtin.ts";

/**
 * The fast-check arbitraries of a document, created on first use: until then fast-check, an optional peer, need not be
 * installed. Requires Node.js; `createArbitraries` of `@svc/testing/arbitrary` works everywhere.
 *
 * @throws Error (when an arbitrary is used) if fast-check is not installed
 */
export function lazyArbitraries<Arbitraries extends object>(model: Model): Arbitraries {
  let made: Arbitraries | undefined;
  const load = (): Arbitraries => {
    made ??= createArbitraries<Arbitraries>(model);
    return made;
  };
  return new Proxy(Object.create(null) as Arbitraries, {
    get: (_, name) => Reflect.get(load(), name) as unknown,
    has: (_, name) => Reflect.has(load(), name),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(load(), name);
      return found && { ...found, configurable: true };
    },
  });
}

interface ArbitraryModule {
  readonly createArbitraries: <Arbitraries>(model: Model) => Arbitraries;
}

function createArbitraries<Arbitraries>(model: Model): Arbitraries {
  const require = builtin("node:module").createRequire(import.meta.url);
  try {
    return (require("@svc/testing/arbitrary") as ArbitraryModule).createArbitraries<Arbitraries>(model);
  } catch (error) {
    if (!/fast-check/.test((error as Error).message)) throw error;
    throw new Error("arbitrary needs fast-check, which is not installed: npm install --save-dev fast-check", {
      cause: error,
    });
  }
}
