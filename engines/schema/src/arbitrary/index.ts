export type { Arbitrary } from "fast-check";
export { createArbitraries } from "./create-arbitraries.ts";
export type { FastCheckModule, JsonArbitrary } from "./node-arbitrary.ts";
export { createNodeArbitraries } from "./node-arbitrary.ts";
export type { StreamArbitraries } from "./streams.ts";
