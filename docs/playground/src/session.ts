import { type Outcome, runCode } from "./code/run-code.ts";
import { createScope, type Printed } from "./code/scope.ts";
import type { Service } from "./service/service.ts";
import { createWorld, type World } from "./world/create-world.ts";
import { type ClockDrive, driveClock } from "./world/drive-clock.ts";
import { DEFAULT_SETTINGS, type Settings } from "./world/settings.ts";

/** The state of the page: one world at a time, and the code that runs in it. */
export interface Session {
  readonly world: World;
  readonly settings: Settings;
  readonly isRunning: boolean;
  /** Changes settings; another limit or window makes a new world. */
  change(changed: Partial<Settings>): void;
  /** Makes a new world. */
  restart(): void;
  advance(ms: number): Promise<void>;
  /** Runs code, after ending what runs. Undefined: something else ended it. */
  run(code: string, print: (line: Printed) => void): Promise<RunResult | undefined>;
  stop(): void;
}

export interface RunResult {
  readonly outcome: Outcome;
  /** Ended by {@link Session.stop}: what was under way got no answer. */
  readonly isStopped: boolean;
  /** On the fake's clock. */
  readonly tookMs: number;
}

export function createSession(service: Service): Session {
  let settings = DEFAULT_SETTINGS;
  let world = createWorld(service, () => settings);
  let running: symbol | undefined;
  // Between two runs the clock stands still, so that what the last one has drawn stays to be looked at.
  const speed = (): number => (running === undefined ? 0 : settings.speed);
  let drive: ClockDrive = driveClock(world.clock, speed);
  const restart = (): void => {
    running = undefined;
    world.stop();
    drive.stop();
    world = createWorld(service, () => settings);
    drive = driveClock(world.clock, speed);
  };
  return {
    get world() {
      return world;
    },
    get settings() {
      return settings;
    },
    get isRunning() {
      return running !== undefined;
    },
    change(changed) {
      const before = settings;
      settings = { ...settings, ...changed };
      if (settings.limit !== before.limit || settings.windowSeconds !== before.windowSeconds) restart();
    },
    restart,
    advance: (ms) => drive.advance(ms),
    async run(code, print) {
      if (running !== undefined) world.stop();
      const mine = Symbol("run");
      running = mine;
      const from = world.clock.now();
      const { clock, signal } = world;
      const scope = createScope(service, world, (line) => {
        if (running === mine) print(line);
      });
      const outcome = await runCode(code, scope);
      if (running !== mine) return undefined;
      running = undefined;
      return { outcome, isStopped: signal.aborted, tookMs: Math.round(clock.now() - from) };
    },
    stop: () => world.stop(),
  };
}
