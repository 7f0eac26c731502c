export { BuildError } from "./build-error.ts";
export { type BuilderOptions, createBuilders } from "./create-builders.ts";
export { type GenerateContext, generate, REFERENCE_TIME } from "./generate.ts";
export { type Seed, seedOf } from "./random.ts";
export type { Derive, Direction, Mode } from "./run.ts";
export type {
  ArgumentOptions,
  Build,
  Builder,
  BuilderTools,
  Built,
  DeepPartial,
  ListBuilder,
  Overrides,
  Relations,
  TraitBuilders,
  Traits,
  TraitsOf,
  WithTraits,
} from "./types.ts";
export { createValidate, type Validate } from "./validate/validator.ts";
export type { Issue } from "./validate/visit.ts";
export { whereNothing } from "./where-nothing.ts";
