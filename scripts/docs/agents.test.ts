import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../toolkit/tools.ts";
import { agentsPage } from "./agents.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test("AGENTS.md is what CONTRIBUTING.md gives", () => {
  expect(read("AGENTS.md"), "run: pnpm generate").toBe(agentsPage(read("CONTRIBUTING.md")));
});

test("it has the commands, and leads to files that are there", () => {
  const page = agentsPage(read("CONTRIBUTING.md"));
  expect(page).toContain("| `pnpm test` |");
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
});

test("a section that is gone is said", () => {
  expect(() => agentsPage("# A\n\n## Layout\n\nText.\n")).toThrow('no section "Where to begin"');
});
