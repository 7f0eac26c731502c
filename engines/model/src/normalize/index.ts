export { createNormalizer, type Normalizer } from "./create-normalizer.ts";
export { compilePattern } from "./pattern.ts";
