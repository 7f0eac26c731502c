import { resolve } from "node:path";
import {
  checkout,
  generatePackages,
  OF_TREE,
  resolveOptions,
  runTree,
  UsageError,
} from "@svc/codegen/generate-command";
import { defineCommand } from "../toolkit/command.ts";
import { ROOT } from "../toolkit/tools.ts";

export const generate = defineCommand({
  options: OF_TREE,
  description: `Without --spec and --out: generates the packages from spec/, AGENTS.md, docs/diff-rules.md and
docs/stored-resources.md. With both: generates client and fake of any OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 document.`,
  async run({ values }) {
    const { check = false, explain = false, ...ofTree } = values;
    if (ofTree.out !== undefined || ofTree.spec !== undefined) {
      const options = resolveOptions(values, undefined);
      const next = `npx -y pnpm@12 start\n  npx -y pnpm@12 exec node ${resolve(options.out)}/try.ts`;
      // The packages of the checkout are linked into the tree: nothing is to be installed.
      const onSummary = (summary: string) => console.log(`\n${summary}\n\nTry it:\n  ${next}\n`);
      return runTree(options, { ...checkout, onSummary });
    }
    const [other] = Object.keys(ofTree);
    if (other !== undefined)
      throw new UsageError(`--${other} needs --spec FILE and --out DIR: the packages are generated from spec/ only.`);
    const { finishInterrupted } = await import("@svc/codegen/apply-stage");
    const { pages } = await import("./pages.ts");
    const finished = await finishInterrupted(ROOT, { isDry: check });
    if (finished !== undefined) console.error(finished);
    return generatePackages({ check, explain, pages: pages() });
  },
});
