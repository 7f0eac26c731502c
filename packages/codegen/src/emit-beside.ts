import { parentPort } from "node:worker_threads";
import { emitTypesAndDocs } from "./types-and-docs.ts";

parentPort?.once("message", (request) => parentPort?.postMessage(emitTypesAndDocs(request)));
