export type { Model } from "@svc/model";
export type { Arbitrary } from "./arbitrary/index.ts";
export { type Builder, type BuilderTools, createBuilders, type ListBuilder } from "./build/index.ts";
export { createFake, type Fake } from "./fake/create-fake.ts";
export type { FakeOptions } from "./fake/options.ts";
