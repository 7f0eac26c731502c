import { checkKind, checkNames } from "../checks.ts";
import { nameOf } from "../errors/redact.ts";
import type { RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";
import type { OperationRow } from "../table.ts";

/** Properties of every event. They contain no credential, query or body. */
export interface CallEvent {
  /** Number of the call in this process, from 1; the same in all events of a call. 0 in events of an open stream. */
  readonly call: number;
  /** Name of the client's method, such as `personas.emails.list`, or else HTTP method and path. */
  readonly operation: string;
  /** Operation id of the document, or else HTTP method and path. */
  readonly operationId: string;
  /** @deprecated The same as `operation`. */
  readonly methodName: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Address without its query; in events of an open stream the path template. */
  readonly url: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** Observers of a client, called synchronously. Their errors and rejections are ignored. */
export interface Hooks {
  /** Called when a request is sent. */
  readonly onRequest?: ((event: CallEvent) => void) | undefined;
  /** Called when the headers of a response arrive; `durationMs` is the time since the request was sent, in milliseconds. */
  readonly onResponse?:
    | ((event: CallEvent & { readonly status: number; readonly durationMs: number }) => void)
    | undefined;
  /**
   * Called when an attempt failed and will be retried after `delayMs` milliseconds and the wait for the rate limit.
   * `status` is `undefined` if there was no response.
   */
  readonly onRetry?:
    | ((
        event: CallEvent & { readonly status: number | undefined; readonly error: unknown; readonly delayMs: number },
      ) => void)
    | undefined;
  /**
   * Called for each item of a stream, before the caller receives it. `index` counts from 0; `event` is its name, if
   * any.
   */
  readonly onItem?:
    | ((event: CallEvent & { readonly index: number; readonly event: string | undefined }) => void)
    | undefined;
  /** Called when a call begins to wait for the rate limit. */
  readonly onWait?: ((event: CallEvent & { readonly rateLimit: RateLimitSnapshot }) => void) | undefined;
  /** Called when the service rejects a request because of the rate limit (429). */
  readonly onRateLimit?:
    | ((event: CallEvent & { readonly rateLimit: RateLimitSnapshot; readonly refusal: Refusal | undefined }) => void)
    | undefined;
  /**
   * Called when a call ends, with its error, or `undefined` for a success. `durationMs` is the time since the call
   * began, in milliseconds. A call that fails before its first request has no event.
   */
  readonly onEnd?: ((event: CallEvent & { readonly error: unknown; readonly durationMs: number }) => void) | undefined;
}

export interface Observers {
  readonly hooks: readonly Hooks[];
  /** Node's diagnostics channel `svc:client`, where there is one. */
  readonly channel: { readonly hasSubscribers: boolean; publish(message: object): void } | undefined;
  /** {@link report}, which only those bundle who may be observed. */
  readonly report: typeof report;
}

export function isObserved(observers: Observers | undefined): observers is Observers {
  return !!observers && (observers.hooks.length > 0 || !!observers.channel?.hasSubscribers);
}

/** Tells the observers of an event and ignores their errors. Without observers it costs next to nothing. */
export function emit({ hooks, channel }: Observers, name: keyof Hooks, event: CallEvent, more?: object): void {
  for (const { [name]: hook } of hooks) if (hook) callHook(hook as (event: object) => unknown, { ...event, ...more });
  if (channel?.hasSubscribers) channel.publish({ name, ...event, ...more });
}

/** Calls a hook, and ignores its errors and rejections: it cannot break a call. */
export function callHook<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    const result = hook?.(event) as Partial<Promise<unknown>> | null | undefined;
    result?.then?.(undefined, () => {});
  } catch {
    // Its own to handle.
  }
}

interface ReportedCall {
  readonly id: number;
  readonly row?: { readonly name: string } | undefined;
  readonly operation: string;
  readonly attempt: number;
  readonly observers: Observers | undefined;
}

/** Tells the observers of a call of something that happens to its request. */
export function report(call: ReportedCall, event: keyof Hooks, request: Request, more?: object): void {
  const { id, operation, attempt, observers } = call;
  // To read the address of a request takes a tenth of a call's time.
  if (!isObserved(observers)) return;
  const { method, url } = request;
  const name = nameOf(call);
  const names = { operation: name, operationId: operation, methodName: name };
  const facts = { call: id, ...names, method, url: url.replace(/\?.*/, "") };
  emit(observers, event, { ...facts, attempt: attempt || 1 }, more);
}

export function streamEvent({ id, name, method, path }: OperationRow, attempt: number): CallEvent {
  return { call: 0, operation: name, operationId: id, methodName: name, method, url: path, attempt };
}

const HOOKS = ["onRequest", "onResponse", "onRetry", "onItem", "onWait", "onRateLimit", "onEnd"];

/** The hooks of an option. @throws ConfigurationError naming what is no hook */
export function hooksOf(given: Hooks | readonly Hooks[]): readonly Hooks[] {
  checkKind("hooks", given, "object");
  const all = [given].flat() as Hooks[];
  for (const hooks of all) {
    checkNames(hooks, HOOKS, { prefix: "hooks.", kind: "hook" });
    for (const [name, hook] of Object.entries(Object(hooks))) if (hook !== undefined) checkKind(`hooks.${name}`, hook);
  }
  return all;
}
