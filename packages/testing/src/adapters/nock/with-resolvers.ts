interface Resolvers {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Gives Node.js 20 the standard's `Promise.withResolvers` (ES2024): the nock that installs there needs it, and fails at the
 * first request without.
 */
export function ensureWithResolvers(): void {
  if ("withResolvers" in Promise) return;
  const value = function withResolvers(this: PromiseConstructor): Resolvers {
    let resolve: Resolvers["resolve"] = () => {};
    let reject: Resolvers["reject"] = () => {};
    const promise = new this((onResolve, onReject) => {
      resolve = onResolve;
      reject = onReject;
    });
    return { promise, resolve, reject };
  };
  Object.defineProperty(Promise, "withResolvers", { value, writable: true, configurable: true });
}
