import { chromiumPath } from "../chromium.ts";
import { COMPILERS, checkTypes } from "./check-types.ts";
import { runInChromium } from "./in-chromium.ts";
import { inProcess } from "./in-process.ts";
import { runInWorkerd } from "./in-workerd.ts";
import { installed, type Runtime } from "./runtime.ts";

/** The suite's network is loopback and a host that only a proxy knows, and no file is written: Deno is told to allow no more. */
const DENO = [
  ...["run", "--no-prompt", "--allow-net=127.0.0.1,svc.invalid", "--allow-read=."],
  "--allow-env=SVC_BASE_URL,SVC_API_KEY,SVC_LOG",
];

/** Processes: file, options before the program, and the places in which they are told of a proxy. */
const PROCESSES: { readonly [name: string]: Parameters<typeof inProcess> } = {
  // What the packages say they need.
  "Node.js 20, first": ["node-20-first/bin/node"],
  "Node.js 20": ["node-20/bin/node"],
  "Node.js 22": ["node-22/bin/node"],
  "Node.js 24": ["node-24/bin/node", [], ["environment"]],
  "Node.js 26": ["node-26/bin/node", [], ["environment"]],
  Bun: [".bin/bun", [], ["environment", "fetch"]],
  Deno: [".bin/deno", DENO, ["environment", "fetch"]],
};

/** All that the suite runs in, and the compilers that must accept its consumers. */
export const RUNTIMES: readonly Runtime[] = [
  ...Object.entries(PROCESSES).map(([name, [file, ...options]]) => ({
    name,
    version: [installed(file), "--version"],
    run: inProcess(file, ...options),
  })),
  { name: "workerd", version: [installed(".bin/workerd"), "--version"], run: runInWorkerd },
  {
    name: "Chromium",
    // It may be unpacked for that.
    get version() {
      return [chromiumPath() ?? "chromium", "--version"];
    },
    run: runInChromium,
  },
  ...Object.entries(COMPILERS).map(([name, tsc]) => ({
    name: `types, ${name}`,
    version: [...tsc, "--version"],
    run: checkTypes(tsc),
  })),
];
