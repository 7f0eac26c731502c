import { createFake, type Fake, toModel } from "./fake/create-fake.ts";
import type { FakeOptions } from "./fake/options.ts";
import { model } from "./generated/model.ts";
import type { OperationTypes } from "./generated/operations.ts";

export type { FakeServer, ListenOptions } from "./adapters/http.ts";
export type { Interception, InterceptOptions } from "./adapters/nock.ts";
export type { TimeSpan } from "./clock/time-span.ts";
export { type Clock, createVirtualClock, type VirtualClock } from "./clock/virtual-clock.ts";
export type { Fake } from "./fake/create-fake.ts";
export type { Handler, HandlerRequest, OperationShape } from "./fake/handlers.ts";
export type { FakeOptions } from "./fake/options.ts";
export type { FaultOptions } from "./faults/fault.ts";
export type { OperationId, OperationTypes } from "./generated/operations.ts";
export type { CallFilter, Journal } from "./journal/create-journal.ts";
export type { RecordedCall } from "./journal/journal.ts";
export type { RateLimitOptions } from "./limits/rate-limit.ts";

/** Options of {@link createFakeSvc}. */
export interface FakeSvcOptions extends FakeOptions {
  /** Another OpenAPI 3.0 or 3.1 document to answer by, as `JSON.parse` gives it. @default the document of @svc/spec */
  readonly document?: unknown;
}

/**
 * A fake of the service: answers as the real one does, as far as it is known.
 *
 * @throws DocumentError where the given document cannot be read, with a JSON pointer for every reason.
 */
export function createFakeSvc({ document, ...options }: FakeSvcOptions = {}): Fake<OperationTypes> {
  return createFake<OperationTypes>(document === undefined ? model : toModel(document), options);
}
