/**
 * Spans and metrics of calls by the semantic conventions for HTTP. `@opentelemetry/api` is yours to bring, with an SDK.
 *
 * @packageDocumentation
 */

import {
  type Attributes,
  type Context,
  context,
  type Meter,
  type MeterProvider,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { CallEvent, Hooks } from "./call/hooks.ts";
import { AbortedError, SvcApiError } from "./errors/errors.ts";
import { sdkVersion } from "./generated/version.ts";
import type { Fetch } from "./policies/policy.ts";

/** Options of {@link telemetry}. */
export interface TelemetryOptions {
  /** Creates the spans. @default the global tracer provider */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Creates the metrics. @default the global meter provider */
  readonly meterProvider?: MeterProvider | undefined;
  /** Sends the requests. @default the global `fetch` at the time of each request */
  readonly fetch?: Fetch | undefined;
}

/** Options of a client, to be spread into them. */
export interface Telemetry {
  /** Hooks that start and end the spans. */
  readonly hooks: Hooks;
  /** Sends requests with the context of the attempt (`traceparent`). */
  readonly fetch: Fetch;
}

interface Spans {
  readonly call: Span;
  readonly parent: Context;
  attempt: Span | undefined;
}

/**
 * Spans and metrics of a client: `createSvcClient({ ...telemetry(), auth })`. One span per call, named after its
 * operation, and below it one of kind CLIENT per attempt; metrics of request durations, waits for the rate limit,
 * refusals and retries. They contain no credential, query or body.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function telemetry(options: TelemetryOptions = {}): Telemetry {
  const { tracerProvider = trace, meterProvider = metrics, fetch } = options;
  const tracer = tracerProvider.getTracer("@svc/client", sdkVersion);
  const instruments = createInstruments(meterProvider.getMeter("@svc/client", sdkVersion));
  const calls = new Map<number, Spans>();
  /** The context of the attempt whose request is sent next, in the same turn. */
  let sending: Context | undefined;

  const open = ({ call, operation }: CallEvent): Spans => {
    const known = calls.get(call);
    if (known) return known;
    const span = tracer.startSpan(operation, { attributes: { "svc.operation": operation } });
    const made = { call: span, parent: trace.setSpan(context.active(), span), attempt: undefined };
    calls.set(call, made);
    return made;
  };
  const endAttempt = (spans: Spans, end: Attributes): void => {
    spans.attempt?.setAttributes(end);
    if ("error.type" in end) spans.attempt?.setStatus({ code: SpanStatusCode.ERROR });
    spans.attempt?.end();
    spans.attempt = undefined;
  };
  const hooks: Hooks = {
    onWait(event) {
      open(event).call.addEvent("svc.wait");
      instruments.beginWait(event);
    },
    onRequest(event) {
      const spans = open(event);
      instruments.endWait(event);
      const attributes = requestAttributes(event);
      const resends = event.attempt > 1 ? { "http.request.resend_count": event.attempt - 1 } : {};
      spans.attempt = tracer.startSpan(
        event.method,
        { kind: SpanKind.CLIENT, attributes: { ...attributes, ...resends, "url.full": event.url } },
        spans.parent,
      );
      sending = trace.setSpan(spans.parent, spans.attempt);
    },
    onResponse(event) {
      const end = statusAttributes(event.status);
      instruments.durations.record(event.durationMs / 1000, { ...requestAttributes(event), ...end });
      endAttempt(open(event), end);
    },
    onRateLimit: ({ operation }) => instruments.refusals.add(1, { "svc.operation": operation }),
    onRetry(event) {
      instruments.retried(event.operation, event.status);
      if (event.status === undefined) endAttempt(open(event), { "error.type": errorType(event.error) });
    },
    onEnd(event) {
      const spans = open(event);
      instruments.endWait(event);
      const { error } = event;
      // What its caller has cancelled did not fail: https://github.com/open-telemetry/semantic-conventions/pull/3494
      if (AbortedError.is(error)) endAttempt(spans, {});
      else if (error !== undefined) {
        const type = errorType(error);
        endAttempt(spans, { "error.type": type });
        spans.call.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR, message: `${error}` });
      }
      spans.call.end();
      calls.delete(event.call);
    },
  };
  return {
    hooks,
    fetch(request, init) {
      const own = sending;
      sending = undefined;
      const send = fetch ?? globalThis.fetch;
      if (!own) return send(request, init);
      propagation.inject(own, request.headers, { set: (headers, name, value) => headers.set(name, value) });
      return context.with(own, () => send(request, init));
    },
  };
}

/** Attributes that requests and their metrics share. */
function requestAttributes({ method, url }: CallEvent): Attributes {
  const { hostname, port, protocol } = new URL(url);
  return {
    "http.request.method": method,
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "http:" ? 80 : 443),
    "url.scheme": protocol.slice(0, -1),
  };
}

function statusAttributes(status: number): Attributes {
  return { "http.response.status_code": status, ...(status > 399 && { "error.type": `${status}` }) };
}

/** The status of an answer, otherwise the name of the error. */
function errorType(error: unknown): string {
  if (SvcApiError.is(error) && error.status) return `${error.status}`;
  return error instanceof Error ? error.name : "_OTHER";
}

/** Boundaries in seconds that the conventions advise. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Waits are as long as windows. */
const WAITS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpclientrequestduration */
function createInstruments(meter: Meter) {
  const waits = meter.createHistogram("svc.client.wait.duration", {
    unit: "s",
    description: "Time that calls waited for the rate limit.",
    advice: { explicitBucketBoundaries: WAITS },
  });
  const retries = meter.createCounter("svc.client.retries", {
    unit: "{request}",
    description: "Attempts after the first.",
  });
  const since = new Map<number, number>();
  return {
    beginWait: ({ call }: CallEvent) => void since.set(call, performance.now()),
    /** To be called when a request is sent, or the call ends. */
    endWait({ call, operation }: CallEvent): void {
      const begun = since.get(call);
      if (since.delete(call)) waits.record((performance.now() - Number(begun)) / 1000, { "svc.operation": operation });
    },
    durations: meter.createHistogram("http.client.request.duration", {
      unit: "s",
      description: "Duration of HTTP client requests.",
      advice: { explicitBucketBoundaries: BOUNDARIES },
    }),
    refusals: meter.createCounter("svc.client.refusals", {
      unit: "{request}",
      description: "Requests that the service refused because of the rate limit.",
    }),
    retried: (operation: string, status: number | undefined) =>
      retries.add(1, { "svc.operation": operation, ...(status && { "http.response.status_code": status }) }),
  };
}
