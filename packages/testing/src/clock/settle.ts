type Later = (callback: () => void) => unknown;

// Taken when the module loads: fake timers that a test installs later must not stop the clock's own turns.
const { setTimeout: realTimeout } = globalThis;
const realImmediate = (globalThis as { setImmediate?: Later }).setImmediate;
const later: Later = realImmediate ?? ((callback) => realTimeout(callback, 0));

/** Lets everything that is ready run: promises, then what they queued, for so many turns of the event loop. */
export async function settle(turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => later(resolve));
}
