/** Fake timers of a test runner: `vi` of Vitest 3 or newer, `jest` of Jest 29.5 or newer. */
export interface FakeTimers {
  /** Replaces timers and `Date`. */
  useFakeTimers(options?: object): unknown;
  /** Restores them. */
  useRealTimers(): unknown;
  /** Advances them. */
  advanceTimersByTimeAsync(ms: number): Promise<unknown>;
  /** Advances them to the next timer. */
  advanceTimersToNextTimerAsync(): Promise<unknown>;
  /** Number of timers that are set. */
  getTimerCount(): number;
}

/** The timers of a clock, while fake timers run them. */
export type DrivenTimers = ReturnType<typeof driveTimers>;

/** Left real, because promises, streams and sockets go on by them: Jest would replace them, too. */
const LEFT_ALONE = ["nextTick", "queueMicrotask", "setImmediate", "clearImmediate"];

/** Installs fake timers, by which the timers of a clock then run. @param fired called before the callback of a timer */
export function driveTimers(fakeTimers: FakeTimers, now: number, fired: (timer: Timer) => void) {
  fakeTimers.useFakeTimers({ now, doNotFake: LEFT_ALONE });
  const handles = new Map<Timer, ReturnType<typeof setTimeout>>();
  const clear = (timer: Timer): void => {
    globalThis.clearTimeout(handles.get(timer));
    handles.delete(timer);
  };
  return {
    set(timer: Timer): void {
      const run = (): void => {
        handles.delete(timer);
        fired(timer);
        timer.callback();
      };
      handles.set(timer, globalThis.setTimeout(run, Math.max(0, timer.at - Date.now())));
    },
    clear: (timer: Timer): void => clear(timer),
    end(): void {
      for (const timer of handles.keys()) clear(timer);
      fakeTimers.useRealTimers();
    },
  };
}

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

/** A callback that is due at a time. */
export interface Timer {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Timers of the same time run in the order in which they were set. */
  readonly order: number;
  readonly callback: () => void;
}

/** Creates a queue of timers in the order in which they are due. */
export function createTimerQueue() {
  const all: Timer[] = [];
  /** Number of timers that are due before a timer. */
  const countBefore = ({ at, order }: Timer): number => {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = all[middle] as Timer;
      if (other.at < at || (other.at === at && other.order < order)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    all: all as readonly Timer[],
    add: (timer: Timer): void => void all.splice(countBefore(timer), 0, timer),
    /** Does nothing for one that is not there. */
    remove(timer: Timer | undefined): void {
      if (timer === undefined) return;
      const index = countBefore(timer);
      if (all[index] === timer) all.splice(index, 1);
    },
  };
}
