import { createSvcClient } from "@svc/client";
import { equal } from "./expect.mjs";
import { runCheck, runSuite } from "./run-suite.mjs";
import { SECRET } from "./secret.mjs";

/** One client for all requests, as workers that keep their state in the module have it. */
let kept;

const PATHS = {
  "/suite": ({ urls }) => runSuite({ urls }),
  "/kept": async ({ urls, path, timeoutMs }) => {
    kept ??= createSvcClient({ baseUrl: urls.limited, auth: SECRET, timeoutMs: 5000, retry: false });
    const [expected, call] =
      path === "hangs"
        ? ["TimeoutError", () => kept.personas.emails.list("p1", {}, { timeoutMs })]
        : ["nothing", () => kept.health.get()];
    const result = await call().then(
      () => "nothing",
      (error) => error.name,
    );
    return [await runCheck(path, () => equal(result, expected))];
  },
};

// biome-ignore lint/style/noDefaultExport: what workerd calls
export default {
  async fetch(request) {
    const results = await PATHS[new URL(request.url).pathname](await request.json());
    return Response.json({ results });
  },
};
