export { BuildError, TooLargeError } from "./builders/build-error.ts";
export { argumentCheck, type BuilderOptions, createBuilders } from "./builders/create-builders.ts";
export { type Contradiction, explainContradiction } from "./builders/explain-contradiction.ts";
export { type GenerateContext, generate, REFERENCE_TIME } from "./builders/generate.ts";
export { createRandom, type Seed, seedOf } from "./builders/random.ts";
export type { Derive, Direction, Mode } from "./builders/run.ts";
export { makeStream, type StreamContent } from "./builders/stream-items.ts";
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
  StreamBuilders,
  TraitBuilders,
  Traits,
  TraitsOf,
  WithTraits,
} from "./builders/types.ts";
export { compilerOf } from "./shape/compiler.ts";
export { createValidate, type Validate } from "./validate/validator.ts";
export type { Issue } from "./validate/visit.ts";
export type { ErrorTexts } from "./values/error-texts.ts";
export { uuidOf } from "./values/value-context.ts";
