import type { Model, Operation, Response as ResponseModel } from "@svc/model";
import type { Clock } from "../clock/virtual-clock.ts";
import type { Damage, FaultOptions, FaultQueue } from "../faults/fault.ts";
import { type Front, jsonResponse, textResponse } from "../front/index.ts";
import type { Admission, Call, FrontRequest, PlainResponse } from "../front/types.ts";
import { type RecordedCall, recordHeaders, recordTarget } from "../journal/journal.ts";
import type { RateLimiter, RateLimitState } from "../limits/rate-limit.ts";
import { explainUnmatched } from "./nearest.ts";

/** What an adapter sends: an answer, and how it breaks on its way. */
export interface Outcome {
  readonly response: PlainResponse;
  readonly damage: Damage | undefined;
  /** Why no operation matched, and which are nearest. */
  readonly unmatched?: string | undefined;
}

/** Answers a request that the service accepts. */
export type Answer = (call: Call, request: FrontRequest) => PlainResponse | Promise<PlainResponse>;

export interface CoreParts {
  readonly model: Model;
  readonly clock: Clock;
  readonly random: () => number;
  readonly front: Front;
  readonly limiter: RateLimiter | undefined;
  readonly faults: FaultQueue;
  /** Paths that are no operations: the token endpoint, downloads. Asked first. */
  readonly extra: (request: FrontRequest) => PlainResponse | undefined;
  readonly answer: Answer;
  readonly invalid: (admission: Extract<Admission, { kind: "invalid" }>) => PlainResponse;
  readonly record: (call: RecordedCall) => void;
  readonly secretNames: ReadonlySet<string>;
}

/** The fake's one way from a request to an answer; every adapter comes through here. */
export async function handle(parts: CoreParts, request: FrontRequest): Promise<Outcome> {
  const { clock, limiter } = parts;
  const at = clock.now();
  const key = credentialKey(request);
  const window = limiter?.take(key, at);
  try {
    const outcome = await decide(parts, request, window, at);
    return { ...outcome, response: withServiceHeaders(outcome.response, window, clock.now()) };
  } finally {
    limiter?.end(key);
  }
}

async function decide(
  parts: CoreParts,
  request: FrontRequest,
  window: RateLimitState | undefined,
  at: number,
): Promise<Outcome> {
  const { faults, front } = parts;
  const admission = front.admit(request);
  const fault = faults.take(admission.operation?.id);
  const note = (response: PlainResponse | undefined): string | undefined => {
    const call = recorded(parts, request, admission, response, at);
    parts.record(call);
    return call.unmatched;
  };
  if (fault?.latencyMs !== undefined) await wait(parts, fault.latencyMs + (fault.jitterMs ?? 0) * parts.random());
  const damage = fault && damageOf(fault);
  if (damage === "timeout" || damage === "reset-before") {
    note(undefined);
    return { response: { status: 0, headers: [], body: undefined }, damage };
  }
  const good = window?.isRefused || fault?.rateLimited ? refused() : await respond(parts, request, admission);
  const response = fault === undefined ? good : spoil(good, fault);
  return { response, damage, unmatched: note(response) };
}

async function respond(parts: CoreParts, request: FrontRequest, admission: Admission): Promise<PlainResponse> {
  const extra = admission.kind === "answer" ? parts.extra(request) : undefined;
  if (extra !== undefined) return extra;
  if (admission.kind === "answer") return admission.response;
  return admission.kind === "invalid" ? parts.invalid(admission) : await parts.answer(admission, request);
}

/** The interface shows the shape of a 429, not its texts. */
function refused(): PlainResponse {
  return jsonResponse(429, { message: "Too Many Requests", detail: "Rate limit exceeded" });
}

function damageOf(fault: FaultOptions): Damage | undefined {
  if (fault.timeout) return "timeout";
  if (fault.truncate) return "truncate";
  if (fault.reset === undefined) return undefined;
  return fault.reset === true ? "reset-before" : `reset-${fault.reset}`;
}

function spoil(response: PlainResponse, fault: FaultOptions): PlainResponse {
  const { status, body, headers = {}, contentType } = fault;
  if (status !== undefined) {
    const extra = Object.entries(headers);
    if (typeof body === "string") return textResponse(status, body, contentType ?? "text/plain; charset=utf-8", extra);
    return jsonResponse(status, body ?? { detail: `The fake was told to answer ${status}.` }, extra);
  }
  if (fault.malformed) return textResponse(response.status, '{"detail": "cut off here', "application/json");
  if (contentType === undefined) return response;
  const kept = response.headers.filter(([name]) => name !== "content-type");
  return { ...response, headers: [...kept, ["content-type", contentType]] };
}

function wait({ clock }: CoreParts, ms: number): Promise<void> {
  return new Promise((resolve) => clock.setTimeout(resolve, ms));
}

/** Limits count by what is sent as credential, whether it is accepted or not. */
function credentialKey({ headers }: FrontRequest): string {
  const found = headers.find(([name]) => name.toLowerCase() === "authorization");
  return found?.[1] ?? "";
}

/** The window as it was when the request was counted, on every answer, and the fake's own time. */
function withServiceHeaders(response: PlainResponse, window: RateLimitState | undefined, now: number): PlainResponse {
  if (response.status === 0) return response;
  const limits: [string, string][] =
    window === undefined
      ? []
      : [
          ["x-ratelimit-limit", String(window.limit)],
          ["x-ratelimit-remaining", String(window.remaining)],
          ["x-ratelimit-reset", String(Math.ceil(window.resetAt / 1000))],
        ];
  return { ...response, headers: [...response.headers, ["date", new Date(now).toUTCString()], ...limits] };
}

function recorded(
  { model, secretNames }: CoreParts,
  request: FrontRequest,
  admission: Admission,
  response: PlainResponse | undefined,
  at: number,
): RecordedCall {
  const isCall = admission.kind === "call";
  const path = request.target.split("?", 1)[0] ?? "";
  const isUnmatched = admission.kind === "answer" && admission.operation === undefined && response?.status !== 200;
  return {
    operation: admission.operation?.id,
    method: request.method,
    target: recordTarget(request.target, secretNames),
    path: isCall ? admission.path : {},
    query: isCall ? admission.query : textQuery(request.target),
    headers: recordHeaders(request.headers, secretNames),
    body: isCall ? admission.body : undefined,
    status: response?.status,
    unmatched: isUnmatched ? explainUnmatched(request.method, path, model) : undefined,
    at: new Date(at),
  };
}

function textQuery(target: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(target.split(/\?(.*)/s, 2)[1] ?? ""));
}

/** The status and content that an operation answers with when all is well. */
export function successOf(operation: Operation): { status: number; response: ResponseModel | undefined } {
  const response =
    operation.responses.find(({ status }) => /^2\d\d$/.test(status)) ??
    operation.responses.find(({ status }) => status === "2XX") ??
    operation.responses.find(({ status }) => status === "default") ??
    operation.responses.find(({ status }) => /^[13]\d\d$/.test(status));
  const status = response === undefined || !/^\d{3}$/.test(response.status) ? 200 : Number(response.status);
  return { status, response };
}
