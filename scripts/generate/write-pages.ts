import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resourcesPage } from "@svc/codegen/workspace";
import { rulesPage } from "@svc/diff";
import { agentsPage } from "../docs/agents.ts";
import { ROOT } from "../toolkit/tools.ts";

/** Writes the pages that are made of other files: AGENTS.md of CONTRIBUTING.md, docs/diff-rules.md of the rules of the diff, and docs/stored-resources.md of a document. */
export function writePages(): void {
  writeFileSync(join(ROOT, "AGENTS.md"), agentsPage(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8")));
  writeFileSync(join(ROOT, "docs/diff-rules.md"), rulesPage());
  const travel = readFileSync(join(ROOT, "engines/model/fixtures/documents/train-travel.json"), "utf8");
  writeFileSync(join(ROOT, "docs/stored-resources.md"), resourcesPage(travel));
}
