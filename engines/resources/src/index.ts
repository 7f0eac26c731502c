export type { Cell } from "./cells.ts";
export type { Answer, ResourceCall } from "./context.ts";
export { FAKE_NAMES, type HandleNode, handleTree, topNames } from "./handle-tree.ts";
export type { Explain, Holder } from "./holder.ts";
export { inferResources } from "./infer.ts";
export { singular } from "./path-shape.ts";
export type { Extra, FileDeclaration, Filter, ListRole, Order, Resource, Role } from "./resource.ts";
export { createStore, type Store, type StoreSetUp } from "./store.ts";
export type { Build, Issue, Tools, Wish } from "./tools.ts";
