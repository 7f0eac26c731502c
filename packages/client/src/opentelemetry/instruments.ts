import type { Attributes, Meter } from "@opentelemetry/api";
import type { CallEvent } from "../call/hooks.ts";

/** The metrics of a client. */
export interface Instruments {
  /** A call began to wait for the rate limit. */
  waiting(event: CallEvent): void;
  /** A call sent a request, or ended: its wait is over. */
  sent(event: CallEvent): void;
  answered(durationMs: number, attributes: Attributes): void;
  refused(event: CallEvent): void;
  retried(event: CallEvent, status: number | undefined): void;
}

/** Boundaries in seconds that the conventions advise. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Waits are as long as windows. */
const WAITS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpclientrequestduration */
export function createInstruments(meter: Meter): Instruments {
  const durations = meter.createHistogram("http.client.request.duration", {
    unit: "s",
    description: "Duration of HTTP client requests.",
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });
  const waits = meter.createHistogram("svc.client.wait.duration", {
    unit: "s",
    description: "Time that calls waited for the rate limit.",
    advice: { explicitBucketBoundaries: WAITS },
  });
  const refusals = meter.createCounter("svc.client.refusals", {
    unit: "{request}",
    description: "Requests that the service refused because of the rate limit.",
  });
  const retries = meter.createCounter("svc.client.retries", {
    unit: "{request}",
    description: "Attempts after the first.",
  });
  const since = new Map<number, number>();
  return {
    waiting: ({ call }) => void since.set(call, performance.now()),
    sent({ call, operation }) {
      const begun = since.get(call);
      if (begun === undefined) return;
      since.delete(call);
      waits.record((performance.now() - begun) / 1000, { "svc.operation": operation });
    },
    answered: (durationMs, attributes) => durations.record(durationMs / 1000, attributes),
    refused: ({ operation }) => refusals.add(1, { "svc.operation": operation }),
    retried: ({ operation }, status) =>
      retries.add(1, { "svc.operation": operation, ...(status && { "http.response.status_code": status }) }),
  };
}
