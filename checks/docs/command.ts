import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadSpec } from "@svc/codegen/workspace";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import { lastLine } from "../../scripts/toolkit/kinds-of-steps.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, svc, TOOLS } from "../../scripts/toolkit/tools.ts";
import { CHROMIUM, startChromium } from "../browser.ts";
import { NO_CHROMIUM } from "../chromium.ts";
import { checkWidth } from "../readme/check-width.ts";
import { readPages } from "../readme/page.ts";
import { serveFolder } from "../serve-folder.ts";
import { lookAtPages } from "./looks.ts";
import { runSampleCode } from "./sample-code.ts";
import { countUses, useSite } from "./use-site.ts";

const DOCS = join(ROOT, "docs");

/** Where the site lies while it is checked: what holds below a folder of a host holds at its root. */
const BASE = "/svc-sdk/";

export const checkDocs = defineCommand({
  options: {
    "no-build": { type: "boolean", text: "look at the site that is there, of an earlier check" },
  },
  description: `Builds the documentation site, whose links VitePress follows, runs the code of its operations' pages, and uses it in a real browser. Prints
a line for each finding.`,
  async run({ values }) {
    const started = Date.now();
    const report: Report = { findings: [], facts: [] };
    if (!values["no-build"] || !existsSync(join(DOCS, "dist"))) await build(report);
    if (report.findings.length === 0) {
      await Promise.all([checkTools(report), runCode(report), look(report)]);
    }
    tell(report, [], `${((Date.now() - started) / 1000).toFixed(0)} s`);
    if (report.findings.length === 0) console.log(report.facts.join(", "));
    return report.findings.length === 0 ? 0 : 1;
  },
});

/** Filled by {@link tell}. */
interface Report {
  /** A line for each thing that is wrong. */
  readonly findings: string[];
  /** Results of the checks, a few words each. */
  readonly facts: string[];
}

/** Prints what was found at once, for the check may be ended before it is through. */
function tell(report: Report, findings: readonly string[], ...facts: readonly string[]): void {
  for (const line of [...findings, ...facts]) console.log(line);
  report.findings.push(...findings);
  report.facts.push(...facts);
}

async function build(report: Report): Promise<void> {
  const { code, output } = await runCommand(svc(ROOT, "docs", "build", "--base", BASE));
  if (code === 0) tell(report, [], lastLine(output).replace(/, [\d.]+ s: .*$/, ""));
  else tell(report, [output.trim()]);
}

/** The site's own code is no part of a package whose types are checked. */
async function checkTools(report: Report): Promise<void> {
  const { code, output } = await runCommand([...TOOLS.tsc, "-p", DOCS, "--pretty", "false"]);
  if (code !== 0) tell(report, [output.trim()]);
}

async function runCode(report: Report): Promise<void> {
  const folder = "docs/.pages/operations";
  const pages = await readPages(readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`));
  tell(report, checkWidth(pages, ["ts"]));
  const { findings, run } = await runSampleCode(pages, join(DOCS, ".cache/blocks"));
  tell(report, findings, `${run} examples of operations run`);
}

async function look(report: Report): Promise<void> {
  if (CHROMIUM === undefined) {
    console.log(`skipped: the site in a browser (${NO_CHROMIUM})`);
    return;
  }
  const [server, browser] = await Promise.all([serveFolder(join(DOCS, "dist"), BASE), startChromium()]);
  const { model } = await loadSpec(join(ROOT, "spec"), ROOT);
  const served = { url: server.url, operation: model.operations[0]?.id ?? "" };
  try {
    const { findings: seen, script, axe } = await lookAtPages(browser, served);
    tell(report, seen);
    tell(report, await useSite(browser, served));
    const sizes = [...script].map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1000)} kB`).join(", ");
    tell(report, [], `${countUses()} uses in a browser`, `axe: 0 findings on ${axe} pages`, `JavaScript: ${sizes}`);
  } finally {
    await browser.close();
    server.close();
  }
}
