/** What the generator asks of resources: which ones a document has. Without the store, which answers by them. */
export { propertiesOf } from "./facts/facts.ts";
export { pathShape, singular } from "./facts/path-shape.ts";
export type { Resource, Role } from "./facts/resource.ts";
export { type HandleNode, handleTree } from "./handle-tree.ts";
export { checkDeclarations } from "./infer/check-declarations.ts";
export { inferResources } from "./infer/infer.ts";
