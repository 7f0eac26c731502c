import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { adaptPages } from "../readme/adapt-pages.ts";
import { checkLinks } from "../readme/check-links.ts";
import { checkPages } from "../readme/check-pages.ts";
import { checkWidth } from "../readme/check-width.ts";
import { type Page, readPages } from "../readme/page.ts";

// Checks the guides: every block compiles and runs, or there is a reason why not; every link leads somewhere. Prints a line
// for each finding; names on the command line choose guides, --verbose lists what was not run, --adapt makes them agree with another
// document first. So are the examples of the API reference, which stand in docs/api.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: "boolean" }, adapt: { type: "boolean" } },
});
const files = ["docs/guides", "docs/api"].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
);
const isChosen = (file: string) => positionals.length === 0 || positionals.includes(basename(file, ".md"));

const paths = files.filter((file) => file.endsWith(".md") && isChosen(file)).sort();
let summary = "";
const found = values.adapt ? await adaptPages(paths, check) : await check(await readPages(paths));
const findings = paths.length === 0 ? ["no guide was found"] : found;
for (const finding of findings) console.log(finding);
if (findings.length === 0) console.log(summary);
process.exitCode = findings.length === 0 ? 0 : 1;

async function check(pages: readonly Page[]): Promise<readonly string[]> {
  // Where that fails (no network), the blocks that compare with others are reported as not run.
  if (pages.some(({ markdown }) => markdown.includes('from "axios"')))
    await installWorkspace(`${import.meta.dirname}/peers`).catch(() => undefined);
  const links = checkLinks(pages);
  const { run, checkedOnly, notRun, findings: wrong } = await checkPages(pages);
  if (values.verbose) for (const reason of [...checkedOnly, ...notRun]) console.log(`not run: ${reason}`);
  summary = `${pages.length} guides: ${run} blocks run, ${checkedOnly.length} type-checked or parsed only, ${notRun.length} commands not run, ${links.count} links`;
  return [...wrong, ...links.findings, ...checkWidth(pages)];
}
