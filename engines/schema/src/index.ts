export { BuildError, issueText, TooLargeError } from "./builders/build-error.ts";
export { argumentCheck, type BuilderOptions, createBuilders } from "./builders/create-builders.ts";
export { directionsOf } from "./builders/directions.ts";
export { type GenerateContext, generate } from "./builders/generate.ts";
export { createRandom, seedOf } from "./builders/random.ts";
export type { Mode } from "./builders/run.ts";
export { makeStream, type StreamContent } from "./builders/stream-items.ts";
export type {
  Build,
  Builder,
  BuilderTools,
  DeepPartial,
  ListBuilder,
  Overrides,
  StreamBuilders,
  TraitBuilders,
  Traits,
  WithTraits,
} from "./builders/types.ts";
export { type Dialect, dialectOf } from "./dialect.ts";
export { canonicalText } from "./json.ts";
export { compilerOf, lazy } from "./shape/compiler.ts";
export { mergedOf } from "./shape/merged.ts";
export type { Shape } from "./shape/shape.ts";
export { directed, LENIENT, PYTHON, type Rules, STRICT } from "./validate/rules.ts";
export { lengthOf } from "./validate/scalars.ts";
export { createValidate, type Validate } from "./validate/validator.ts";
export type { Issue } from "./validate/visit.ts";
