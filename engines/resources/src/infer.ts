/** The half for generators: which resources a document has, as the table that the fake interprets. Without the store. */
export { propertiesOf } from "./facts/facts.ts";
export { singular } from "./facts/path-shape.ts";
export type { Resource, Role } from "./facts/resource.ts";
export { type HandleNode, handleTree } from "./handle-tree.ts";
export { checkDeclarations } from "./infer/check-declarations.ts";
export { compareTables } from "./infer/compare-tables.ts";
export { inferResources } from "./infer/infer.ts";
export { declarationsOf, isPath } from "./infer/overlay.ts";
export { inferTable } from "./infer/table.ts";
