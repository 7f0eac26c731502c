import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { createSvcClient } from "@svc/client";
import axios from "axios";
import axiosRetry from "axios-retry";
import ky from "ky";
import OpenAI from "openai";
import openapiFetch from "openapi-fetch";
import { shownOperation } from "../shown-operation.ts";

/** Asks for one thing; rejects where it does not come. */
export type Task = (signal?: AbortSignal) => Promise<unknown>;

/** Every client in its documented configuration, with up to ten retries. */
export const CLIENTS: { readonly [name: string]: (url: string) => { task: Task; close?: () => unknown } } = {
  "@svc/client": (url) => {
    const svc = createSvcClient({ baseUrl: url, auth: "token", retry: { limit: 10 } });
    const call = shownOperation().methodOf(svc);
    return { task: (signal) => call("s1", signal && { signal }), close: () => svc.close() };
  },
  "openapi-fetch": (url) => {
    const client = openapiFetch<Record<string, Record<string, never>>>({ baseUrl: url }) as unknown as {
      GET(path: string, init: object): Promise<{ response: Response }>;
    };
    return {
      async task(signal) {
        const { response } = await client.GET("/x", { signal });
        if (!response.ok) throw new Error(String(response.status));
      },
    };
  },
  ky: (url) => {
    const client = ky.create({ prefix: url, retry: { limit: 10 } } as never);
    return { task: (signal) => client.get("x", signal && { signal }).json() };
  },
  "axios + axios-retry": (url) => {
    const client = axios.create({ baseURL: url });
    axiosRetry(client as never, {
      retries: 10,
      retryDelay: axiosRetry.exponentialDelay,
      retryCondition: (error) => axiosRetry.isNetworkOrIdempotentRequestError(error) || error.response?.status === 429,
    });
    return { task: (signal) => client.get("/x", signal && { signal }) };
  },
  "octokit (retry + throttling)": (url) => {
    const Limited = Octokit.plugin(retry, throttling);
    const octokit = new Limited({
      baseUrl: url,
      request: { retries: 10 },
      throttle: { onRateLimit: () => true, onSecondaryRateLimit: () => true },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    } as never);
    return { task: (signal) => octokit.request("GET /x", { request: { signal, retries: 10 } } as never) };
  },
  "openai core": (url) => {
    const client = new OpenAI({ baseURL: url, apiKey: "token", maxRetries: 10 });
    return { task: (signal) => client.get("/x", signal ? { signal } : {}) };
  },
};
