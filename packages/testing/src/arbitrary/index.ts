export type { Arbitrary } from "fast-check";
export type { FastCheckModule } from "./context.ts";
export { createArbitraries } from "./create-arbitraries.ts";
