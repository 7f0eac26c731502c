export { createNormalizer, type NormalizedSchema, type Normalizer } from "./create-normalizer.ts";
export { compilePattern } from "./pattern.ts";
