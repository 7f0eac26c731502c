/**
 * Arbitraries of the document's schemas for property tests with fast-check, which is an optional peer.
 *
 * @packageDocumentation
 */
import { createArbitraries } from "@svc/schema/arbitrary";
import type { Arbitraries } from "./generated/arbitraries.ts";
import { model } from "./generated/model.ts";

/** fast-check arbitraries of the service's schemas: `arbitrary.email()`. */
export const arbitrary: Arbitraries = createArbitraries<Arbitraries>(model);

export { type Arbitrary, createArbitraries } from "@svc/schema/arbitrary";
