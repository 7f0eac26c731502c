import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULE_GROUPS, RULES } from "./index.ts";
import type { Rule } from "./rule.ts";
import { fillMessage } from "./rule.ts";
import { rulesPage } from "./rules-page.ts";

test("the page in docs/ is what the rules give", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/diff-rules.md"), "utf8");
  expect(page, "run: pnpm generate").toBe(rulesPage());
});

test("no rule is in two groups", () => {
  const ids = RULE_GROUPS.flatMap(([, rules]) => Object.keys(rules));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.sort()).toEqual(Object.keys(RULES).sort());
});

test("every rule has a verdict, and each is written as it is read", () => {
  const written = /^(?:major|minor|patch)(?: \((?:major|minor|patch)\))?(?:, (?:compile|runtime|fixture))*$/;
  for (const [id, { levels }] of Object.entries<Rule>(RULES)) {
    const verdicts = typeof levels === "string" ? [levels] : Object.values(levels);
    expect(verdicts, id).not.toHaveLength(0);
    for (const verdict of verdicts) expect(verdict, id).toMatch(written);
  }
});

test("a fact that is missing stays visible in a message", () => {
  expect(fillMessage("{a} and {b}", { a: "{b}" })).toBe("{b} and {b}");
  expect(fillMessage("{constructor}", {})).toBe("{constructor}");
});
