import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";
import { type Judged, missing, problemsOf, table } from "./report.ts";
import { iterateAtFake, runAtFake, sdkOf } from "./run-vendor.ts";
import { VENDORS, type Vendor } from "./vendors.ts";

export const testClients = defineCommand({
  operands: ["[NAME ...]"],
  options: {},
  description: `Calls fakes of vendors' documents by the vendors' own clients, unmodified and over HTTP; then our own clients of these
documents iterate over all lists that come in parts. The vendors' clients are installed when first needed. Prints a table, and exits 1 where a call that is no known exception does not do what a user of the client expects,
or a list does not give every item once.

NAME: ${VENDORS.map(({ name }) => name).join(", ")}; default: all`,
  async run({ operands }) {
    const chosen = choose(operands);
    await installWorkspace(join(import.meta.dirname, "test"));
    const judged: Judged[] = [];
    for (const vendor of chosen) {
      const sdk = await sdkOf(vendor);
      const here = await runAtFake(vendor, sdk);
      const lists = await iterateAtFake(sdk);
      judged.push({ vendor, version: versionOf(vendor), here, lists });
      for (const line of problemsOf(judged.at(-1) as Judged)) console.error(line);
    }
    console.log(table(judged));
    return judged.some(({ here, lists }) => missing(here).length + lists.problems.length > 0) ? 1 : 0;
  },
});

function choose(names: readonly string[]): readonly Vendor[] {
  const unknown = names.find((name) => !VENDORS.some((vendor) => vendor.name === name));
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is none of the vendors.`);
  return VENDORS.filter(({ name }) => names.length === 0 || names.includes(name));
}

function versionOf({ client }: Vendor): string {
  const text = readFileSync(join(import.meta.dirname, "test/package.json"), "utf8");
  return (JSON.parse(text) as { dependencies: { readonly [name: string]: string } }).dependencies[client] ?? "";
}
