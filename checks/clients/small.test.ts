import { expect, test } from "vitest";
import { missing } from "./report.ts";
import { runAtFake } from "./run-vendor.ts";
import { VENDORS } from "./vendors.ts";

// One small client of those that `pnpm test:clients` runs, which is installed with the workspace.

test("a vendor's client, unmodified, does at the fake what its user expects", { timeout: 240_000 }, async () => {
  const vendor = VENDORS.find(({ name }) => name === "ynab");
  if (vendor === undefined) throw new Error("There is no such vendor.");
  const outcomes = await runAtFake(vendor);
  expect(outcomes.length).toBeGreaterThanOrEqual(12);
  expect(missing(outcomes)).toEqual([]);
});
