import { document as specification } from "@svc/spec";
import { createFake } from "./fake/create-fake.ts";
import type { Fake, ResetPart } from "./fake/fake.ts";
import { type FakeOptions, isFakeDocument, isModel } from "./fake/options.ts";
import type { ResourceOptions, Resources } from "./generated/handles.ts";
import { model } from "./generated/model.ts";
import type { OperationTypes, WebhookTypes } from "./generated/operations.ts";
import { resources } from "./generated/resources.ts";
import { loadReader } from "./load-on-use.ts";

/** Options of {@link createFakeSvc}. */
export interface FakeSvcOptions extends FakeOptions, ResourceOptions {
  /**
   * OpenAPI 3.0 or 3.1 document of the service, parsed from JSON or YAML, or what `readDocument` of `@svc/testing/document`
   * returned for one, or the `model` of a fake.
   * @default the document of @svc/spec
   */
  readonly document?: unknown;
}

/**
 * Creates a fake of the service: it validates requests, limits their rate, and responds as the document describes.
 *
 * @throws DocumentError if the given document is not valid, with a JSON pointer for each reason
 * @throws TypeError for an option that does not exist or has an invalid value
 */
export function createFakeSvc(options: FakeSvcOptions = {}): Fake<OperationTypes, Resources, WebhookTypes> {
  const { document = model } = options;
  const isOwn = document === model;
  const isRead = isModel(document) || isFakeDocument(document);
  const served = isModel(document)
    ? { model: document, resources: isOwn ? resources : undefined }
    : isFakeDocument(document)
      ? document
      : loadReader().readDocument(document);
  const page = options.document === undefined ? specification : isRead ? {} : document;
  return createFake<OperationTypes, Resources, WebhookTypes>(served.model, { ...options, document: page }, served);
}

export type { TimeSpan } from "./clock/clock.ts";
export { systemClock } from "./clock/clock.ts";
export type { FakeTimers } from "./clock/fake-timers.ts";
export { createVirtualClock } from "./clock/virtual-clock.ts";
export type * from "./common-types.ts";
export type { ClientOptions, CreateClient } from "./fake/client.ts";
export type { ResourceOptions, Resources } from "./generated/handles.ts";
export type { OperationId, OperationTypes, WebhookTypes } from "./generated/operations.ts";
export type { CallFilter } from "./journal/journal.ts";
export { describeCalls } from "./journal/journal.ts";
export { assertReceived, type MatcherResult, matchers } from "./journal/received.ts";
export type { FakeRateLimit, RateLimitState } from "./limits/rate-limit.ts";
export { type Recorder, type RecordOptions, recordSvc } from "./record/record-svc.ts";
export type { RecordedAnswer, Recording } from "./record/recording.ts";
export type { ResetPart };
export { model };
