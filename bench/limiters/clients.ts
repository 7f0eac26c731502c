import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { createPolicyFetch } from "@svc/client";
import ky from "ky";
import pThrottle from "p-throttle";
import { LIMIT, WINDOW_MS } from "./servers.ts";

const PATH = "shelves/s1/items";

/** Clients with their defaults; peers with ten retries. Only p-throttle is told the limit. */
export const CLIENTS: {
  readonly [name: string]: (url: string, isNginx: boolean) => { task: () => Promise<unknown>; close?: () => unknown };
} = {
  "@svc/client": (url) => {
    // The client of a document reads the headers that the document declares; this one reads those of every service.
    const policyFetch = createPolicyFetch({ baseUrl: url, auth: "token" });
    return {
      async task() {
        const response = await policyFetch(`${url}/${PATH}`);
        if (!response.ok) throw new Error(String(response.status));
        return response.json();
      },
      close: () => policyFetch.close(),
    };
  },
  ky: (url) => {
    const client = ky.create({ prefix: url, retry: { limit: 10 } } as never);
    return { task: () => client.get(PATH).json() };
  },
  "octokit (retry + throttling)": (url) => {
    const Limited = Octokit.plugin(retry, throttling);
    const octokit = new Limited({
      baseUrl: url,
      request: { retries: 10 },
      throttle: { onRateLimit: () => true, onSecondaryRateLimit: () => true },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    } as never);
    return { task: () => octokit.request(`GET /${PATH}`, { request: { retries: 10 } } as never) };
  },
  "p-throttle, configured with the limit": (url, isNginx) => {
    const throttle = pThrottle(isNginx ? { limit: 20, interval: 1000 } : { limit: LIMIT, interval: WINDOW_MS });
    return {
      task: throttle(async () => {
        const response = await fetch(`${url}/${PATH}`);
        await response.arrayBuffer();
        if (!response.ok) throw new Error(String(response.status));
      }),
    };
  },
};
