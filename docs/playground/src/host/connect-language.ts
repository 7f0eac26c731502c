import type { Answered, Completions, Described, Question } from "../language/protocol.ts";
import { openWorker } from "./open-host.ts";
import { besideScript } from "./script.ts";

/** The language service, in a worker of its own. */
export interface Language {
  /** Loads it, unless it is there or on its way. */
  load(): void;
  /** Undefined: nothing is known, or the service is not there. */
  ask(question: Question): Promise<Completions | Described | undefined>;
}

/** Connects to the language service, which is loaded at the first {@link Language.load}. */
export function connectLanguage(): Language {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, (answer: Answered["answer"]) => void>();
  /** Its script cannot be loaded: the next focus tries again. */
  const giveUp = (): void => {
    worker = undefined;
    for (const settle of waiting.values()) settle(undefined);
    waiting.clear();
  };
  return {
    load() {
      // A page that was opened from the file system cannot load a script into a worker.
      if (worker !== undefined || location.protocol === "file:") return;
      worker = openWorker(besideScript("language"));
      worker.onerror = giveUp;
      worker.onmessage = ({ data: { id, answer } }: MessageEvent<Answered>) => {
        waiting.get(id)?.(answer);
        waiting.delete(id);
      };
    },
    async ask(question) {
      if (worker === undefined) return undefined;
      asked += 1;
      const id = asked;
      worker.postMessage({ id, question });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}
