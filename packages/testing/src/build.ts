/**
 * Fixture builders of the document's schemas: complete and valid values, the same for the same seed.
 *
 * @packageDocumentation
 */
import type { Relations, Traits, WithTraits } from "./build/index.ts";
import { type BuilderOptions, createBuilders as createBuildersOf } from "./build/index.ts";
import type { Builders } from "./generated/builders.ts";
import { model } from "./generated/model.ts";

/** Emails as tests tell them apart. */
const emailTraits = {
  html: { html_content: "<p>Your code is <b>123456</b>.</p>", text_content: "Your code is 123456." },
  plain: { html_content: null, text_content: "Your code is 123456." },
  anonymous: { sender_email: null, sender_name: null },
} as const;

const traits: { readonly email: typeof emailTraits } = { email: emailTraits };

const derive: Relations<Builders> = {
  networkLogs: ({ batches }) => (batches == null ? {} : { total_batch_count: batches.length }),
};

/** Options of {@link createBuilders}. */
export type SvcBuilderOptions<Added extends Traits<Builders>> = BuilderOptions<Builders, Added>;

/**
 * Fixture builders of the service's schemas, each call with sequences of its own: with a seed, with a fake's clock
 * (`{ now: fake.clock.now }`), with further traits.
 */
export function createBuilders<const Added extends Traits<Builders> = typeof traits>(
  options: SvcBuilderOptions<Added> = {},
): WithTraits<Builders, Added> {
  const all = { ...options, traits: options.traits ?? traits, derive: { ...derive, ...options.derive } };
  return createBuildersOf<Builders, Added>(model, all as unknown as SvcBuilderOptions<Added>);
}

/** Fixture builders: `build.email(overrides)`, `build.emails(3)`, `build.email.html()`, `build.args(operationId)`. */
export const build: WithTraits<Builders, typeof traits> = createBuilders();

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
