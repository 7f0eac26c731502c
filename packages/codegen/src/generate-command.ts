export { checkout, generatePackages } from "./checkout.ts";
export { OF_TREE, resolveOptions } from "./commands/generate.ts";
export { runTree } from "./run-tree.ts";
export { UsageError } from "./usage-error.ts";
