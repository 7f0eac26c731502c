import type { Hooks, Observers } from "../call/hooks.ts";

/** The used part of Node's `process`, which Bun and Deno have, too. */
interface Platform {
  readonly env?: { readonly [name: string]: string | undefined };
  getBuiltinModule?(name: string): {
    channel(name: string): Observers["channel"];
    createRequire(from: string): (name: string) => { logTo(logger: Console, options: object): Hooks };
  };
}

/** The platform's `process`; nothing in browsers and workers. */
export function platform(): Platform {
  return (globalThis as { process?: Platform }).process ?? {};
}

/**
 * The observers of a client. `level` is that of the environment: the log is an entry of its own, and loaded only where it
 * is asked for.
 */
export function observe(hooks: readonly Hooks[], level: string | undefined): Observers {
  const builtin = (name: string) => platform().getBuiltinModule?.(`node:${name}`);
  const channel = builtin("diagnostics_channel")?.channel("svc:client");
  if (!level) return { hooks, channel };
  try {
    const log = builtin("module")
      ?.createRequire(import.meta.url)("@svc/client/log")
      .logTo(console, { level });
    return { hooks: log ? [...hooks, log] : hooks, channel };
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a log was asked for, and there is no other place to say this
    console.warn(`Use logTo of @svc/client/log: ${error}`);
    return { hooks, channel };
  }
}
