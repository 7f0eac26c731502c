import type { Line, Runner } from "../../packages/testing/src/console/views/editor.tsx";
import type { Transport } from "../../packages/testing/src/console/views/transport.ts";

/** A request of the page to the worker that has the client and the fake. It brings the port for the reply. */
export type Question = { readonly ask: string; readonly body: object | undefined } | { readonly run: string };

/** The reply to a question: JSON text, or an error. */
export type Reply = { readonly json: string } | { readonly error: string };

/** A message of the worker: a line of output, or that the fake has changed. */
export type Told = { readonly line: Line } | { readonly changed: true };

/** Connects the console to a fake in a worker, whose script it is: a loop that does not end leaves the page alive. */
export function connect(script: string): { readonly transport: Transport; readonly runner: Runner } {
  const waiting = new Set<(error: Error) => void>();
  let onChange = (_isThere: boolean): void => {};
  let print = (_line: Line): void => {};
  let worker = start();

  function start(): Worker {
    // It has the page's policy, and so no network: a worker that is made of data inherits it.
    const source = `importScripts(${JSON.stringify(script)})`;
    const started = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    started.onmessage = ({ data }: MessageEvent<Told>) => ("line" in data ? print(data.line) : onChange(true));
    started.onerror = () => onChange(false);
    return started;
  }
  function send(question: Question): Promise<unknown> {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      port1.onmessage = ({ data }: MessageEvent<Reply>) => {
        waiting.delete(reject);
        port1.close();
        if ("error" in data) reject(new Error(data.error));
        else resolve(JSON.parse(data.json));
      };
      worker.postMessage(question, [port2]);
    });
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
        for (const reject of waiting) reject(new Error("Stopped. A new fake is there."));
        waiting.clear();
      },
    },
  };
}
