import type { VirtualClock } from "@svc/testing";

/** Moves the fake's clock along with the reader's, and by hand. */
export interface ClockDrive {
  /** Moves on by so much, after what was asked for before. */
  advance(ms: number): Promise<void>;
  stop(): void;
}

/** The clock is moved so often, in milliseconds of the reader. */
const STEP_MS = 40;

/** After a pause (a tab in the background) no more than this is made up for, in milliseconds of the reader. */
const LARGEST_STEP_MS = 500;

/** @param speed seconds of the fake's clock per second of the reader's, asked for at every step */
export function driveClock(clock: VirtualClock, speed: () => number): ClockDrive {
  let last = performance.now();
  let under: Promise<void> = Promise.resolve();
  let isBusy = false;
  let rest = 0;
  const advance = (ms: number): Promise<void> => {
    under = under.then(() => clock.advance(ms));
    return under;
  };
  const step = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    const now = performance.now();
    const passed = Math.min(now - last, LARGEST_STEP_MS);
    last = now;
    // Whole milliseconds, as machines count them; what is left over comes with the next step.
    const ms = passed * speed() + rest;
    rest = ms % 1;
    if (ms >= 1) await advance(Math.floor(ms));
    isBusy = false;
  };
  const timer = setInterval(() => void step(), STEP_MS);
  return { advance, stop: () => clearInterval(timer) };
}
