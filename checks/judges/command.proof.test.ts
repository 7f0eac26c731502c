import { isWhole } from "@svc/model/test-support/proofs";
import { expect, test } from "vitest";
import { JUDGES } from "./command.ts";
import { tally } from "./judge.ts";

test.each(JUDGES.map((judge) => [judge.suite, judge] as const))(
  "%s is right, but for the differences that are wanted",
  { timeout: 600_000 },
  async (_, judge) => {
    const { cases, wanted, wrong } = await tally(judge, isWhole);
    expect(cases).toBeGreaterThan(0);
    expect(wrong.slice(0, 20)).toEqual([]);
    // A sample may have none of them.
    if (isWhole) expect([...wanted].filter(([, count]) => count === 0)).toEqual([]);
  },
);
