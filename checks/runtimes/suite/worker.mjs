import { createSvcClient } from "@svc/client";
import { equal } from "./expect.mjs";
import { runCheck, runSuite } from "./run-suite.mjs";
import { SECRET } from "./secret.mjs";

/** One client for many requests, as workers that keep their state in the module have it. */
let kept;

const PATHS = {
  "/suite": ({ urls }) => runSuite({ urls }),
  "/request": async ({ urls, scope, expected, timeoutMs }) => {
    const create = () => createSvcClient({ baseUrl: urls.limited, auth: SECRET, timeoutMs, retry: false });
    if (scope === "module") kept ??= create();
    const call = (scope === "module" ? kept : create()).bell.get();
    const outcome = await call.then(
      () => "data",
      (error) => error.name,
    );
    return [await runCheck(scope, () => equal(outcome, expected))];
  },
};

// biome-ignore lint/style/noDefaultExport: what workerd calls
export default {
  async fetch(request) {
    const results = await PATHS[new URL(request.url).pathname](await request.json());
    return Response.json({ results });
  },
};
