import { describe, expect, test } from "vitest";
import { diff, documentsOf } from "../../test/support/policy-case.ts";
import { POLICY } from "../../test/support/policy-cases.ts";

describe.for(POLICY)("%s", ([, cases]) => {
  test.for(cases)("$row asks for $level", (row) => {
    const { old, now } = documentsOf(row);
    const { level, changes } = diff(old, now);
    expect(level, changes.map(({ id }) => id).join(", ")).toBe(row.level);
    expect(changes.find((change) => change.level === level)?.labels).toEqual(row.labels ?? expect.anything());
  });

  test.for(cases)("$row, taken back, asks for $back", (row) => {
    const { old, now } = documentsOf(row);
    const { level, changes } = diff(now, old);
    expect(level, changes.map(({ id }) => id).join(", ")).toBe(row.back);
  });

  test.for(cases)("$row is told once", (row) => {
    const { old, now } = documentsOf(row);
    expect(diff(old, now).changes.map(({ message }) => message)).toHaveLength(1);
  });

  test.for(cases)("$row keeps its level with open enums, or has the policy's level in brackets", (row) => {
    const { old, now } = documentsOf(row);
    expect(diff(old, now, { openEnums: true }).level).toBe(row.open ?? row.level);
  });
});

test("one cause has one id", () => {
  const ids = POLICY.flatMap(([, cases]) => cases).map((row) => {
    const { old, now } = documentsOf(row);
    return diff(old, now).changes.map(({ id }) => id);
  });
  for (const list of ids) expect(new Set(list).size).toBe(list.length);
});
