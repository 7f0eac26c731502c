import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { checkCode } from "./check-code.ts";
import { checkLinks } from "./check-links.ts";
import { checkPages } from "./check-pages.ts";
import { checkWidth } from "./check-width.ts";
import { type Page, readPages } from "./page.ts";

// Checks READMEs, guides, and examples of the API reference, which stand in docs/api: every block compiles and runs against
// the packed packages, or there is a reason why not; commands exist, and every link leads somewhere. Prints a line for each
// finding; names on the command line choose guides, --types only type-checks the code of pages and examples.
const READMES = ["spec", "packages/types", "packages/client", "packages/testing", "packages/mcp"].map(
  (folder) => `${folder}/README.md`,
);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { types: { type: "boolean" } },
});
const guides = ["docs/guides", "docs/api"].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`),
);
const isChosen = (file: string) => positionals.includes(basename(file, ".md"));

const all = ["README.md", ...READMES, ...guides.sort()];
const paths = positionals.length === 0 ? all : guides.filter(isChosen);
let summary = "";
const pages = await readPages(paths);
const found = values.types ? await checkCode(pages) : await check(pages);
const findings = paths.length === 0 ? ["no page was found"] : found;
for (const finding of findings) console.log(finding);
if (findings.length === 0) console.log(summary);
process.exitCode = findings.length === 0 ? 0 : 1;

async function check(pages: readonly Page[]): Promise<readonly string[]> {
  const links = checkLinks(pages);
  const { run, checkedOnly, notRun, findings: wrong } = await checkPages(pages);
  summary = `${pages.length} pages: ${run} blocks run, ${checkedOnly} type-checked or parsed only, ${notRun} commands not run, ${links.count} links`;
  const wide = checkWidth([...pages, ...(await readPages(["packages/codegen/README.md"]))]);
  const without = pages
    .filter(({ path }) => path.endsWith("README.md"))
    .filter(({ blocks }) => !blocks.some(({ language }) => language === "ts"))
    .map(({ path }) => `${path}: no TypeScript example was found`);
  return [...wrong, ...links.findings, ...wide, ...without];
}
