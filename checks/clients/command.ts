import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { type Judged, missing, problemsOf, table } from "./report.ts";
import { generateSdk, iterateAtFake, runAtFake, runAtPrism } from "./run-vendor.ts";
import { VENDORS, type Vendor } from "./vendors.ts";

const PAGE = join(ROOT, "docs/decisions/clients.md");

export const testClients = defineCommand({
  operands: ["[NAME ...]"],
  options: {
    "no-peer": { type: "boolean", text: "without Prism, which takes most of the time" },
    write: { type: "boolean", text: "put the table into docs/decisions/clients.md" },
  },
  description: `Calls fakes of vendors' documents by the vendors' own clients, unmodified and over HTTP, and Prism's mock server by the same
calls; then our own clients of these documents iterate over all lists that come in parts. The vendors' clients are installed when
first needed. Prints a table, and exits 1 where a call that is no known exception does not do what a user of the client expects,
or a list does not give every item once.

NAME: ${VENDORS.map(({ name }) => name).join(", ")}; default: all`,
  async run({ values, operands }) {
    const chosen = choose(operands);
    if (values.write === true && (values["no-peer"] === true || chosen.length < VENDORS.length))
      throw new UsageError("--write needs all vendors, and the peer.");
    await installWorkspace(join(import.meta.dirname, "test"));
    const judged: Judged[] = [];
    for (const vendor of chosen) {
      const sdk = await generateSdk(vendor);
      const here = await runAtFake(vendor, sdk);
      const lists = await iterateAtFake(sdk);
      const peer = values["no-peer"] === true ? undefined : await runAtPrism(vendor).catch(() => []);
      judged.push({ vendor, version: versionOf(vendor), here, peer, lists });
      for (const line of problemsOf(judged.at(-1) as Judged)) console.error(line);
    }
    const markdown = table(judged);
    console.log(markdown);
    if (values.write === true) writePage(markdown);
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

/** Replaces what stands below the page's heading for it. */
function writePage(markdown: string): void {
  const [text = ""] = readFileSync(PAGE, "utf8").split(/(?<=\n## The table\n)/);
  writeFileSync(PAGE, `${text}\n${markdown}`);
}
