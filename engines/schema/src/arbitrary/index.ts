export type { Arbitrary } from "fast-check";
export type { FastCheckModule, JsonArbitrary } from "./context.ts";
export { createArbitraries } from "./create-arbitraries.ts";
export { createNodeArbitraries } from "./node-arbitrary.ts";
export type { StreamArbitraries } from "./streams.ts";
