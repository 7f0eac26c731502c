import type { Line, Runner } from "../../packages/testing/src/console/views/editor.tsx";
import type { Transport } from "../../packages/testing/src/console/views/transport.ts";

/** A request of the page to the worker that has the client and the fake. Each request has one reply. */
export type Question = { readonly id: number } & (
  | { readonly ask: string; readonly body: object | undefined }
  | { readonly run: string }
);

/** A message of the worker: a reply (JSON text, or an error), a line of output, or that the fake has changed. */
export type Told =
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly error: string }
  | { readonly line: Line }
  | { readonly changed: true };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Connects the console to a fake in a worker, where a loop that does not end leaves the page alive.
 *
 * @param script address of the worker's script
 */
export function connect(script: string): { readonly transport: Transport; readonly runner: Runner } {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let onChange = (_isThere: boolean): void => {};
  let print = (_line: Line): void => {};
  let worker = start();

  function start(): Worker {
    // It has the page's policy, and so no network: a worker that is made of data inherits it.
    const source = `importScripts(${JSON.stringify(script)})`;
    const started = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    started.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("changed" in data) onChange(true);
      else if ("line" in data) print(data.line);
      else settle(data);
    };
    started.onerror = () => onChange(false);
    return started;
  }
  function settle(reply: Extract<Told, { readonly id: number }>): void {
    const { resolve, reject } = waiting.get(reply.id) ?? {};
    waiting.delete(reply.id);
    if ("error" in reply) reject?.(new Error(reply.error));
    else resolve?.(JSON.parse(reply.json));
  }
  function send(question: object): Promise<unknown> {
    count += 1;
    const id = count;
    worker.postMessage({ ...question, id } as Question);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }
  return {
    transport: {
      ask: (path, body) => send({ ask: path, body }),
      watch(listener) {
        onChange = listener;
      },
    },
    runner: {
      async run(code, printLine) {
        print = printLine;
        await send({ run: code }).catch((error: Error) => printLine({ text: error.message, isBad: true }));
      },
      stop() {
        worker.terminate();
        worker = start();
        for (const { reject } of waiting.values()) reject(new Error("Stopped. A new fake is there."));
        waiting.clear();
      },
    },
  };
}
