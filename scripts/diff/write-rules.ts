import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "../toolkit/command.ts";
import { ROOT } from "../toolkit/tools.ts";
import { rulesPage } from "./rules/rules-page.ts";

export const writeRules = defineCommand({
  options: {},
  description: "Writes docs/diff-rules.md, the table of all rules of the diff, from scripts/diff/rules.",
  async run() {
    writeFileSync(join(ROOT, "docs/diff-rules.md"), rulesPage());
    return 0;
  },
});
