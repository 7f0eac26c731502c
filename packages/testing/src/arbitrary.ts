/**
 * Arbitraries for the schemas of the document, for property tests with fast-check, which is an optional peer dependency.
 *
 * @packageDocumentation
 */
import { createArbitraries } from "@svc/schema/arbitrary";
import type { Arbitraries } from "./generated/arbitraries.ts";
import { model } from "./generated/model.ts";

/** Arbitraries of fast-check for the schemas of the service: `arbitrary.email()`. */
export const arbitrary: Arbitraries = createArbitraries<Arbitraries>(model);

export { type Arbitrary, createArbitraries, type StreamArbitraries } from "@svc/schema/arbitrary";
