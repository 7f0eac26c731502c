import type { Emitter } from "../emitter.ts";
import { functions } from "../emitters/functions.ts";
import { projectEmitter } from "../emitters/tree-emitters.ts";
import { type Layout, PUBLISHED } from "../generate.ts";
import { isPart } from "../run-emitter.ts";

/** Facts of a tree that its document does not say; the version is that of the runtimes that it depends on. */
export type TreeFacts = Pick<Layout, "sdk" | "config" | "command"> & { readonly runtime: string };

/**
 * Everything in a folder of its own, with a manifest: what `--out` gets.
 *
 * @param own emitters of the types and of all parts; parts that the configuration leaves out are left out here
 */
export function treeLayout({ sdk, config, command, runtime }: TreeFacts, own: readonly Emitter[]): Layout {
  const { emitters = isPart({ name: "client" }, config) ? [functions()] : [] } = config;
  const all = [...own.filter((emitter) => isPart(emitter, config)), ...emitters];
  return {
    root: "",
    ...{ sdk, config, command },
    types: "../types/index.ts",
    wireTypes: "../types/wire/index.ts",
    runtimes: PUBLISHED,
    folders: [{ path: "", emitters: [...all, projectEmitter(all, runtime)] }],
  };
}
