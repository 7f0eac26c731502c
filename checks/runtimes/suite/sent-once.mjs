import { createSvcClient } from "@svc/client";
import { equal } from "./expect.mjs";
import { recorded } from "./peers.mjs";

// The promise of docs/guides/calls.md, with a real fetch: a request is sent at most once unless that is safe.

const METHODS = ["GET", "PUT", "DELETE", "POST", "PATCH"];

/** Node.js 20 takes a body in chunks that breaks off for a whole one if the connection was to close: no client can tell. */
const isBlind = /^20\./.test(globalThis.process?.versions.node ?? "");

/** How `/__once/NAME` is answered first, and how often it is sent where that is safe, and where it is not. */
const ANSWERS = {
  200: [1, 1],
  204: [1, 1],
  400: [1, 1],
  401: [2, 2],
  403: [1, 1],
  408: [2, 1],
  409: [1, 1],
  429: [2, 2],
  500: [2, 1],
  501: [1, 1],
  503: [2, 1],
  cut: [2, 1],
  "cut-body": [2, 1],
  "cut-chunk": isBlind ? [1, 1] : [2, 1],
  silent: [1, 1],
  "301-200": [1, 1],
  "302-429": [2, 1],
  "303-401": [2, 1],
  "303-503": [2, 1],
  "303-cut": [2, 1],
  "307-200": [1, 1],
  "308-200": [1, 1],
};

const CASES = Object.entries(ANSWERS).flatMap(([name, [safe, unsafe]]) =>
  METHODS.flatMap((method) =>
    [true, false].map((idempotent) => {
      const isSafe = idempotent || (method !== "POST" && method !== "PATCH");
      return {
        method,
        idempotent,
        isSafe,
        due: isSafe ? safe : unsafe,
        path: `/__once/${name}/${method}/${idempotent}`,
      };
    }),
  ),
);

export const sentOnceChecks = {
  [`a request is sent at most once unless that is safe (${CASES.length} cases)`]: async ({ urls }) => {
    let renewals = 0;
    const options = { retry: { baseMs: 1, budget: 1000 }, rateLimit: false };
    const svc = createSvcClient({ baseUrl: urls.other, auth: () => `token-${++renewals}`, ...options });
    const { length } = await recorded(urls.other);
    const call = ({ method, path, idempotent }, timeoutMs) =>
      svc.raw.request(method, path, { idempotent, timeoutMs }).catch(() => {});
    const [silent, answered] = [true, false].map((is) => CASES.filter(({ path }) => path.includes("silent") === is));
    await Promise.all(answered.map((one) => call(one, 10_000)));
    // Not at once: browsers have six connections for a host.
    for (const one of silent) await call(one, 300);
    const sent = (await recorded(urls.other)).slice(length);
    const wrong = CASES.flatMap(({ path, isSafe, due }) => {
      const count = sent.filter((request) => request.path === path).length;
      // Browsers do not show where a redirect leads: what is safe is sent again to be redirected.
      return count === due || (isSafe && count > due) ? [] : [`${path}: ${count} times, expected ${due}`];
    });
    equal(wrong, []);
  },
};
