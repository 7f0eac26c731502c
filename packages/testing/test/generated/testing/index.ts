// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import { createBuilders, createFake, type Fake, type FakeOptions, lazyArbitraries } from "@svc/testing/runtime";
import type { Arbitraries } from "./arbitraries.ts";
import type { Builders } from "./builders.ts";
import type { ResourceOptions, Resources } from "./handles.ts";
import { model } from "./model.ts";
import type { OperationTypes, WebhookTypes } from "./operations.ts";
import { resources } from "./resources.ts";

export * from "@svc/testing/runtime";
export type * from "./arbitraries.ts";
export type * from "./builders.ts";
export type * from "./handles.ts";
export type * from "./operations.ts";
export { model };

/**
 * Creates a fake of the service that the document describes: it validates requests, limits their rate, and responds as
 * the document describes.
 * @throws TypeError for an option that does not exist or has an invalid value
 */
export function createFakeSvc(
  options: FakeOptions & ResourceOptions = {}
): Fake<OperationTypes, Resources, WebhookTypes> {
  return createFake<OperationTypes, Resources, WebhookTypes>(model, options, { resources });
}

/** Fixture builders: `build.<schema>(overrides)`, `build.args(operationId)`. */
export const build: Builders = createBuilders<Builders>(model);

/** fast-check arbitraries: `arbitrary.<schema>()`. fast-check is loaded with the first; `arbitrary.ts` imports it. */
export const arbitrary: Arbitraries = lazyArbitraries<Arbitraries>(model);
