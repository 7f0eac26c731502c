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

test("every rule has a verdict, and is for the document or for directions, not both", () => {
  for (const [id, rule] of Object.entries<Rule>(RULES)) {
    const hasDirection = rule.request !== undefined || rule.response !== undefined;
    expect(hasDirection, id).toBe(rule.document === undefined);
  }
});

test("a fact that is missing stays visible in a message", () => {
  expect(fillMessage("{a} and {b}", { a: "{b}" })).toBe("{b} and {b}");
  expect(fillMessage("{constructor}", {})).toBe("{constructor}");
});
