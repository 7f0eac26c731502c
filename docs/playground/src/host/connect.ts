import type { FaultOptions } from "@svc/testing";
import { DEFAULT_SETTINGS, type Settings } from "../world/settings.ts";
import type { Command, Ended, Frame, PrintedLine, Told } from "./protocol.ts";
import { serveSession } from "./serve-session.ts";

/** A session that runs elsewhere: code that does not end leaves the page alive. */
export interface RemoteSession {
  readonly settings: Settings;
  readonly isRunning: boolean;
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
}

/** Code gets so much time to end by itself after it was stopped, in milliseconds. */
const PATIENCE_MS = 500;

/** @param script address of the page's script, which is that of the worker, too */
export function connect(script: string, events: SessionEvents): RemoteSession {
  let settings = DEFAULT_SETTINGS;
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
    else if (told.run === running?.run) settle(told.ended);
  };
  let host = openHost(script, onTold);
  const tell = (command: Command): void => host.tell(command);
  const end = (): void => {
    host.end();
    host = openHost(script, onTold);
    tell({ do: "change", settings });
    settle(LOST);
  };
  return {
    get settings() {
      return settings;
    },
    get isRunning() {
      return running !== undefined;
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
        if (running === stopped && host.canEnd) end();
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

interface Host {
  /** False: it runs on the page's own thread. */
  readonly canEnd: boolean;
  tell(command: Command): void;
  end(): void;
}

/**
 * A worker that has the page's policy, and so no network: one that is made of data inherits it. A page that was opened
 * from the file system cannot load the script into a worker, and does the work itself.
 */
function openHost(script: string, onTold: (told: Told) => void): Host {
  if (location.protocol === "file:") {
    const { port1, port2 } = new MessageChannel();
    serveSession(port2);
    port2.start();
    port1.onmessage = ({ data }: MessageEvent<Told>) => onTold(data);
    return { canEnd: false, tell: (command) => port1.postMessage(command), end: () => port1.close() };
  }
  const source = new Blob([`importScripts(${JSON.stringify(script)})`], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const worker = new Worker(address);
  worker.onmessage = ({ data }: MessageEvent<Told>) => onTold(data);
  return {
    canEnd: true,
    tell: (command) => worker.postMessage(command),
    end() {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}
