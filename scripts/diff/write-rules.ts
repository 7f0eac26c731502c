import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rulesPage } from "@svc/diff";
import { defineCommand } from "../toolkit/command.ts";
import { ROOT } from "../toolkit/tools.ts";

export const writeRules = defineCommand({
  options: {},
  description: "Writes docs/diff-rules.md, the table of all rules of the diff, from engines/diff/src/rules.",
  async run() {
    writeFileSync(join(ROOT, "docs/diff-rules.md"), rulesPage());
    return 0;
  },
});
