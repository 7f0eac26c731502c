interface Builtins {
  "node:module": typeof import("node:module");
  "node:crypto": typeof import("node:crypto");
  "node:async_hooks": typeof import("node:async_hooks");
  "node:diagnostics_channel": typeof import("node:diagnostics_channel");
  "node:http": typeof import("node:http");
  "node:net": typeof import("node:net");
  "node:stream": typeof import("node:stream");
}

/**
 * Gets a built-in module without an import, so that this package loads in every runtime.
 *
 * @throws Error in runtimes other than Node.js 20.16 or newer
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  const found = findBuiltin(name);
  if (found !== undefined) return found;
  throw new Error(
    `fake.intercept() and fake.listen() need process.getBuiltinModule, of Node.js 20.16 or newer; this is ${runtimeName()}. Use fake.fetch.`,
  );
}

/** A built-in module; undefined in runtimes that have none. */
export function findBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  return globalThis.process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
}

/** The runtime as messages name it. A test runner may hide what its runtime has. */
export function runtimeName(): string {
  const version = globalThis.process?.versions?.["node"];
  const runner = globalThis.process?.env["JEST_WORKER_ID"] === undefined ? "" : " under Jest";
  return version === undefined ? "another runtime" : `Node.js ${version}${runner}`;
}
