/** The half for generators: what the fake interprets is inferred here. */
export { checkDeclarations } from "./infer/check-declarations.ts";
export { compareTables } from "./infer/compare-tables.ts";
export { inferResources } from "./infer/infer.ts";
export { declarationsOf, isPath } from "./infer/overlay.ts";
export { inferTable } from "./infer/table.ts";
