import { pathToFileURL } from "node:url";
// biome-ignore lint/correctness/noUndeclaredDependencies: it is copied into a project that has the packages
import { createFakeSvc, systemClock } from "@svc/testing";
// biome-ignore lint/correctness/noUndeclaredDependencies: it is copied into a project that has the packages
import { build } from "@svc/testing/build";
import { EXAMPLE_DATA } from "./example-data.mjs";

// node main.mjs FILE fetch: runs a script whose global fetch reaches a fake for https://svc.example.com, and ends when it
// has run. Any other second argument leaves the global fetch to the script.
const BASE_URL = "https://svc.example.com";
const [file, way] = process.argv.slice(2);
if (way === "fetch") {
  const native = globalThis.fetch;
  const fake = createExampleFake();
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(BASE_URL) ? fake.fetch(request) : native(request);
  };
}
await import(pathToFileURL(file).href);
process.exit(0);

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
