export { createNormalizer, type Normalizer } from "./create-normalizer.ts";
