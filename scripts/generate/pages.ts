import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rulesPage } from "@svc/diff";
import { agentsPage } from "../docs/agents.ts";
import { ROOT } from "../toolkit/tools.ts";
import { resourcesPage } from "./resources-page.ts";

/**
 * Pages that are made of other files: AGENTS.md of CONTRIBUTING.md, docs/diff-rules.md of the rules of the diff, and
 * docs/stored-resources.md of a document.
 */
export function pages(): ReadonlyMap<string, string> {
  return new Map([
    ["AGENTS.md", agentsPage(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"))],
    ["docs/diff-rules.md", rulesPage()],
    ["docs/stored-resources.md", resourcesPage(readFileSync(join(ROOT, TRAIN_TRAVEL), "utf8"))],
  ]);
}

const TRAIN_TRAVEL = "engines/model/fixtures/documents/train-travel.json";
