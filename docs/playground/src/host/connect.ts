import type { FaultOptions } from "@svc/testing";
import type { ServiceName } from "../service/service.ts";
import { DEFAULT_SETTINGS, type Settings } from "../world/settings.ts";
import { openHost } from "./open-host.ts";
import type { Command, Ended, Frame, OfferedOperation, PrintedLine, Told } from "./protocol.ts";

/** A session that runs elsewhere: code that does not end leaves the page alive. */
export interface RemoteSession {
  readonly settings: Settings;
  /** The object that the code of the reader calls. */
  readonly service: ServiceName;
  readonly isRunning: boolean;
  /** Takes the place of the service that was there; the script of another one is loaded when it is first used. */
  use(service: ServiceName): void;
  change(changed: Partial<Settings>): void;
  restart(): void;
  advance(ms: number): void;
  addFault(fault: FaultOptions): void;
  removeFault(id: number): void;
  /** Undefined: another run has begun meanwhile. */
  run(code: string): Promise<Ended | undefined>;
  /** Ends what runs. Code that does not let go is ended with all that it has made: a new fake takes its place. */
  stop(): void;
}

export interface SessionEvents {
  readonly onFrame: (frame: Frame) => void;
  readonly onPrint: (line: PrintedLine) => void;
  readonly onFault: (problem: string | undefined) => void;
  /** The operations of another service are there. */
  readonly onOperations: (operations: readonly OfferedOperation[]) => void;
  /** The script of the service cannot be loaded. */
  readonly onLost: () => void;
}

/** Code gets so much time to end by itself after it was stopped, in milliseconds. */
const PATIENCE_MS = 500;

/** Starts a session of the committed document. */
export function connect(events: SessionEvents): RemoteSession {
  let settings = DEFAULT_SETTINGS;
  let service: ServiceName = "svc";
  let runs = 0;
  let running: { readonly run: number; readonly settle: (ended: Ended | undefined) => void } | undefined;
  const settle = (ended: Ended | undefined): void => {
    running?.settle(ended);
    running = undefined;
  };
  const onTold = (told: Told): void => {
    if (told.told === "frame") events.onFrame(told.frame);
    else if (told.told === "print") events.onPrint(told.line);
    else if (told.told === "fault") events.onFault(told.problem);
    else if (told.told === "hello") events.onOperations(told.operations);
    else if (told.run === running?.run) settle(told.ended);
  };
  const onLost = (): void => {
    settle(undefined);
    events.onLost();
  };
  const open = () => openHost(service, { onTold, onLost });
  let host = open();
  const tell = (command: Command): void => host.tell(command);
  const openAgain = (ended: Ended | undefined): void => {
    host.end();
    host = open();
    tell({ do: "change", settings });
    settle(ended);
  };
  return {
    get settings() {
      return settings;
    },
    get service() {
      return service;
    },
    get isRunning() {
      return running !== undefined;
    },
    use(wanted) {
      if (wanted === service) return;
      service = wanted;
      openAgain(undefined);
    },
    change(changed) {
      settings = { ...settings, ...changed };
      tell({ do: "change", settings });
    },
    restart() {
      settle(undefined);
      tell({ do: "restart" });
    },
    advance: (ms) => tell({ do: "advance", ms }),
    addFault: (fault) => tell({ do: "break", fault }),
    removeFault: (fault) => tell({ do: "mend", fault }),
    run(code) {
      settle(undefined);
      runs += 1;
      const run = runs;
      tell({ do: "run", run, code });
      return new Promise((resolve) => {
        running = { run, settle: resolve };
      });
    },
    stop() {
      const stopped = running;
      if (stopped === undefined) return;
      tell({ do: "stop" });
      setTimeout(() => {
        if (running === stopped && host.canEnd) openAgain(LOST);
      }, PATIENCE_MS);
    },
  };
}

const LOST: Ended = {
  kind: "stopped",
  value: {
    kind: "nothing",
    text: "The code did not let go: it was ended, and a new fake has taken the place of the old.",
  },
  brief: "",
  isNothing: false,
  tookMs: 0,
};
