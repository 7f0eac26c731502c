export { type Model, readSharedJson } from "@svc/model";
export {
  BuildError,
  type Builder,
  type BuilderOptions,
  type BuilderTools,
  createBuilders,
  type ListBuilder,
  type StreamBuilders,
} from "@svc/schema";
export type { Fetch } from "./adapters/fetch.ts";
export type { FakeServer, ListenOptions } from "./adapters/http.ts";
export type { Interception, InterceptOptions } from "./adapters/nock/intercept.ts";
export { type Clock, systemClock } from "./clock/clock.ts";
export { createVirtualClock, type VirtualClock } from "./clock/virtual-clock.ts";
export { createFake } from "./fake/create-fake.ts";
export type { Fake } from "./fake/fake.ts";
export type { Handler, HandlerRequest, OperationShape } from "./fake/handlers.ts";
export type { FakeOptions } from "./fake/options.ts";
export type { FaultOptions } from "./faults/fault.ts";
export type { ExpectedCall } from "./journal/expected-call.ts";
export type { Journal, RecordedCall } from "./journal/journal.ts";
export { assertReceived, matchers } from "./journal/received.ts";
export { lazyArbitraries } from "./lazy-arbitraries.ts";
export type { FakeState } from "./state/load-state.ts";
export type { CollectionHandle, Given, ItemHandle, PartOf, SingletonHandle, StateHandle } from "./store/handles.ts";
export type {
  SendOptions,
  SentWebhook,
  WebhookAttempt,
  WebhookDefaults,
  Webhooks,
  WebhookTarget,
} from "./webhooks/webhooks.ts";
