export type { Answer, ResourceCall } from "./context.ts";
export { FAKE_NAMES, type HandleNode, handleTree, topNames } from "./handle-tree.ts";
export { inferResources } from "./infer.ts";
export type { Extra, FileDeclaration, Filter, ListRole, Order, Resource, Role } from "./resource.ts";
export { createStore, type Holder, type Store, type StoreSetUp } from "./store.ts";
export type { Build, Issue, Tools, Wish } from "./tools.ts";
