import { createClient, type SvcClient, type SvcPromise, withLifecycles, withWaiters } from "../../src/runtime.ts";
import type { ClientTable, WaiterRow } from "../../src/table.ts";
import type { CloseOptions, WaiterOptions } from "../../src/waiters.ts";
import { type ManualClock, manualClock } from "../support/manual-clock.ts";

export interface Job {
  readonly id: string;
  readonly state: string;
}

interface Methods {
  readonly jobs: {
    start(options?: { readonly signal?: AbortSignal }): SvcPromise<Job> & Promise<Job & AsyncDisposable>;
    get(id: string, options?: object): SvcPromise<Job>;
    stop(id: string, options?: object): SvcPromise<undefined>;
    untilActive(id: string, options?: WaiterOptions<Job>): Promise<Job>;
    untilGone(id: string, options?: WaiterOptions<Job>): Promise<undefined>;
  };
  close(options?: CloseOptions): Promise<void>;
}

const WAITERS: readonly WaiterRow[] = [
  { name: "untilActive", pointer: ["state"], success: ["active"], failure: ["failed"] },
  { name: "untilGone", successStatus: [404], timeoutMs: 60_000 },
];

const TABLE: ClientTable = {
  documentVersion: "1",
  schemes: {},
  security: [],
  operations: [
    {
      id: "job_start",
      method: "POST",
      path: "/jobs",
      name: "jobs.start",
      lifecycle: { end: "jobs.stop", id: ["id"], args: [null] },
    },
    { id: "job_get", method: "GET", path: "/jobs/{id}", name: "jobs.get", waiters: WAITERS },
    { id: "job_stop", method: "DELETE", path: "/jobs/{id}", name: "jobs.stop", untyped: true, empty: true },
  ],
};

type Serve = (request: Request, count: number) => Response | Promise<Response>;

export interface Jobs {
  readonly svc: SvcClient<Methods, object>;
  readonly clock: ManualClock;
  /** Method and path of every request. */
  readonly requests: string[];
}

/** A client of a service of jobs that answers as the test says; `count`: requests so far, from 1. */
export function createJobs(serve: Serve, options: object = {}): Jobs {
  const clock = manualClock();
  const requests: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return serve(request, requests.length);
  };
  const all = {
    baseUrl: "https://api.example",
    clock,
    random: () => 0.5,
    fetch,
    rateLimit: false,
    retry: false,
    ...options,
  };
  const additions = [withLifecycles, withWaiters];
  return { svc: createClient<Methods, object>(TABLE, all as object, { additions }), clock, requests };
}

export const job = (state: string, id = "j1"): Response => Response.json({ id, state });
