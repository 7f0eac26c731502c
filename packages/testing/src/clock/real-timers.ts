type Schedule = (callback: () => void) => unknown;

interface Timers {
  readonly setImmediate: Schedule;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

// Read when the module loads: fake timers that a test installs later must not stop the event-loop turns of the clock. Those
// of a setup file are there before, but mostly leave `node:timers` as it is.
const timersModule = globalThis.process?.getBuiltinModule?.("node:timers") as Partial<Timers> | undefined;

/** The platform's function of that name; undefined where it is missing, or replaced by a fake. */
function real<Name extends keyof Timers>(name: Name): Timers[Name] | undefined {
  return [timersModule?.[name], (globalThis as unknown as Partial<Timers>)[name]].find((found) => isReal(found, name));
}

/** Fakes have other names (`node:test`, mocks), or a property `clock` (Sinon, which Vitest and Jest use). */
function isReal(found: unknown, name: string): boolean {
  return typeof found === "function" && found.name === name && !Object.hasOwn(found, "clock");
}

const { performance } = globalThis;
const now = performance.now.bind(performance);
/** Real time in milliseconds from any point, whatever fake timers are installed later. */
export const realNow = (): number => now();

/** The real `setTimeout`, whatever fake timers are installed; undefined where only those are left. */
export const realTimeout: Timers["setTimeout"] | undefined = real("setTimeout");
/** The real `clearTimeout`. */
export const clearRealTimeout: Timers["clearTimeout"] | undefined = real("clearTimeout");

/** Calls back in the next turn of the event loop. */
const nextTurn: Schedule = real("setImmediate") ?? byMessage() ?? ((callback) => globalThis.setTimeout(callback, 0));

/** A new channel for each turn: Node.js delivers messages of a channel in use within the same turn. */
function byMessage(): Schedule | undefined {
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

/** Waits for turns of the event loop: promises that are ready, and what they lead to, run meanwhile. */
export async function waitTurns(turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => nextTurn(resolve));
}

/** Waits in real time, where only fake timers are left for some turns; keeps no process alive. */
export function waitReal(ms: number): Promise<void> {
  if (realTimeout === undefined) return waitTurns();
  return new Promise((resolve) => (realTimeout?.(resolve, ms) as { unref?(): void } | undefined)?.unref?.());
}
