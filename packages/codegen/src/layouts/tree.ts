import { PARTS, type Part } from "../config/options.ts";
import { functions } from "../emitters/functions.ts";
import { clientEmitter, docsEmitter, projectEmitter, testingEmitter, typesEmitter } from "../emitters/tree-emitters.ts";
import { type Layout, PUBLISHED } from "../generate.ts";

/** Facts of a tree that its document does not say; the version is that of the runtimes that it depends on. */
type TreeFacts = Pick<Layout, "sdk" | "config" | "command"> & { readonly runtime: string };

/** Everything in a folder of its own, with a manifest: what `--out` gets. */
export function treeLayout({ sdk, config, command, runtime }: TreeFacts): Layout {
  const { parts = PARTS } = config;
  const { emitters = parts.includes("client") ? [functions()] : [] } = config;
  const own = [typesEmitter, clientEmitter, testingEmitter, docsEmitter].filter(
    ({ name }) => name === "types" || parts.includes(name as Part),
  );
  return {
    root: "",
    ...{ sdk, config, command },
    types: "../types/index.ts",
    wireTypes: "../types/wire/index.ts",
    runtimes: PUBLISHED,
    folders: [{ path: "", emitters: [...own, ...emitters, projectEmitter([...own, ...emitters], runtime)] }],
  };
}
