import { document as specification } from "@svc/spec";
import { createFake } from "./fake/create-fake.ts";
import type { Fake, ResetPart } from "./fake/fake.ts";
import { type FakeOptions, isModel, toModel } from "./fake/options.ts";
import { model } from "./generated/model.ts";
import type { OperationTypes, WebhookTypes } from "./generated/operations.ts";
import type { ResourceOptions, Resources } from "./generated/resources.ts";

/** Options of {@link createFakeSvc}. */
export interface FakeSvcOptions extends FakeOptions, ResourceOptions {
  /**
   * OpenAPI 3.0 or 3.1 document of the service, parsed from JSON or YAML, or the `model` of a fake.
   * @default the document of @svc/spec
   */
  readonly document?: unknown;
}

/**
 * Creates a fake of the service: it validates requests, limits their rate, and answers as the document describes.
 *
 * @throws DocumentError if the given document is not valid, with a JSON pointer for each reason
 * @throws TypeError for an option that does not exist or has an invalid value
 */
export function createFakeSvc(options: FakeSvcOptions = {}): Fake<OperationTypes, Resources, WebhookTypes> {
  const { document } = options;
  if (document === undefined)
    return createFake<OperationTypes, Resources, WebhookTypes>(model, { ...options, document: specification });
  return createFake<OperationTypes, Resources, WebhookTypes>(
    toModel(document),
    isModel(document) ? { ...options, document: {} } : options,
  );
}

export { systemClock } from "./clock/clock.ts";
export type { FakeTimers } from "./clock/fake-timers.ts";
export type { TimeSpan } from "./clock/time-span.ts";
export { createVirtualClock } from "./clock/virtual-clock.ts";
export type * from "./common-types.ts";
export type { ClientOptions, CreateClient } from "./fake/client.ts";
export type { OperationId, OperationTypes, WebhookTypes } from "./generated/operations.ts";
export type { ResourceOptions, Resources } from "./generated/resources.ts";
export type { CallFilter } from "./journal/journal.ts";
export { describeCalls } from "./journal/journal.ts";
export { assertReceived, type MatcherResult, matchers } from "./journal/received.ts";
export type { FakeRateLimit, RateLimitState } from "./limits/rate-limit.ts";
export { type Recorder, type RecordOptions, recordSvc } from "./record/record-svc.ts";
export type { RecordedAnswer, Recording } from "./record/recording.ts";
export type { ResetPart };
export { model };
