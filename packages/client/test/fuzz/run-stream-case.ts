import { all, answer, setup } from "../streams/support.ts";
import { settled } from "../support/manual-clock.ts";
import { SECRET } from "./any-answer.ts";
import { createRandom, type Random } from "./random.ts";
import { judgeError } from "./run-case.ts";

/** Requests of one stream in ten minutes: connections that end at once are made again ever more seldom. */
const MOST_REQUESTS = 300;

/**
 * One stream of a service that sends anything and breaks off, on a clock that is moved: it settles, and is not connected to
 * without a pause.
 */
export async function runStreamCase(seed: number): Promise<string> {
  const random = createRandom(seed);
  const retry = random.chance(0.7);
  let sent = 0;
  const serve = (): Response => {
    if (random.chance(0.1)) throw Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED" });
    if (random.chance(0.05)) return new Response("{}", { status: random.pick([204, 301, 401, 429, 500, 503]) });
    const parts = Array.from({ length: random.below(6) }, () => anyPart(random, ++sent));
    if (retry) parts.unshift("retry: 0\n");
    return answer(parts, random.chance(0.85) ? { fail: new TypeError("terminated") } : {});
  };
  const options = { auth: SECRET, random: random.next, maxResponseBytes: 20_000, rateLimit: false } as const;
  const { svc, requests, clock } = setup(serve, options);
  let outcome: string | undefined;
  const method = random.pick(["events", "text", "lines"] as const);
  const stream = method === "events" ? svc.events("a") : svc[method]();
  all<unknown>(stream).then(
    () => (outcome = "data"),
    (error: unknown) => (outcome = judgeError(error)),
  );
  for (let round = 0; round < 40 && outcome === undefined; round++) {
    await settled();
    await clock.advance(15_000);
  }
  if (requests.length > MOST_REQUESTS) throw new Error(`${requests.length} requests in ten minutes`);
  await svc.close();
  await settled();
  if (outcome === undefined) throw new Error("the stream did not settle after close()");
  if (clock.pending !== 0) throw new Error(`${clock.pending} timers after close()`);
  return `stream: ${outcome}`;
}

function anyPart(random: Random, n: number): string {
  return random.pick([
    `id: ${n}\ndata: {"n":${n}}\n\n`,
    `id: ${n}\ndata: {"n":${n}}\n\n`,
    `id: ${n}\ndata: {"n":`,
    "data\n".repeat(5000),
    `data: ${"x".repeat(15_000)}`,
    `id: ${"9".repeat(5000)}\ndata: 1\n\n`,
    `: ${"c".repeat(50_000)}\n`,
    "retry: 99999999999999999999\n",
    "retry: 0\r\r\r",
    "event: error\ndata: \ud800\n\n",
    '{"a":1}\n',
    "[".repeat(9000),
    "data: [DONE]\n\n",
  ]);
}
