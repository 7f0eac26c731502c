import { median, type Report } from "./report.ts";
import { CONTENDERS } from "./waiters/contenders.ts";
import { simulatedClock } from "./waiters/simulated-clock.ts";

const WAITERS = 1000;
const LIMIT = 60;
const MINUTE_MS = 60_000;
const MOST_MS = 12 * 60 * MINUTE_MS;
const SEED = 24;

/** 1,000 waiters at a service that allows 60 requests per minute, on a clock without real time. */
export async function run(): Promise<Report> {
  const rows: (string | number)[][] = [];
  for (const resources of [WAITERS, 40])
    for (const name of Object.keys(CONTENDERS)) rows.push([resources, name, ...(await play(name, resources))]);
  return {
    name: "waiters",
    title: "Waiting for a state",
    method: `${WAITERS} waiters begin at once, for as many resources or for 40 that they share; each resource is ready at a time of the first ten minutes. The service allows ${LIMIT} requests in each minute of the clock, and says so in X-RateLimit headers and in the Retry-After of a refusal. Simulated: no real time passes. Late: minutes from the time at which a resource is ready until its waiter knows. All: minutes until every waiter knows; – where some did not in twelve hours.`,
    columns: ["resources", "waits with", "refusals", "polls per resource", "late, median", "late, 95 of 100", "all"],
    rows,
  };
}

async function play(name: string, resources: number): Promise<(string | number)[]> {
  const clock = simulatedClock();
  const random = randomOf(SEED);
  const begin = clock.now();
  const readyAt = Array.from({ length: resources }, () => begin + random() * 10 * MINUTE_MS);
  let window = 0;
  let used = 0;
  let refused = 0;
  let polls = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const now = clock.now();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== window) used = 0;
    window = current;
    const resetAt = (current + 1) * 60;
    const headers = {
      "x-ratelimit-limit": `${LIMIT}`,
      "x-ratelimit-reset": `${resetAt}`,
      date: new Date(now).toUTCString(),
    };
    if (used >= LIMIT) {
      refused++;
      const more = { "x-ratelimit-remaining": "0", "retry-after": String(Math.ceil(resetAt - now / 1000)) };
      return new Response(null, { status: 429, headers: { ...headers, ...more } });
    }
    used++;
    polls++;
    const index = Number(new URL(request.url).pathname.slice(1));
    const state = now >= (readyAt[index] ?? 0) ? "active" : "pending";
    return Response.json({ state }, { headers: { ...headers, "x-ratelimit-remaining": `${LIMIT - used}` } });
  };
  const wait = CONTENDERS[name]?.({ clock, random, fetch });
  const late: number[] = [];
  let last = begin;
  for (let index = 0; index < WAITERS; index++) {
    const resource = index % resources;
    void wait?.(String(resource)).then(() => {
      last = clock.now();
      late.push(Math.max(0, last - (readyAt[resource] ?? 0)));
    });
  }
  await clock.run(begin + MOST_MS);
  const minutes = (ms: number): string => (ms / MINUTE_MS).toFixed(1);
  const sorted = late.sort((a, b) => a - b);
  const all = late.length === WAITERS ? minutes(last - begin) : "–";
  const quantile = sorted[Math.floor(WAITERS * 0.95)];
  return [
    refused,
    (polls / resources).toFixed(1),
    late.length > WAITERS / 2 ? minutes(median(sorted)) : "–",
    quantile === undefined ? "–" : minutes(quantile),
    all,
  ];
}

/** Numbers from a seed: xorshift32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
