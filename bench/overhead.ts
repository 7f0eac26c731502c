import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { createSvcClient } from "@svc/client";
import axios from "axios";
import axiosRetry from "axios-retry";
import ky from "ky";
import OpenAI from "openai";
import openapiFetch from "openapi-fetch";
import { median, type Report, ratioOf } from "./report.ts";
import { shownOperation } from "./shown-operation.ts";

const CALLS = 3000;
/** Of the throttled one, which takes milliseconds for each. */
const THROTTLED = "@octokit/core with retry and throttling";
const FEW_CALLS = 20;
const ROUNDS = 15;
const BASE = "https://svc.example.test";
/** No client looks into it. */
const BODY = JSON.stringify({ items: [{ name: "a", value: "b", domain: "example.com", path: "/" }] });

/** An answer from memory, with the headers that the service sends. */
const memory = async (): Promise<Response> =>
  new Response(BODY, {
    headers: {
      "content-type": "application/json",
      "content-length": String(BODY.length),
      "x-ratelimit-limit": "1000000000",
      "x-ratelimit-remaining": "999999999",
      "x-ratelimit-reset": "4000000000",
    },
  });

type Call = (id: string) => Promise<unknown>;

function contenders(): { readonly [name: string]: Call } {
  const bare = openapiFetch<Record<string, Record<string, never>>>({ baseUrl: BASE, fetch: memory }) as unknown as {
    GET(path: string, init: object): Promise<{ data?: unknown }>;
  };
  const svc = createSvcClient({ baseUrl: BASE, auth: "token", fetch: memory });
  const kyClient = ky.create({ prefix: BASE, fetch: memory, headers: { authorization: "Bearer token" } } as never);
  const http = axios.create({ baseURL: BASE, adapter: "fetch", env: { fetch: memory } } as never);
  axiosRetry(http as never);
  const octokit = new Octokit({ baseUrl: BASE, auth: "token", request: { fetch: memory } });
  const limited = new (Octokit.plugin(retry, throttling))({
    baseUrl: BASE,
    auth: "token",
    request: { fetch: memory },
    throttle: { onRateLimit: () => true, onSecondaryRateLimit: () => true },
  } as never);
  const openai = new OpenAI({ baseURL: BASE, apiKey: "token", fetch: memory });
  const { template, parameter, pathOf, methodOf } = shownOperation();
  const raw = svc.raw as unknown as typeof bare;
  return {
    "openapi-fetch, bare": (id) =>
      bare.GET(template, { params: { path: { [parameter]: id } }, headers: { authorization: "Bearer token" } }),
    "@svc/client method": methodOf(svc),
    "@svc/client raw": (id) => raw.GET(template, { params: { path: { [parameter]: id } } }),
    ky: (id) => kyClient.get(pathOf(id).slice(1)).json(),
    "axios with axios-retry": (id) => http.get(pathOf(id), { headers: { authorization: "Bearer token" } }),
    "@octokit/core": (id) => octokit.request(`GET ${template}`, { [parameter]: id }),
    [THROTTLED]: (id) => limited.request(`GET ${template}`, { [parameter]: id }),
    "openai's core": (id) => openai.get(pathOf(id)),
  };
}

/** Processor time of this process in microseconds, all threads: other processes on the machine hardly change it. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Processor time of one call, in microseconds, of every contender in turn, so that drifts of the machine meet all alike. */
export async function run(): Promise<Report> {
  const all = Object.entries(contenders());
  const times = new Map<string, number[]>(all.map(([name]) => [name, []]));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [name, call] of all) {
      const calls = name === THROTTLED ? FEW_CALLS : CALLS;
      const begin = processorTime();
      for (let index = 0; index < calls; index++) await call(`s${index}`);
      if (round >= 0) times.get(name)?.push((processorTime() - begin) / calls);
    }
  }
  const bare = times.get("openapi-fetch, bare") ?? [];
  const rows = all.map(([name]) => {
    const own = times.get(name) ?? [];
    return [name, median(own).toFixed(1), ratioOf(own, bare)];
  });
  return {
    name: "overhead",
    title: "Overhead per call",
    method: `${ROUNDS} rounds of ${CALLS} calls in a row (${FEW_CALLS} of the throttled one) against a fetch that answers from memory; processor time, median, and median of the ratios by round to bare openapi-fetch.`,
    columns: ["client", "µs per call", "ratio"],
    rows,
  };
}
