import { createPendingWork, type TrackWork } from "./pending-work.ts";
import { waitTurns } from "./real-timers.ts";

/** Advances a clock to its next timer whenever the process is idle. Off until it is enabled. */
export interface AutoAdvance {
  setEnabled(isEnabled: boolean): void;
  isEnabled(): boolean;
  /** Keeps the clock from advancing until the returned function is called. */
  hold(): () => void;
  /** Runs work, and holds the clock while the work waits for something other than the clock. */
  readonly trackWork: TrackWork;
  /** Must be called for each timer that is set. */
  timerWasSet(): void;
  /** Must be called for whatever shows that the process is not idle. */
  noteActivity(): void;
}

/** The clock that is advanced. */
interface Advanceable {
  hasTimers(): boolean;
  /** Advances to the next timer and runs it. */
  next(): Promise<unknown>;
}

/** Turns of the event loop without activity after which the process counts as idle. */
const IDLE_TURNS = 12;

/** Creates the automatic advance of a clock. */
export function createAutoAdvance({ hasTimers, next }: Advanceable): AutoAdvance {
  let isEnabled = false;
  let isWatching = false;
  let holds = 0;
  let activity = 0;
  const isIdle = async (): Promise<boolean> => {
    const before = activity;
    for (let turn = 0; turn < IDLE_TURNS; turn++) {
      await waitTurns(1);
      if (!isEnabled || holds > 0 || activity !== before) return false;
    }
    return true;
  };
  const advanceWhileIdle = async (): Promise<void> => {
    while (isEnabled && holds === 0 && hasTimers()) if (await isIdle()) await next();
    isWatching = false;
  };
  const watch = (): void => {
    if (isWatching || !isEnabled) return;
    isWatching = true;
    pendingWork.outside(() => void advanceWhileIdle());
  };
  const noteActivity = (): void => {
    activity += 1;
  };
  const hold = (): (() => void) => {
    let isHeld = true;
    holds += 1;
    noteActivity();
    return () => {
      if (isHeld) holds -= 1;
      isHeld = false;
      watch();
    };
  };
  const pendingWork = createPendingWork(hold);
  return {
    setEnabled(on) {
      isEnabled = on;
      watch();
    },
    isEnabled: () => isEnabled,
    hold,
    trackWork: (work) => (isEnabled ? pendingWork.run(work) : work()),
    timerWasSet() {
      noteActivity();
      pendingWork.timerWasSet();
      watch();
    },
    noteActivity,
  };
}
