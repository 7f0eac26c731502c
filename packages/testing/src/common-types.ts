// Types of the package's own fake and of the runtime that generated fakes use.
export type { Fetch } from "./adapters/fetch.ts";
export type { FakeServer, ListenOptions } from "./adapters/http.ts";
export type { Interception, InterceptOptions } from "./adapters/nock/intercept.ts";
export type { Clock } from "./clock/clock.ts";
export type { VirtualClock } from "./clock/virtual-clock.ts";
export type { Fake } from "./fake/fake.ts";
export type { Handler, HandlerRequest, OperationShape } from "./fake/handlers/handlers.ts";
export type { FakeOptions } from "./fake/options.ts";
export type { FaultOptions } from "./faults/fault.ts";
export type { Journal, RecordedCall } from "./journal/journal.ts";
export type { ExpectedCall } from "./journal/received.ts";
export type { FakeState } from "./state/load-state.ts";
export type { CollectionHandle, Given, ItemHandle, SingletonHandle, StateHandle } from "./store/handles.ts";
export type {
  SendOptions,
  SentWebhook,
  WebhookAttempt,
  WebhookDefaults,
  Webhooks,
  WebhookTarget,
} from "./webhooks/webhooks.ts";
