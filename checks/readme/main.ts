import { checkLinks } from "./check-links.ts";
import { checkPages } from "./check-pages.ts";
import { checkWidth } from "./check-width.ts";
import { readPages } from "./page.ts";

// Checks that what the READMEs show is so: their examples compile and run against the packed packages, their commands
// and links exist. Prints a line for each finding.
const PAGES = [
  "README.md",
  "spec/README.md",
  "packages/types/README.md",
  "packages/client/README.md",
  "packages/testing/README.md",
];

const pages = await readPages(PAGES);
const links = checkLinks(pages);
const result = await checkPages(pages);
const wide = checkWidth([...pages, ...(await readPages(["packages/codegen/README.md"]))]);
const findings = [...result.findings, ...links.findings, ...wide];
for (const { path, blocks } of pages) {
  if (!blocks.some(({ language }) => language === "ts")) findings.push(`${path}: no TypeScript example was found`);
}
for (const finding of findings) console.log(finding);
if (findings.length === 0) {
  console.log(
    `${pages.length} pages, ${result.run} blocks run, ${result.notRun.length} commands not run, ${links.count} links exist`,
  );
}
process.exitCode = findings.length === 0 ? 0 : 1;
