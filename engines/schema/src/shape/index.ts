export { compilerOf } from "./compiler.ts";
export { mergedOf } from "./merged.ts";
