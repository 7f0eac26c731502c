import { createPolicyFetch } from "@svc/client";
import pThrottle from "p-throttle";
import { CLIENTS as PEERS, type Task } from "../pacing/clients.ts";
import { LIMIT, PATH, WINDOW_MS } from "./servers.ts";

type Start = (url: string, isNginx: boolean) => { task: Task; close?: () => unknown };

/** A peer as it is configured for the service on loopback, by its name there. */
function peer(name: string): Start {
  const start = PEERS[name];
  if (start === undefined) throw new Error(`No client is named ${name}.`);
  return start;
}

/** Clients with their defaults; peers with ten retries. Only p-throttle is told the limit. */
export const CLIENTS: { readonly [name: string]: Start } = {
  "@svc/client": (url) => {
    // The client of a document reads the headers that the document declares; this one reads those of every service.
    const policyFetch = createPolicyFetch({ baseUrl: url, auth: "token" });
    return {
      async task() {
        const response = await policyFetch(url + PATH);
        if (!response.ok) throw new Error(String(response.status));
        return response.json();
      },
      close: () => policyFetch.close(),
    };
  },
  ky: peer("ky"),
  "octokit (retry + throttling)": peer("octokit (retry + throttling)"),
  "p-throttle, configured with the limit": (url, isNginx) => {
    const throttle = pThrottle(isNginx ? { limit: 20, interval: 1000 } : { limit: LIMIT, interval: WINDOW_MS });
    return {
      task: throttle(async () => {
        const response = await fetch(url + PATH);
        await response.arrayBuffer();
        if (!response.ok) throw new Error(String(response.status));
      }),
    };
  },
};
