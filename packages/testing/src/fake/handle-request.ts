import {
  type HttpRequest,
  type HttpResponse,
  parseCookies,
  type RejectedRequest,
  type RequestValidator,
  type RoutedRequest,
  textResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { type ClockHold, holdClock, workTrackerOf } from "../clock/pending-work.ts";
import { type ConnectionFault, connectionFaultOf, type FaultOptions } from "../faults/fault.ts";
import { applyFault } from "../faults/fault-response.ts";
import type { RateLimitState } from "../limits/rate-limit.ts";
import type { CredentialNames } from "../redaction/secret-names.ts";
import { isFile } from "../store/upload-addresses.ts";
import { answerFault, answerRejected, answerTooManyRequests, answerValid } from "./answer/answer-request.ts";
import { withServiceHeaders } from "./answer/response-headers.ts";
import type { FakeContext } from "./context.ts";
import type { HandleRequest, Outcome } from "./outcome.ts";
import { explainUnmatched, reasonOf, reasonOfResponse, withReason } from "./refusal-reason.ts";

/** Handles requests: counts each against the rate limit and takes it through {@link runSteps} while the clock is held. */
export function createRequestHandler(context: FakeContext): HandleRequest {
  return (request) => {
    const at = context.clock.now();
    const { window, end } = countRequest(context, request, at);
    const hold = holdClock(context.clock);
    const finish = (outcome: Outcome): Outcome => {
      hold.release();
      if (end !== undefined && !isSentAtOnce(outcome)) return { ...outcome, end };
      end?.();
      return outcome;
    };
    const fail = (error: unknown): never => {
      hold.release();
      end?.();
      throw error;
    };
    try {
      const outcome = runSteps(context, { request, at, window, hold });
      // Requests that come together are in flight together.
      const isInFlight = outcome instanceof Promise || end !== undefined;
      return isInFlight ? Promise.resolve(outcome).then(finish, fail) : finish(outcome);
    } catch (error) {
      return fail(error);
    }
  };
}

/** A request as it came in. */
interface Arrival {
  readonly request: HttpRequest;
  /** Epoch milliseconds of the fake's clock. */
  readonly at: number;
  /** The rate-limit window in which the request was counted; undefined where it is not limited. */
  readonly window: RateLimitState | undefined;
  readonly hold: ClockHold;
}

/** The path of a request through the fake, at once where nothing has to be waited for. Each step takes and returns values. */
function runSteps(context: FakeContext, { request, at, window, hold }: Arrival): Outcome | Promise<Outcome> {
  const validated = validateRequest(context, request);
  const fault = context.faults.take(validated.operation?.id ?? context.stores.downloadOf(request));
  const answering = { request, at, window: limit(window, fault), hold, validated, fault };
  const go = (): Outcome | Promise<Outcome> => {
    const answered = answer(context, answering);
    return answered instanceof Promise
      ? answered.then((one) => conclude(context, answering, one))
      : conclude(context, answering, answered);
  };
  return fault === undefined ? go() : hold.pauseWhile(delay(context, fault)).then(go);
}

/** Records the answer, and says how it is sent. */
function conclude(
  context: FakeContext,
  { request, validated, fault, window, at }: Answering,
  answered: Answered,
): Outcome {
  const { clock } = context;
  context.lifecycles.see(validated, answered.response);
  const unmatched = answered.isMatched ? undefined : explainUnmatched(request.method, pathOf(request), context.model);
  const now = clock.now();
  const isRefused = answered.response.status >= 400 && fault?.status === undefined && !window?.isRefused;
  const refusal = isRefused ? reasonOf(validated, context.secretNames) : undefined;
  const reason = refusal ?? reasonOfResponse(answered.response);
  const told = withReason(answered.response, refusal);
  const response = answered === LOST ? told : withServiceHeaders(told, window, now);
  context.record({ request, validated, response, fault, unmatched, reason, at, now });
  const connectionFault = fault && connectionFaultOf(fault);
  return { response, connectionFault, slowBodyMs: fault?.slowBodyMs, unmatched };
}

/** FastAPI's steps before a handler runs. The first one that rejects the request is the last. */
function validateRequest({ validator, handlers }: FakeContext, request: HttpRequest): ValidRequest | RejectedRequest {
  const routed = validator.route(request);
  if (routed.kind !== "routed") return routed;
  const { overloads } = routed;
  if (overloads.length === 0) return validateRouted(validator, routed);
  // Paths that differ in parameter names only are one address: it is for the operation that the caller names, else for
  // the first that takes the request, those that a test has a handler for before others.
  const all = [routed, ...overloads];
  const named = all.find(({ operation }) => operation.id === request.operation);
  if (named !== undefined) return validateRouted(validator, named);
  const isHandled = ({ operation }: RoutedRequest): boolean => handlers.has(operation.id);
  const inOrder = [...all.filter(isHandled), ...all.filter((one) => !isHandled(one))];
  return findValid(validator, inOrder) ?? validateRouted(validator, routed);
}

function findValid(validator: RequestValidator, candidates: readonly RoutedRequest[]): ValidRequest | undefined {
  for (const candidate of candidates) {
    const validated = validateRouted(validator, candidate);
    if (validated.kind === "valid") return validated;
  }
  return undefined;
}

function validateRouted(validator: RequestValidator, routed: RoutedRequest): ValidRequest | RejectedRequest {
  const parsed = validator.read(routed);
  if (parsed.kind !== "parsed") return parsed;
  const authenticated = validator.authenticate(parsed);
  return authenticated.kind === "authenticated" ? validator.validate(authenticated) : authenticated;
}

/** The window as the response's headers state it. */
function limit(counted: RateLimitState | undefined, fault: FaultOptions | undefined): RateLimitState | undefined {
  return counted !== undefined && fault?.rateLimited ? { ...counted, remaining: 0 } : counted;
}

/** Waits for the fault's latency, on the fake's clock. */
async function delay({ random, standStill }: FakeContext, { latencyMs, jitterMs = 0 }: FaultOptions): Promise<void> {
  if (latencyMs === undefined && jitterMs === 0) return;
  const ms = (latencyMs ?? 0) + jitterMs * random();
  await standStill.sleep(ms, `a request waits ${ms} ms for its response`);
}

/** Connection faults after which nothing of a response arrives. */
const LOSING: ReadonlySet<ConnectionFault> = new Set(["timeout", "reset-before", "reset-during"]);

interface Answered {
  readonly response: HttpResponse;
  /** False for a request that belongs to no operation and to nothing else that the fake serves. */
  readonly isMatched: boolean;
}

const LOST: Answered = { response: { status: 0, headers: [], body: undefined }, isMatched: true };

interface Answering extends Arrival {
  readonly validated: ValidRequest | RejectedRequest;
  readonly fault: FaultOptions | undefined;
}

/** The response: nothing where the connection is lost before, 429 where the limit is reached, else the answer as the fault changes it. */
function answer(context: FakeContext, answering: Answering): Answered | Promise<Answered> {
  const { request, validated, fault, window, hold } = answering;
  const connectionFault = fault && connectionFaultOf(fault);
  if (window?.remaining === 0) context.standStill.usedUp(USED_UP);
  if (connectionFault !== undefined && LOSING.has(connectionFault)) return LOST;
  if (window?.isRefused || fault?.rateLimited) {
    const reason = window && context.standStill.refusedUntil(window.resetAt, USED_UP);
    if (reason !== undefined) return { response: refusedForEver(reason), isMatched: true };
    return { response: answerTooManyRequests(context, validated.operation), isMatched: true };
  }
  if (validated.kind !== "valid") return withFault(context, answerRejected(context, validated, request), answering);
  const given = workTrackerOf(context.clock)(() => answerValid(context, validated, request));
  const matched = (response: HttpResponse): Answered => withFault(context, { response, isMatched: true }, answering);
  return given instanceof Promise ? hold.pauseWhile(given).then(matched) : matched(given);
}

function withFault(context: FakeContext, answered: Answered, { fault, validated }: Answering): Answered {
  if (fault === undefined) return answered;
  const response = applyFault(answered.response, fault, context.clock);
  const isPlain = fault.status !== undefined && fault.body === undefined && fault.contentType === undefined;
  return { ...answered, response: isPlain ? answerFault(context, response, validated.operation) : response };
}

const USED_UP = "the rate limit of the fake is used up";

/** A response that clients do not retry. */
function refusedForEver(reason: string): HttpResponse {
  return textResponse(501, `fake: ${reason}`, "text/plain; charset=utf-8");
}

interface Counted {
  readonly window: RateLimitState | undefined;
  /** Gives back the place in the concurrency quota, once. Undefined: there is no such quota. */
  readonly end: (() => void) | undefined;
}

/** Counts a request in the window of its credential. Downloads are another server's to limit. */
function countRequest({ limiter, secretNames }: FakeContext, request: HttpRequest, at: number): Counted {
  if (limiter === undefined || isFile(request)) return { window: undefined, end: undefined };
  const key = credentialKey(request, secretNames);
  const window = limiter.take(key, at);
  if (!limiter.isConcurrencyLimited) return { window, end: undefined };
  let isCounted = true;
  const end = (): void => {
    if (isCounted) limiter.end(key);
    isCounted = false;
  };
  return { window, end };
}

/** Limits count by what is sent as credential, whether it is accepted or not. */
function credentialKey({ headers, target }: HttpRequest, { apiKeys }: CredentialNames): string {
  const found = headers.find(([name]) => {
    const key = name.toLowerCase();
    return key === "authorization" || apiKeys.has(key);
  });
  if (found !== undefined || apiKeys.size === 0) return found?.[1] ?? "";
  const query = new URLSearchParams(target.slice(target.indexOf("?") + 1));
  const cookies = headers.flatMap(([name, value]) => (name.toLowerCase() === "cookie" ? [value] : []));
  const pairs = [...query, ...parseCookies(cookies.join("; "))];
  return pairs.find(([name]) => apiKeys.has(name.toLowerCase()))?.[1] ?? "";
}

/** Whether the adapter needs no time to send the response. */
function isSentAtOnce({ connectionFault, slowBodyMs, response }: Outcome): boolean {
  return connectionFault !== "timeout" && slowBodyMs === undefined && response.rest === undefined;
}

function pathOf({ target }: HttpRequest): string {
  return target.split("?", 1)[0] ?? "";
}
