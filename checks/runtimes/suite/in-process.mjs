import { createRequire } from "node:module";
import { inspect } from "node:util";
import { createSvcClient } from "@svc/client";
import { check, equal } from "./expect.mjs";
import { runSuite } from "./run-suite.mjs";

// The suite in Node.js, Bun and Deno: the addresses are the first argument, the results the last line.

const [major, minor] = process.versions.node.split(".").map(Number);

/** @see https://nodejs.org/api/modules.html#loading-ecmascript-modules-using-require */
const canRequire = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

const checks = {
  "address and credential are read from the environment": async () => {
    await createSvcClient().bell.get();
  },
  ...(canRequire && {
    "require() from CommonJS gives the same module": () => {
      const require = createRequire(import.meta.url);
      equal(require("@svc/client").createSvcClient === createSvcClient, true);
      check(typeof require("@svc/client/downloads").downloadFilm === "function", "expected the downloads");
    },
  }),
};

const results = await runSuite({ urls: JSON.parse(process.argv[2]), inspect }, checks);
console.log(JSON.stringify({ results, endedAt: Date.now() }));
