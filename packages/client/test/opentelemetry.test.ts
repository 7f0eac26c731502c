import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { telemetry } from "../src/opentelemetry.ts";
import { json, rejection, type Setup, setup } from "./support/client.ts";

const spans = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
const meterProvider = new MeterProvider({ readers: [reader] });

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator({
    inject(of, carrier, { set }) {
      const { traceId = "", spanId = "" } = trace.getSpanContext(of) ?? {};
      set(carrier, "traceparent", `00-${traceId}-${spanId}-01`);
    },
    extract: (of) => of,
    fields: () => ["traceparent"],
  });
});
afterAll(() => meterProvider.shutdown());

function open(answers: Parameters<typeof setup>[0], options: object = {}): Setup {
  spans.reset();
  const inner = setup(answers, options);
  const send = (request: Request): Promise<Response> =>
    Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]).then((answer) => {
      inner.requests.push(request.clone());
      return (answer as Response).clone();
    });
  const made = telemetry({ tracerProvider, meterProvider, fetch: send });
  return { ...inner, svc: inner.svc.withOptions({ ...made, ...options }) };
}

test("a span for the call and one for each attempt, below the caller's", async () => {
  const { svc, requests, clock } = open([json({}, { status: 503 }), json(null)]);
  const outer = tracerProvider.getTracer("test").startSpan("outer");
  const call = context.with(trace.setSpan(context.active(), outer), () => svc.health.get({ query: { key: "s3cret" } }));
  await clock.advance(1000);
  await call;
  const [first, second, whole] = spans.getFinishedSpans();
  expect(whole).toMatchObject({ name: "health.get", kind: SpanKind.INTERNAL, status: { code: SpanStatusCode.UNSET } });
  expect(whole?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  for (const span of [first, second]) {
    expect(span).toMatchObject({ name: "GET", kind: SpanKind.CLIENT });
    expect(span?.parentSpanContext?.spanId).toBe(whole?.spanContext().spanId);
  }
  const shared = {
    "http.request.method": "GET",
    "server.address": "api.example",
    "server.port": 443,
    "url.scheme": "https",
    "url.full": "https://api.example/health",
  };
  expect(first?.attributes).toEqual({ ...shared, "http.response.status_code": 503, "error.type": "503" });
  expect(first?.status.code).toBe(SpanStatusCode.ERROR);
  expect(second?.attributes).toEqual({ ...shared, "http.response.status_code": 200, "http.request.resend_count": 1 });
  const sent = requests.map(({ headers }) => headers.get("traceparent")?.split("-")[2]);
  expect(sent).toEqual([first, second].map((span) => span?.spanContext().spanId));
});

test("a failed call: the error's type on both, no credential", async () => {
  const { svc } = open([json({ detail: "secret-token" }, { status: 404 })]);
  await rejection(svc.health.get());
  const [attempt, whole] = spans.getFinishedSpans();
  expect(attempt?.attributes["error.type"]).toBe("404");
  expect(whole).toMatchObject({ attributes: { "error.type": "404" }, status: { code: SpanStatusCode.ERROR } });
  expect(JSON.stringify(whole?.status)).not.toContain("secret-token");
});

test("a call that its caller aborts is no error", async () => {
  const { svc } = open([() => new Promise<never>(() => {})]);
  const controller = new AbortController();
  const aborted = rejection(svc.health.get({ signal: controller.signal }));
  await Promise.resolve();
  controller.abort();
  expect((await aborted).name).toBe("AbortedError");
  for (const span of spans.getFinishedSpans()) {
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(span.attributes).not.toHaveProperty("error.type");
  }
  expect(spans.getFinishedSpans()).toHaveLength(2);
});

test("metrics: durations, waits, refusals, retries", async () => {
  const last = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060" };
  const { svc, clock } = open([json(null, { status: 429, headers: last }), json(null)]);
  const call = svc.health.get();
  await clock.advance(70_000);
  await call;
  await reader.forceFlush();
  const all =
    exporter
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  const points = Object.fromEntries(all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
  expect(Object.keys(points).sort()).toEqual([
    "http.client.request.duration",
    "svc.client.refusals",
    "svc.client.retries",
    "svc.client.wait.duration",
  ]);
  expect(points["svc.client.refusals"]?.[0]).toMatchObject({ value: 1, attributes: { "svc.operation": "health.get" } });
  expect(points["svc.client.wait.duration"]?.[0]?.value).toMatchObject({ count: 1 });
});
