import { type Attend, createAttention } from "./attention.ts";
import { settle } from "./settle.ts";

/** What moves a clock whenever nothing else is under way. */
export interface AutoMove {
  switchTo(isOn: boolean): void;
  /** Keeps the clock where it is until the returned function is called. */
  hold(): () => void;
  /** Runs work of a test, and waits for it while it does something else than wait for the clock. */
  readonly attend: Attend;
  /** Notes that a timer was set. */
  timerIsSet(): void;
  /** Notes that something happened: nothing is idle that stirs. */
  stir(): void;
}

/** What is moved. */
export interface Movable {
  hasTimers(): boolean;
  /** Moves to the next timer and runs it. */
  move(): Promise<unknown>;
}

/** Turns of the event loop in which nothing stirs, after which everything is taken for idle. */
const IDLE_TURNS = 12;

/** Off until it is switched on. */
export function createAutoMove({ hasTimers, move }: Movable): AutoMove {
  let isOn = false;
  let isWatching = false;
  let holds = 0;
  let stirs = 0;
  const stir = (): void => {
    stirs += 1;
  };
  const isIdle = async (): Promise<boolean> => {
    const before = stirs;
    for (let turn = 0; turn < IDLE_TURNS; turn++) {
      await settle(1);
      if (!isOn || holds > 0 || stirs !== before) return false;
    }
    return true;
  };
  const watchOn = async (): Promise<void> => {
    while (isOn && holds === 0 && hasTimers()) if (await isIdle()) await move();
    isWatching = false;
  };
  const watch = (): void => {
    if (isWatching || !isOn) return;
    isWatching = true;
    attention.outside(() => void watchOn());
  };
  const hold = (): (() => void) => {
    let isHeld = true;
    holds += 1;
    stir();
    return () => {
      if (isHeld) holds -= 1;
      isHeld = false;
      watch();
    };
  };
  const attention = createAttention(hold);
  return {
    switchTo(on) {
      isOn = on;
      watch();
    },
    hold,
    attend: (work) => (isOn ? attention.run(work) : work()),
    timerIsSet() {
      stir();
      attention.timerIsSet();
      watch();
    },
    stir,
  };
}
