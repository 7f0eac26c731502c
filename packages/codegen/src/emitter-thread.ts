import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Model } from "@svc/model";
import type { EmitContext, Emitter, Files } from "./emitter.ts";

/** What the thread is sent: its emitters are those of the types and of the pages. */
export interface Request {
  readonly model: Model;
  readonly context: EmitContext;
}

/** An emitter that has run. */
export interface Made extends Omit<Emitter, "emit"> {
  readonly files: Files;
}

/** A thread that runs the emitters of the types and of the pages beside the others. */
export interface EmitterThread {
  /** Rejects with what one of the emitters throws. */
  emit(request: Request): Promise<readonly [types: Made, docs: Made]>;
  end(): void;
}

/**
 * Starts the thread, which loads the compiler meanwhile: of a small document that takes longer than everything else. Of a large one,
 * the types take half as long as everything else.
 */
export function startThread(): EmitterThread {
  const worker = new Worker(new URL(`./emit-beside${extname(import.meta.url)}`, import.meta.url));
  worker.unref();
  return {
    async emit(request) {
      worker.ref();
      worker.postMessage(request);
      const [made] = await once(worker, "message");
      return made as [Made, Made];
    },
    end: () => void worker.terminate(),
  };
}
