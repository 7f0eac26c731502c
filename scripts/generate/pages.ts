import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rulesPage } from "@svc/diff";
import { agentsPage } from "../docs/agents.ts";
import { ROOT } from "../toolkit/tools.ts";

/** Pages that are made of other files: AGENTS.md of CONTRIBUTING.md, docs/diff-rules.md of the rules of the diff. */
export function pages(): ReadonlyMap<string, string> {
  return new Map([
    ["AGENTS.md", agentsPage(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"))],
    ["docs/diff-rules.md", rulesPage()],
  ]);
}
