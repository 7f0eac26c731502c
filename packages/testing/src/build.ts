/**
 * Fixture builders for the schemas of the document: they build complete and valid values, the same for the same seed.
 *
 * @packageDocumentation
 */
import { type BuilderOptions, createBuilders as createBuildersOf, type Traits, type WithTraits } from "@svc/schema";
import type { Builders } from "./generated/builders.ts";
import { model } from "./generated/model.ts";

/** Options of {@link createBuilders}. */
export type SvcBuilderOptions<Added extends Traits<Builders>> = BuilderOptions<Builders, Added>;

/**
 * Creates fixture builders for the schemas of the service, with options: a seed, the clock of a fake
 * (`{ now: fake.clock.now }`), further traits. Each call starts new sequences.
 */
export function createBuilders<const Added extends Traits<Builders> = Record<never, never>>(
  options: SvcBuilderOptions<Added> = {},
): WithTraits<Builders, Added> {
  return createBuildersOf<Builders, Added>(model, options);
}

/** Fixture builders: `build.email(overrides)`, `build.emails(3)`, `build.email.html()`, `build.args(operationId)`. */
export const build: Builders = createBuilders();

export {
  type Build,
  BuildError,
  type Builder,
  type BuilderOptions,
  type BuilderTools,
  type DeepPartial,
  type ListBuilder,
  type Overrides,
} from "@svc/schema";
