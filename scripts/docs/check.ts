import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../workshop/run-command.ts";
import { ROOT, TOOLS } from "../workshop/tools.ts";
import { hasBrowser, withBrowser } from "./check/browser.ts";
import { checkLinks } from "./check/links.ts";
import { lookAtPages } from "./check/looks.ts";
import { readSite } from "./check/read-site.ts";
import { runSampleCode } from "./check/sample-code.ts";
import { serve } from "./check/serve.ts";
import { takePictures } from "./check/take-pictures.ts";
import { countUses, useSite } from "./check/use-site.ts";

// Builds the documentation site, follows its links, runs the code of its operations' pages, and uses it in a real
// browser. Prints a line for each finding. `--no-build` looks at what is there; `--pictures` renews docs/screenshots.
const DOCS = join(ROOT, "docs");
const { values } = parseArgs({ options: { "no-build": { type: "boolean" }, pictures: { type: "boolean" } } });
const started = Date.now();
const findings: string[] = [];
const facts: string[] = [];
if (!values["no-build"] || !existsSync(join(DOCS, "dist"))) await build();
if (findings.length === 0) {
  followLinks();
  await Promise.all([checkTools(), runCode(), look()]);
}
for (const finding of findings) console.log(finding);
facts.push(`${((Date.now() - started) / 1000).toFixed(0)} s`);
if (findings.length === 0) console.log(facts.join(", "));
process.exitCode = findings.length === 0 ? 0 : 1;

async function build(): Promise<void> {
  const { code, output } = await runCommand([...TOOLS.node, join(ROOT, "scripts/docs/build.ts"), "--base", "/"]);
  if (code !== 0) findings.push(output.trim());
  else
    facts.push(
      output
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/, [\d.]+ s: .*$/, "") ?? "",
    );
}

/** The site's own code is no part of a package whose types are checked. */
async function checkTools(): Promise<void> {
  const { code, output } = await runCommand([...TOOLS.tsc, "-p", DOCS, "--pretty", "false"]);
  if (code !== 0) findings.push(output.trim());
}

function followLinks(): void {
  const report = checkLinks(readSite(join(DOCS, "dist"), "/"));
  findings.push(...report.findings);
  facts.push(`${report.links} links, ${report.anchors} anchors and ${report.images} images lead somewhere`);
}

async function runCode(): Promise<void> {
  const report = await runSampleCode(join(DOCS, ".pages/operations"), join(DOCS, ".cache/blocks"));
  findings.push(...report.findings);
  facts.push(`${report.run} examples of operations run`);
}

async function look(): Promise<void> {
  if (!hasBrowser) {
    console.log("skipped: the site in a browser (no chromium here; apt-get install chromium)");
    return;
  }
  const server = await serve(join(DOCS, "dist"));
  try {
    await withBrowser(async (context) => {
      const {
        findings: seen,
        script,
        axe,
      } = await lookAtPages(context, server.url, join(DOCS, "node_modules/axe-core/axe.min.js"));
      findings.push(...seen, ...(await useSite(context, server.url)));
      const sizes = [...script].map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1000)} kB`).join(", ");
      facts.push(
        `${countUses()} uses in a browser`,
        `axe: ${axe.serious} serious, ${axe.other} minor`,
        `JavaScript: ${sizes}`,
      );
      if (values.pictures) await takePictures(context, server.url, join(DOCS, "screenshots"));
    });
  } finally {
    server.close();
  }
}
