/**
 * Fixture builders of the document's schemas: complete and valid values, the same for the same seed.
 *
 * @packageDocumentation
 */
import type { Traits, WithTraits } from "./build/index.ts";
import { type BuilderOptions, createBuilders as createBuildersOf } from "./build/index.ts";
import { type OwnTraits, ownTraits } from "./build/own-traits.ts";
import type { Builders } from "./generated/builders.ts";
import { model } from "./generated/model.ts";

const own = ownTraits<Builders>(model);

/** Options of {@link createBuilders}. */
export type SvcBuilderOptions<Added extends Traits<Builders>> = BuilderOptions<Builders, Added>;

/**
 * Fixture builders of the service's schemas, each call with sequences of its own: with a seed, with a fake's clock
 * (`{ now: fake.clock.now }`), with further traits.
 */
export function createBuilders<const Added extends Traits<Builders> = OwnTraits<Builders>>(
  options: SvcBuilderOptions<Added> = {},
): WithTraits<Builders, Added> {
  const all = { ...options, traits: options.traits ?? own.traits, derive: { ...own.derive, ...options.derive } };
  return createBuildersOf<Builders, Added>(model, all as unknown as SvcBuilderOptions<Added>);
}

/** Fixture builders: `build.email(overrides)`, `build.emails(3)`, `build.email.html()`, `build.args(operationId)`. */
export const build: WithTraits<Builders, OwnTraits<Builders>> = createBuilders();

export {
  type Build,
  BuildError,
  type Builder,
  type BuilderOptions,
  type BuilderTools,
  type DeepPartial,
  type ListBuilder,
  type Overrides,
} from "./build/index.ts";
