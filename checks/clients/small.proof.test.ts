import { expect, test } from "vitest";
import { missing } from "./report.ts";
import { iterateAtFake, runAtFake, sdkOf } from "./run-vendor.ts";
import { VENDORS, type Vendor } from "./vendors.ts";

// One small client of those that `pnpm test:clients` runs, which is installed with the workspace, and the lists of a small document.

const vendorOf = (wanted: string): Vendor => {
  const vendor = VENDORS.find(({ name }) => name === wanted);
  if (vendor === undefined) throw new Error(`There is no vendor ${wanted}.`);
  return vendor;
};

test("a vendor's client, unmodified, does at the fake what its user expects", { timeout: 240_000 }, async () => {
  const vendor = vendorOf("ynab");
  const outcomes = await runAtFake(vendor, await sdkOf(vendor));
  expect(outcomes.length).toBeGreaterThanOrEqual(12);
  expect(missing(outcomes)).toEqual([]);
});

test("the generated client gives every item of a vendor's lists once", { timeout: 240_000 }, async () => {
  const found = await iterateAtFake(await sdkOf(vendorOf("resend")));
  expect(found).toEqual({ lists: 23, madeUp: 0, alike: 0, problems: [] });
});
