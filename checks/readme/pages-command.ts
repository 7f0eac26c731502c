import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { checkCode } from "./check-code.ts";
import { checkLinks } from "./check-links.ts";
import { checkPages } from "./check-pages.ts";
import { checkWidth } from "./check-width.ts";
import { readPages } from "./page.ts";

const READMES = ["", "spec/", "packages/types/", "packages/client/", "packages/testing/", "packages/mcp/"].map(
  (folder) => `${folder}README.md`,
);

export const checkAllPages = defineCommand({
  operands: ["[GUIDE ...]"],
  options: { types: { type: "boolean", text: "only type-check the code of pages and examples" } },
  description: `Checks READMEs, guides, and examples of the API reference, which stand in docs/api: every block compiles and runs against the
packed packages, or says why not; commands exist, and every link leads somewhere. Prints a line for each finding.`,
  async run({ values: { types = false }, operands }) {
    const guides = ["docs/guides", "docs/api"].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `${folder}/${name}`),
    );
    const chosen = guides.filter((file) => operands.includes(basename(file, ".md")));
    if (chosen.length < operands.length) throw new UsageError(`No guide is called ${operands.join(" or ")}.`);
    const pages = await readPages(operands.length > 0 ? chosen : [...READMES, ...guides.sort()]);
    const { findings, summary } = types ? { findings: await checkCode(pages), summary: "" } : await checkAll(pages);
    for (const finding of findings) console.log(finding);
    if (findings.length === 0) console.log(summary);
    return findings.length === 0 ? 0 : 1;
  },
});

async function checkAll(pages: Awaited<ReturnType<typeof readPages>>) {
  const links = checkLinks(pages);
  const { run, findings } = await checkPages(pages);
  const wide = checkWidth([...pages, ...(await readPages(["packages/codegen/README.md"]))]);
  const without = pages
    .filter(({ path, blocks }) => path.endsWith("README.md") && !blocks.some(({ language }) => language === "ts"))
    .map(({ path }) => `${path}: no TypeScript example was found`);
  return {
    findings: [...findings, ...links.findings, ...wide, ...without],
    summary: `${pages.length} pages: ${run} blocks run, ${links.count} links`,
  };
}
