import { AsyncLocalStorage } from "node:async_hooks";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
// biome-ignore lint/correctness/noUndeclaredDependencies: it is copied into a project that has the packages
import { createFakeSvc, systemClock } from "@svc/testing";
// biome-ignore lint/correctness/noUndeclaredDependencies: it is copied into a project that has the packages
import { build } from "@svc/testing/build";
import { EXAMPLE_DATA } from "./example-data.mjs";

// Runs the scripts that are named on the command line, one after the other, each against a fake of its own that stands for
// https://svc.example.com. Prints one line of JSON for each.
const BASE_URL = "https://svc.example.com";
const LIMIT_MS = 20_000;
const [way, ...files] = process.argv.slice(2);
const native = globalThis.fetch;
const current = new AsyncLocalStorage();
const { stdout } = process;

for (const name of ["log", "error", "warn", "info"]) {
  console[name] = (...values) => void current.getStore()?.push(format(...values));
}
let fail = () => {};
process.on("unhandledRejection", (error) => fail(error));
process.on("uncaughtException", (error) => fail(error));

for (const [index, file] of files.entries()) {
  const lines = [];
  process.chdir(dirname(file));
  // Clients with the same credential share what they know of the rate limit.
  process.env.SVC_API_KEY = `example-key-${index}`;
  const error = await current.run(lines, () => run(file));
  stdout.write(`${JSON.stringify({ file, output: lines.join("\n"), error })}\n`);
}
process.exit(0);

/** Runs one; what went wrong. */
async function run(file) {
  const fake = createExampleFake();
  // Code that takes the global fetch itself has a fake of its own.
  if (way === "fetch") {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      return request.url.startsWith(BASE_URL) ? fake.fetch(request) : native(request);
    };
  }
  const limit = Promise.withResolvers();
  fail = limit.reject;
  const timer = setTimeout(() => limit.reject(new Error(`took longer than ${LIMIT_MS} ms`)), LIMIT_MS);
  try {
    await Promise.race([import(pathToFileURL(file).href), limit.promise]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The service of the examples, with something in it. */
function createExampleFake() {
  const fake = createFakeSvc({ baseUrl: BASE_URL, clock: systemClock });
  for (const put of EXAMPLE_DATA) {
    try {
      put({ fake, build, now: new Date().toISOString() });
    } catch (error) {
      // A new version of the document may have lost it: only examples that read it are left out then.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return fake;
}
