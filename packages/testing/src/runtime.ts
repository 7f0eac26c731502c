export { type Model, readSharedJson } from "@svc/model/data";
export type { ResourceTable } from "@svc/resources";
export {
  BuildError,
  type Builder,
  type BuilderOptions,
  type BuilderTools,
  createBuilders,
  type ListBuilder,
  type StreamBuilders,
  type TraitBuilders,
} from "@svc/schema";
export { systemClock } from "./clock/clock.ts";
export { createVirtualClock } from "./clock/virtual-clock.ts";
export type * from "./common-types.ts";
export { createFake } from "./fake/create-fake.ts";
export { assertReceived, matchers } from "./journal/received.ts";
export { lazyArbitraries } from "./load-on-use.ts";
export type { PartOf } from "./store/handles.ts";
