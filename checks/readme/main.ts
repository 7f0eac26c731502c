import { countLeftOut } from "../../scripts/docs/left-out.ts";
import { adaptPages } from "./adapt-pages.ts";
import { checkLinks } from "./check-links.ts";
import { checkPages } from "./check-pages.ts";
import { checkWidth } from "./check-width.ts";
import { type Page, readPages } from "./page.ts";

// Checks that what the READMEs show is so: their examples compile and run against the packed packages, their commands
// and links exist. Prints a line for each finding. --adapt makes them agree with another document first.
const PAGES = [
  "README.md",
  "spec/README.md",
  "packages/types/README.md",
  "packages/client/README.md",
  "packages/testing/README.md",
  "packages/mcp/README.md",
];

let summary = "";
const findings = process.argv.includes("--adapt")
  ? await adaptPages(PAGES, check)
  : await check(await readPages(PAGES));
for (const finding of findings) console.log(finding);
if (findings.length === 0) console.log(summary);
process.exitCode = findings.length === 0 ? 0 : 1;

async function check(pages: readonly Page[]): Promise<readonly string[]> {
  const links = checkLinks(pages);
  const result = await checkPages(pages);
  const wide = checkWidth([...pages, ...(await readPages(["packages/codegen/README.md"]))]);
  const without = pages
    .filter(({ blocks, markdown }) => !blocks.some(({ language }) => language === "ts") && countLeftOut(markdown) === 0)
    .map(({ path }) => `${path}: no TypeScript example was found`);
  summary = `${pages.length} pages, ${result.run} blocks run, ${result.notRun.length} commands not run, ${links.count} links exist`;
  return [...result.findings, ...links.findings, ...wide, ...without];
}
