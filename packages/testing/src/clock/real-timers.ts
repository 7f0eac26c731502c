type Later = (callback: () => void) => unknown;

interface Timers {
  readonly setImmediate: Later;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

// Taken when the module loads: fake timers that a test installs later must not stop the clock's own turns. Those that were
// there before (a setup file) mostly leave the module of Node.js alone.
const timersModule = globalThis.process?.getBuiltinModule?.("node:timers") as Partial<Timers> | undefined;

/** The machine's own function of that name; undefined where there is none, or only one that a test has replaced. */
function real<Name extends keyof Timers>(name: Name): Timers[Name] | undefined {
  return [timersModule?.[name], (globalThis as unknown as Partial<Timers>)[name]].find((found) => isReal(found, name));
}

/** Fakes are named otherwise (`node:test`, mocks), or hold their clock (those of Sinon, which Vitest and Jest use). */
function isReal(found: unknown, name: string): boolean {
  return typeof found === "function" && found.name === name && !Object.hasOwn(found, "clock");
}

/** Waits in real time, whatever fake timers there are; undefined where only those are left. */
export const realTimeout: Timers["setTimeout"] | undefined = real("setTimeout");
/** Takes back what {@link realTimeout} was asked for. */
export const clearRealTimeout: Timers["clearTimeout"] | undefined = real("clearTimeout");

/** Calls back in the next turn of the event loop. */
export const nextTurn: Later =
  real("setImmediate") ?? byMessage() ?? ((callback) => globalThis.setTimeout(callback, 0));

/** A channel of its own for each turn: Node.js delivers what is posted to a known one within the same turn. */
function byMessage(): Later | undefined {
  if (typeof MessageChannel === "undefined") return undefined;
  return (callback) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      callback();
    };
    port2.postMessage(undefined);
  };
}
