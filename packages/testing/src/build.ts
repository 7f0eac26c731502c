/**
 * Fixture builders for the schemas of the document: they build complete and valid values, the same for the same seed.
 *
 * @packageDocumentation
 */
import type { Traits, WithTraits } from "@svc/schema";
import { type BuilderOptions, createBuilders as createBuildersOf, type OwnTraits, ownTraits } from "@svc/schema";
import type { Builders } from "./generated/builders.ts";
import { model } from "./generated/model.ts";
import { mergeTraits } from "./merge-traits.ts";

const own = ownTraits<Builders>(model);

/** Options of {@link createBuilders}. */
export type SvcBuilderOptions<Added extends Traits<Builders>> = BuilderOptions<Builders, Added>;

/**
 * Creates fixture builders for the schemas of the service, with options: a seed, the clock of a fake
 * (`{ now: fake.clock.now }`), further traits. Each call starts new sequences.
 */
export function createBuilders<const Added extends Traits<Builders> = Record<never, never>>(
  options: SvcBuilderOptions<Added> = {},
): WithTraits<WithTraits<Builders, OwnTraits<Builders>>, Added> {
  const traits = mergeTraits(model, own.traits, options.traits);
  const all: unknown = { ...options, traits, derive: { ...own.derive, ...options.derive } };
  const builders: unknown = createBuildersOf<Builders>(model, all as BuilderOptions<Builders, Record<never, never>>);
  return builders as WithTraits<WithTraits<Builders, OwnTraits<Builders>>, Added>;
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
} from "@svc/schema";
