import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Made } from "./run-emitter.ts";
import type { Request } from "./types-and-docs.ts";

/** Where the types and the pages are made. */
export interface EmitterThread {
  /** Rejects with what one of the emitters throws. */
  emit(request: Request): Promise<readonly [types: Made, docs: Made]>;
  end(): void;
}

/** Characters of a document from which on making its types takes longer than starting a thread. */
const LARGE = 1_000_000;

/**
 * A thread of its own for the types of a large document: openapi-typescript and the compiler, which prints them, take
 * about as long as all other emitters. The thread loads both while this one reads the document. Types of a small
 * document are made here.
 */
export function startThread(document: string): EmitterThread {
  if (document.length < LARGE) return HERE;
  const worker = new Worker(new URL(`./emit-beside${extname(import.meta.url)}`, import.meta.url));
  // It does not keep the process from ending where the document is refused.
  worker.unref();
  const answer = once(worker, "message");
  // A thread that cannot start fails the emitters that wait for it, not what this one does meanwhile.
  answer.catch(() => undefined);
  return {
    async emit(request) {
      worker.ref();
      worker.postMessage(request);
      const [made] = await answer;
      return made;
    },
    end: () => void worker.terminate(),
  };
}

const HERE: EmitterThread = {
  emit: async (request) => (await import("./types-and-docs.ts")).emitTypesAndDocs(request),
  end: () => undefined,
};
