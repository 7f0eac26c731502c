/**
 * Spans and metrics of calls by the semantic conventions for HTTP. `@opentelemetry/api` is yours to bring, with an SDK.
 *
 * @packageDocumentation
 */

export { type Telemetry, type TelemetryOptions, telemetry } from "./opentelemetry/telemetry.ts";
