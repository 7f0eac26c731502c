import type { Addition } from "../../src/call/call.ts";
import { createClient, type SvcClient, type SvcClientOptions, type SvcPromise } from "../../src/runtime.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { table } from "./table.ts";

type Method = (...args: unknown[]) => SvcPromise<unknown>;
type Paths = Record<string, Record<string, never>>;

/** The methods that the tests call, loosely typed: what is wrong on purpose must compile. */
export interface Methods {
  readonly personas: { readonly emails: { list: Method } };
  readonly health: { get: Method };
  readonly open: { get: Method };
  readonly basic: { get: Method };
  readonly keys: { get: Method };
  readonly items: {
    create: Method;
    form: Method;
    upload: Method;
    blob: Method;
    text: Method;
    patch: Method;
    delete: Method;
    head: Method;
  };
  readonly stop: Method & { all: Method };
  readonly styles: Method;
  readonly literal: Method;
}

/** How the service of a test answers: one answer for each request, the last for all that follow. */
export type Answer =
  | Response
  | Error
  | ((request: Request, init: RequestInit | undefined) => Response | Promise<Response>);

export interface Setup {
  readonly svc: SvcClient<Methods, Paths>;
  readonly requests: Request[];
  readonly clock: ManualClock;
}

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { "content-type": "application/json", ...(init.headers as object) },
  });

/** A client whose service gives these answers. */
export function setup(
  answers: Answer[],
  options: Partial<SvcClientOptions> = {},
  additions: readonly Addition[] = [],
): Setup {
  const clock = manualClock();
  const requests: Request[] = [];
  const fetch = async (request: Request, init?: RequestInit): Promise<Response> => {
    requests.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer(request, init);
    return (answer ?? json(null)).clone();
  };
  const all = {
    baseUrl: "https://api.example",
    auth: "secret-token",
    clock,
    random: () => 0.5,
    fetch,
    rateLimit: {},
    ...options,
  };
  return { svc: createClient<Methods, Paths>(table, all, { additions }), requests, clock };
}

/** The reason for which a promise is rejected. */
export async function rejection(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("expected a rejection");
}
