import { parentPort } from "node:worker_threads";
import type { Emitter } from "./emitter.ts";
import type { Made, Request } from "./emitter-thread.ts";
import { docsEmitter } from "./emitters/docs-emitter.ts";
import { typesEmitter } from "./emitters/types-emitter.ts";

parentPort?.once("message", ({ model, context }: Request) => {
  const run = ({ emit, ...own }: Emitter): Made => ({ ...own, files: emit(model, context) });
  parentPort?.postMessage([run(typesEmitter), run(docsEmitter)]);
});
