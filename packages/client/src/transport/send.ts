import { type Credentials, encodeBasic, placeCredential } from "../auth/credentials.ts";
import type { Clock } from "../clock.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { redact, redactCause } from "../errors/redact.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import { SvcError } from "../errors/svc-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import type { Pacer, Refusal } from "../pacing/pacer.ts";
import { retryAfterMs } from "../retry/retry-after.ts";
import { type RetryOptions, retryDelay } from "../retry/retry-decision.ts";
import type { CallEvent, Hooks } from "../runtime/hooks.ts";
import type { ClientTable, SchemeRow } from "../runtime/table.ts";
import type { Call } from "./call.ts";
import { followRedirects } from "./follow-redirects.ts";
import { readBody } from "./read-body.ts";

/** What the calls of one client have in common. */
export interface Transport {
  readonly table: ClientTable;
  readonly credentials: Credentials;
  readonly pacer: Pacer | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly fetch: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
  readonly retry: RetryOptions;
  readonly maxResponseBytes: number;
  readonly hooks: Hooks;
  /** Every request goes below this address. */
  readonly base: string;
  /** After `close()` nothing is sent again. */
  closed: boolean;
  /** Retries left beyond a tenth of the successes. */
  budget: number;
}

/** Redacts with what the call sent. */
export function cleaner(call: Call): (text: string) => string {
  const secrets = Object.values(call.sent);
  return (text) => redact(text, [...secrets, ...secrets.map(encodeBasic), ...secrets.map(encodeURIComponent)]);
}

/**
 * Sends a request until it is answered for good: waits for its turn, takes the credential, follows redirects, reads the
 * body, and goes again where the retry policy says so. The answer may be one of any status.
 */
export async function sendWithPolicies(transport: Transport, call: Call, request: Request): Promise<Response> {
  const { pacer, clock, hooks } = transport;
  // A path like `.example.org` or a middleware could lead the credential to another host.
  if (!request.url.startsWith(transport.base))
    throw new ConfigurationError("path: leads away from baseUrl; nothing was sent");
  for (let attempt = 1, retries = 0; ; attempt++) {
    const event: EventOf = () => ({ operation: call.operation, method: request.method, attempt });
    if (pacer) {
      const turn = pacer.enter(call);
      if (turn) {
        observe(hooks.onWait, () => ({ ...event(), rateLimit: pacer.snapshot() }));
        try {
          await turn;
        } catch (error) {
          // The service said no, and the wait for its next window is too long: its answer is the better error.
          if (!call.response || !RateLimitError.is(error)) throw error;
          call.retryAt = error.retryAt;
          return call.response;
        }
      }
      call.held = true;
    }
    call.waiting = false;
    let refusal: Refusal | undefined;
    let failure: unknown;
    call.response = undefined;
    try {
      refusal = await attemptOnce(transport, call, request, event);
    } catch (error) {
      if (call.signal.aborted || SvcError.is(error)) throw error;
      call.response = undefined;
      failure = error;
    }
    const { response } = call as Call;
    if (response?.ok) {
      transport.budget += 0.1;
      return response;
    }
    release(transport, call);
    if (response?.status === 401 && !call.rejected && (await isRenewed(transport, call))) continue;
    const delayMs = decide(transport, call, request.method, retries, failure, refusal);
    if (delayMs === undefined) {
      if (response) return response;
      const clean = cleaner(call);
      const cause = redactCause(failure, clean);
      throw new ConnectionError(`${call.operation}: no answer: ${clean(String(failure)).slice(0, 300)}`, { cause });
    }
    observe(hooks.onRetry, () => ({ ...event(), status: response?.status, error: failure, delayMs }));
    call.retry = call.waiting = true;
    // The pacer knows when the window ends: other users of the key may be faster once or twice, without harm.
    retries += refusal?.kind === "window" ? 0.25 : 1;
    if (delayMs > 0) await new Promise<void>((resolve) => (call.timer = clock.setTimeout(resolve, delayMs)));
  }
}

type EventOf = () => CallEvent;

async function attemptOnce(
  transport: Transport,
  call: Call,
  request: Request,
  event: EventOf,
): Promise<Refusal | undefined> {
  const { clock, hooks, pacer } = transport;
  const placed = await place(transport, call, /^(GET|HEAD)$/.test(request.method) ? request : request.clone());
  call.signal.throwIfAborted();
  observe(hooks.onRequest, event);
  if (call.timeoutMs < Number.POSITIVE_INFINITY) {
    const late = (): void =>
      call.end(new TimeoutError(`${call.operation}: no whole answer within timeoutMs (${call.timeoutMs})`));
    call.timer = clock.setTimeout(late, call.timeoutMs);
  }
  const sentAt = clock.now();
  const init = { signal: call.signal };
  const response = await followRedirects(placed, (sent) => (transport.fetch ?? globalThis.fetch)(sent, init));
  call.signal.throwIfAborted();
  const { status, headers } = response;
  const receivedAt = clock.now();
  call.response = response;
  let refusal: Refusal | undefined;
  if (call.held) {
    call.held = false;
    refusal = pacer?.answered({ status, headers, sentAt, receivedAt });
  }
  observe(hooks.onResponse, () => ({ ...event(), status, durationMs: receivedAt - sentAt }));
  if (status === 429 && pacer) observe(hooks.onRateLimit, () => ({ ...event(), rateLimit: pacer.snapshot(), refusal }));
  if (!response.ok || !isStream(call, headers)) {
    call.body = await readBody(response, transport.maxResponseBytes);
    if (call.body === undefined) {
      const { operation } = call;
      const message = `${operation}: ${status}, but the body is longer than maxResponseBytes (${transport.maxResponseBytes})`;
      throw new SvcApiError(message, { status, headers, operation, rateLimit: pacer?.snapshot() });
    }
  }
  return refusal;
}

function isStream({ parseAs }: Call, headers: Headers): boolean {
  return parseAs
    ? !/^(json|text)$/.test(parseAs)
    : /event-stream|ndjson|jsonl|json-seq/.test(headers.get("content-type") ?? "");
}

async function place({ table, credentials }: Transport, call: Call, request: Request): Promise<Request> {
  call.sent = Object.create(null);
  for (const name of credentials.pick(call.row?.security ?? table.security)) {
    const secret = credentials.get(name, call.rejected?.[name]);
    call.sent[name] = typeof secret === "string" ? secret : await secret;
    request = placeCredential(request, table.schemes[name] as SchemeRow, call.sent[name]);
  }
  return request;
}

async function isRenewed({ credentials }: Transport, call: Call): Promise<boolean> {
  call.rejected = call.sent;
  let renewed = false;
  for (const [name, old] of Object.entries(call.sent)) renewed = (await credentials.get(name, old)) !== old || renewed;
  return renewed;
}

/** Gives back what the attempt or the wait holds. */
export function release({ clock, pacer }: Transport, call: Call): void {
  clock.clearTimeout(call.timer);
  if (call.held) pacer?.failed();
  call.held = false;
}

function decide(
  transport: Transport,
  call: Call,
  method: string,
  retries: number,
  failure: unknown,
  refusal: Refusal | undefined,
): number | undefined {
  const now = transport.clock.now();
  const { response } = call;
  const afterMs = response && retryAfterMs(response.headers, now);
  const { cause, code } = (failure ?? {}) as { cause?: { code?: unknown }; code?: unknown };
  const delayMs = retryDelay(
    {
      retries,
      method,
      status: response?.status,
      code: code ?? cause?.code,
      retryAfterMs: refusal ? 0 : afterMs,
      random: transport.random(),
    },
    transport.retry,
  );
  if (delayMs === undefined || transport.closed) {
    const at = refusal?.retryAt ?? (afterMs !== undefined ? now + afterMs : undefined);
    call.retryAt = at !== undefined ? new Date(Math.min(at, 8.64e15)) : undefined;
    return undefined;
  }
  if (response?.status !== 429 && --transport.budget < 0) {
    transport.budget++;
    return undefined;
  }
  return delayMs;
}

function observe<Event>(hook: ((event: Event) => void) | undefined, make: () => Event): void {
  try {
    hook?.(make());
  } catch {
    // An observer cannot break a call.
  }
}
