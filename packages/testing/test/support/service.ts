import { readFileSync } from "node:fs";
import { parseDocument } from "@svc/model";
import { createBuilders } from "@svc/schema";
import { createFake } from "../../src/fake/create-fake.ts";
import type { Fake as FakeOf } from "../../src/fake/fake.ts";
import type { FakeOptions } from "../../src/fake/options.ts";
import { createFakeSvc as createOwnFake } from "../../src/index.ts";
import type { Builders } from "../generated/testing/builders.ts";
import type { ResourceOptions, Resources } from "../generated/testing/handles.ts";
import { model } from "../generated/testing/model.ts";
import type { OperationTypes } from "../generated/testing/operations.ts";
import { resources } from "../generated/testing/resources.ts";

// The packages' own tests are about a document of their own, which stays as it is when the service's changes.
export { type FakeServer, type FaultOptions, systemClock } from "../../src/index.ts";
export type { OperationTypes };
export { model };

/** Options of the package's own `createFakeSvc`, for that document. */
export type FakeSvcOptions = FakeOptions & ResourceOptions & { readonly document?: unknown };

/** The document, as JSON and YAML parsers give it; `SERVICE_FILE` is its file. */
export const SERVICE_FILE: string = new URL("../../../../engines/model/fixtures/service.yaml", import.meta.url)
  .pathname;
const service: unknown = parseDocument(readFileSync(SERVICE_FILE, "utf8"), SERVICE_FILE).document;

/** A fake with the handles of that document. */
export type Fake<Types> = FakeOf<Types, Resources>;

/** `createFakeSvc` of the package, for that document. */
export function createFakeSvc(options: FakeSvcOptions = {}): Fake<OperationTypes> {
  if (options.document !== undefined) return createOwnFake(options) as unknown as Fake<OperationTypes>;
  return createFake<OperationTypes, Resources>(model, { ...options, document: service }, { resources });
}

/** `build` of the package, for that document. */
export const build: Builders = createBuilders<Builders>(model);
