import type { Admission, Call, Front, FrontRequest, PlainResponse } from "@svc/fastapi-validation";
import { parseCookies } from "@svc/fastapi-validation";
import type { Model } from "@svc/model";
import { type Attend, attentionOf } from "../clock/attention.ts";
import type { Clock } from "../clock/clock.ts";
import { type Damage, damageOf, type FaultOptions } from "../faults/fault.ts";
import type { FaultQueue } from "../faults/fault-queue.ts";
import type { RecordedCall } from "../journal/journal.ts";
import type { RateLimiter, RateLimitState } from "../limits/rate-limit.ts";
import { isFile } from "../store/files.ts";
import { explainUnmatched } from "./nearest.ts";
import { recordCall } from "./record-call.ts";
import { withServiceHeaders } from "./service-headers.ts";
import { spoil, tooManyRequests } from "./spoil.ts";

/** What an adapter sends: an answer, and how it breaks on its way. */
export interface Outcome {
  readonly response: PlainResponse;
  readonly damage: Damage | undefined;
  /** Milliseconds of the fake's clock over which the body is sent. */
  readonly slowBodyMs?: number | undefined;
  /** Why no operation matched, and which are nearest. */
  readonly unmatched?: string | undefined;
  /**
   * Gives back the request's place in the concurrency quota. Adapters call it, once or more, when nothing of the answer is
   * sent any more. Undefined: it has been given back.
   */
  readonly end?: (() => void) | undefined;
}

/** Answers a request, whichever way it came in. Never rejects. */
export type Core = (request: FrontRequest) => Promise<Outcome>;

export interface CoreParts {
  readonly model: Model;
  readonly clock: Clock;
  /** Keeps a clock that moves by itself from doing so while a request is being answered. */
  readonly hold: () => () => void;
  readonly random: () => number;
  readonly front: Front;
  readonly limiter: RateLimiter | undefined;
  readonly faults: FaultQueue;
  /** Answers paths that are no operations: the token endpoint, downloads, what was recorded. */
  readonly extra: (request: FrontRequest) => PlainResponse | undefined;
  /** Answers a request that the front has accepted. */
  readonly answer: (call: Call, request: FrontRequest) => PlainResponse | Promise<PlainResponse>;
  /** The answer to a refused request, in the terms of the document. */
  readonly refuse: (admission: Exclude<Admission, Call>, request: FrontRequest) => PlainResponse;
  /** Makes a 429 of the fake valid for its document. */
  readonly limit: (response: PlainResponse, admission: Admission) => PlainResponse;
  readonly record: (call: RecordedCall) => void;
  /** Names of headers and query parameters that carry credentials, lower case. */
  readonly secretNames: ReadonlySet<string>;
}

/** The fake's one way from a request to an answer; every adapter comes through here. */
export function createCore(parts: CoreParts): Core {
  const { clock } = parts;
  const attend = attentionOf(clock);
  return async (request) => {
    const at = clock.now();
    // A download is the storage's to answer: it knows of no credential, and of no limits.
    const limiter = isFile(request) ? undefined : parts.limiter;
    const key = limiter === undefined ? "" : credentialKey(request, parts.secretNames);
    const window = limiter?.take(key, at);
    let release = parts.hold();
    const pause: Arrival["pause"] = async (promise) => {
      release();
      try {
        return await promise;
      } finally {
        release = parts.hold();
      }
    };
    let isSent = true;
    try {
      const outcome = await decide(parts, { request, at, window, pause, attend });
      isSent = limiter === undefined || isSentAtOnce(outcome);
      return isSent ? outcome : { ...outcome, end: once(() => limiter?.end(key)) };
    } finally {
      release();
      if (isSent) limiter?.end(key);
    }
  };
}

function isSentAtOnce({ damage, slowBodyMs, response }: Outcome): boolean {
  return damage !== "timeout" && slowBodyMs === undefined && response.rest === undefined;
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

interface Arrival {
  readonly request: FrontRequest;
  readonly at: number;
  readonly window: RateLimitState | undefined;
  /** Awaits something that the clock may have to move for. */
  readonly pause: <Value>(promise: Value | Promise<Value>) => Promise<Value>;
  /** Runs something that may have to wait for the clock, or for something real. */
  readonly attend: Attend;
}

async function decide(parts: CoreParts, arrival: Arrival): Promise<Outcome> {
  const { request, at } = arrival;
  const admission = parts.front.admit(request);
  const fault = parts.faults.take(admission.operation?.id);
  const window = fault?.rateLimited && arrival.window ? { ...arrival.window, remaining: 0 } : arrival.window;
  if (fault !== undefined) await arrival.pause(delay(parts, fault));
  const damage = fault && damageOf(fault);
  const isLost = damage === "timeout" || damage === "reset-before" || damage === "reset-during";
  const { response, isMatched } = isLost ? LOST : await respond(parts, admission, { ...arrival, window }, fault);
  const unmatched = isMatched ? undefined : explainUnmatched(request.method, pathOf(request), parts.model);
  const sent = isLost ? response : withServiceHeaders(response, window, parts.clock.now());
  const now = parts.clock.now();
  const { secretNames } = parts;
  parts.record(recordCall({ request, admission, response: sent, fault, unmatched, at, now, secretNames }));
  return { response: sent, damage, slowBodyMs: fault?.slowBodyMs, unmatched };
}

/** What is sent of an answer that never comes: nothing. */
const LOST: Answered = { response: { status: 0, headers: [], body: undefined }, isMatched: true };

interface Answered {
  readonly response: PlainResponse;
  readonly isMatched: boolean;
}

async function respond(
  parts: CoreParts,
  admission: Admission,
  { request, window, pause, attend }: Arrival,
  fault: FaultOptions | undefined,
): Promise<Answered> {
  if (window?.isRefused || fault?.rateLimited) {
    return { response: parts.limit(tooManyRequests(), admission), isMatched: true };
  }
  if (admission.kind === "call") {
    const good = await pause(attend(() => parts.answer(admission, request)));
    return { response: fault === undefined ? good : spoil(good, fault), isMatched: true };
  }
  const answered = refuse(parts, admission, request);
  return fault === undefined ? answered : { ...answered, response: spoil(answered.response, fault) };
}

function refuse(parts: CoreParts, admission: Exclude<Admission, Call>, request: FrontRequest): Answered {
  const extra = admission.operation === undefined ? parts.extra(request) : undefined;
  if (extra !== undefined) return { response: extra, isMatched: true };
  const response = parts.refuse(admission, request);
  const isStray = admission.operation === undefined && (response.status === 404 || response.status === 405);
  return { response, isMatched: !isStray };
}

/** The fault's latency, on the fake's clock. */
async function delay({ clock, random }: CoreParts, { latencyMs, jitterMs = 0 }: FaultOptions): Promise<void> {
  if (latencyMs === undefined && jitterMs === 0) return;
  const ms = (latencyMs ?? 0) + jitterMs * random();
  await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
}

/** Limits count by what is sent as credential, whether it is accepted or not. */
function credentialKey({ headers, target }: FrontRequest, secretNames: ReadonlySet<string>): string {
  const found = headers.find(([name]) => /^authorization$/i.test(name) || secretNames.has(name.toLowerCase()));
  if (found !== undefined || secretNames.size === 0) return found?.[1] ?? "";
  const query = new URLSearchParams(target.slice(target.indexOf("?") + 1));
  const cookies = headers.flatMap(([name, value]) => (name.toLowerCase() === "cookie" ? [value] : []));
  const pairs = [...query, ...parseCookies(cookies.join("; "))];
  return pairs.find(([name]) => secretNames.has(name.toLowerCase()))?.[1] ?? "";
}

function pathOf({ target }: FrontRequest): string {
  return target.split("?", 1)[0] ?? "";
}
