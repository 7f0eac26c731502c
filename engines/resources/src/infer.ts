/** The half for generators: what the fake interprets is inferred here. */
export { checkDeclarations } from "./infer/check-declarations.ts";
export { inferResources } from "./infer/infer.ts";
export { inferTable } from "./infer/table.ts";
