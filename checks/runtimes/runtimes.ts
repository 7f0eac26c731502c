import { installed } from "./launch/binaries.ts";
import { chromium } from "./launch/chromium.ts";
import { processRuntime } from "./launch/in-process.ts";
import { workerd } from "./launch/workerd.ts";
import type { Runtime } from "./runtime.ts";

/** The suite's network is loopback and a host that only a proxy knows, and no file is written: Deno is told to allow no more. */
const DENO = [
  "run",
  "--no-prompt",
  "--allow-net=127.0.0.1,svc.invalid",
  "--allow-read=.",
  "--allow-env=SVC_BASE_URL,SVC_API_KEY,SVC_LOG",
];

/** All that the suite runs in. The first release of Node.js 20 is what the packages say they need. */
export const RUNTIMES: readonly Runtime[] = [
  processRuntime("Node.js 20, first", installed("node-20-first/bin/node")),
  processRuntime("Node.js 20", installed("node-20/bin/node")),
  processRuntime("Node.js 22", installed("node-22/bin/node")),
  processRuntime("Node.js 24", installed("node-24/bin/node"), { proxies: ["environment"] }),
  processRuntime("Node.js 26", installed("node-26/bin/node"), { proxies: ["environment"] }),
  processRuntime("Bun", installed(".bin/bun"), { proxies: ["environment", "fetch"] }),
  processRuntime("Deno", installed(".bin/deno"), { options: DENO, proxies: ["environment", "fetch"] }),
  workerd,
  chromium,
];
