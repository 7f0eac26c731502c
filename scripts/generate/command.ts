import { resolve } from "node:path";
import { checkout, generatePackages, OF_TREE, runTree, sdkName, UsageError } from "@svc/codegen/workspace";
import { defineCommand } from "../toolkit/command.ts";
import { ROOT } from "../toolkit/tools.ts";

export const generate = defineCommand({
  options: OF_TREE,
  description: `Without --spec and --out: generates the packages from spec/, AGENTS.md and docs/diff-rules.md. With both: generates client and fake of any
OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 document.`,
  async run({ values }) {
    const { explain = false, name } = values;
    const { spec, out, check = false, overlay = [], strict = false, "open-enums": openEnums = false } = values;
    const allowNetwork = values["allow-network"] ?? false;
    if (out !== undefined && spec !== undefined)
      return runTree(
        {
          spec,
          out,
          check,
          openEnums,
          strict,
          overlays: overlay,
          allowNetwork,
          explain,
          ...(name && { name: sdkName(name) }),
        },
        // The packages of the checkout are linked into the tree: nothing is to be installed.
        {
          ...checkout,
          onSummary: (summary) =>
            console.log(
              `\n${summary}\n\nTry it:\n  npx -y pnpm@12 start\n  npx -y pnpm@12 exec node ${resolve(out)}/try.ts\n`,
            ),
        },
      );
    if (out !== undefined) throw new UsageError("--out needs --spec FILE: the document to generate from.");
    if (spec !== undefined) throw new UsageError("--spec needs --out DIR: the packages are generated from spec/ only.");
    if (name !== undefined) throw new UsageError("--name needs --spec: the packages are called what they are.");
    if (openEnums)
      throw new UsageError("--open-enums needs --spec: for the packages, spec/ says it with x-svc-open-enums.");
    if (allowNetwork) throw new UsageError("--allow-network needs --spec.");
    if (strict || overlay.length > 0)
      throw new UsageError("--strict and --overlay need --spec: spec/ is always strict, and has spec/overlays/.");
    const { finishInterrupted } = await import("@svc/codegen/apply-stage");
    const { writePages } = await import("./write-pages.ts");
    const finished = await finishInterrupted(ROOT, { isDry: check });
    if (finished !== undefined) console.error(finished);
    if (!check && !explain) writePages();
    return generatePackages({ check, explain });
  },
});
