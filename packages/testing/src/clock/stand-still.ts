import { type Clock, sleep } from "./clock.ts";
import { clearRealTimeout, realNow, realTimeout } from "./fake-timers.ts";

/** Warns of waits that never end, because nobody moves the clock for which they wait. */
export type StandStill = ReturnType<typeof createStandStill>;

/** Effects of {@link createStandStill}. */
export interface StandStillParts {
  readonly clock: Clock;
  readonly warn: (text: string) => void;
  /** Real time in milliseconds. @default performance.now() */
  readonly now?: () => number;
  /** Real timers. @default those of the platform, whatever fake timers are installed */
  readonly setTimeout?: ((callback: () => void, ms: number) => unknown) | undefined;
  readonly clearTimeout?: ((handle: unknown) => void) | undefined;
}

/** Real milliseconds after which a wait is reported. */
const PATIENCE_MS = 1000;
const FIRST_PATIENCE_MS = 5000;
/** The same, where a clock advances by itself for whoever waits for it: a slow test may do something else. */
const AUTOMATIC_PATIENCE_MS = 4000;

const REMEDY =
  "and its clock stands still, so this never ends. Create the client with fake.client(...), which shares the fake's clock and lets it advance by itself; or pass { clock: fake.clock } to the client and move the clock: await fake.clock.advance({ seconds: 60 }), or fake.clock.auto().";

/** Creates the watch of a fake's clock. It does nothing for a clock that runs. */
export function createStandStill(parts: StandStillParts) {
  const { clock, warn, now = realNow, setTimeout = realTimeout, clearTimeout = clearRealTimeout } = parts;
  const waits = new Set<() => void>();
  let isWarned = false;
  let empty: { readonly at: number; readonly since: number; isRefused: boolean } | undefined;
  const isStanding = (): boolean => "isAutomatic" in clock && clock.isAutomatic === false;
  // A client that waits on another clock leaves an automatic one where it is.
  const isLeft = (): boolean => isStanding() || ("pending" in clock && clock.pending === 0);
  const note = (): NonNullable<typeof empty> => {
    const at = clock.now();
    if (empty?.at !== at) empty = { at, since: now(), isRefused: false };
    return empty;
  };
  const watchFor = (what: string, patienceMs: number, isForEver: () => boolean): (() => void) => {
    if (isWarned || setTimeout === undefined || !isForEver()) return () => {};
    const at = clock.now();
    const report = (): void => {
      end();
      if (isWarned || !isForEver() || clock.now() !== at) return;
      isWarned = true;
      warn(`fake: ${what}, ${REMEDY}`);
    };
    const timer = setTimeout(report, patienceMs);
    (timer as { unref?: () => void } | undefined)?.unref?.();
    const end = (): void => {
      clearTimeout?.(timer);
      waits.delete(end);
    };
    waits.add(end);
    return end;
  };
  const watch = (what: string): (() => void) => watchFor(what, PATIENCE_MS, isStanding);
  return {
    /** Notes that a limit is used up: whoever keeps to it waits from now on. */
    usedUp(what: string): void {
      note();
      if (isStanding()) watch(what);
      else watchFor(what, AUTOMATIC_PATIENCE_MS, isLeft);
    },
    /**
     * Watches a wait for the clock until the returned function is called. Warns, once for all waits, if a second of real
     * time later the clock stands where it stood, and will not advance by itself.
     *
     * @param what what waits, as a sentence
     */
    watch: (what: string): (() => void) => watch(what),
    /** Waits for the clock, and is watched. */
    async sleep(ms: number, what: string): Promise<void> {
      const arrived = watch(what);
      await sleep(clock, ms);
      arrived();
    },
    /**
     * Notes that a request is refused until a time of the clock.
     *
     * @returns why all will be refused for ever: since the limit was used up as much real time has passed as the clock is
     *   short of, and the clock stands. For the first of them that takes five seconds at least: it may be what a slow test
     *   wants to see
     */
    refusedUntil(resetAt: number, what: string): string | undefined {
      if (!isLeft()) return undefined;
      const noted = note();
      const patience = noted.isRefused ? PATIENCE_MS : FIRST_PATIENCE_MS;
      noted.isRefused = true;
      return now() - noted.since >= Math.max(patience, resetAt - noted.at) ? `${what}, ${REMEDY}` : undefined;
    },
    /** Ends all watching. */
    end(): void {
      for (const end of waits) end();
      empty = undefined;
    },
  };
}
