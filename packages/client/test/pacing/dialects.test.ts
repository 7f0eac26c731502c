import { expect, test } from "vitest";
import { dialects } from "./dialects.ts";
import { simulate } from "./simulator.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test.each(Object.entries(dialects))("%s: every call is answered, with few refusals", async (_, [family, most]) => {
  for (const seed of SEEDS) {
    const outcome = await simulate(family(seed));
    expect([outcome.completed, outcome.failed, outcome.unsettled, outcome.timers]).toEqual([150, 0, 0, 0]);
    expect(outcome.refused).toBeLessThanOrEqual(most);
  }
});

test("windows of seconds to go are used at once, though their ends are rounded", async () => {
  for (const name of ["IETF draft 6", "IETF draft 8", "seconds to go", "seconds to go, early ones kept out"]) {
    for (const seed of SEEDS) {
      const [family] = dialects[name] as (typeof dialects)[string];
      const { endedAt, acceptedAt } = await simulate(family(seed));
      expect(endedAt - (acceptedAt[0] ?? 0)).toBeLessThan(6 * 2000 + 1500);
    }
  }
});
