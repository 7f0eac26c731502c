// Taken when the module loads: fake timers that a test installs later must not stop the clock's own turns.
const { setTimeout: later } = globalThis;
const immediate: ((callback: () => void) => unknown) | undefined = (
  globalThis as { setImmediate?: (callback: () => void) => unknown }
).setImmediate;

/** Turns of the event loop after which in-memory work (promises, streams of a Response) has come to rest. */
const TURNS = 3;

/** Lets everything that is ready run: promises, then what they queued. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise<void>((resolve) => {
      if (immediate === undefined) later(resolve, 0);
      else immediate(resolve);
    });
  }
}
