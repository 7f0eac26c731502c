import { nextTurn } from "./real-timers.ts";

/** Lets everything that is ready run: promises, then what they queued, for so many turns of the event loop. */
export async function settle(turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => nextTurn(resolve));
}
