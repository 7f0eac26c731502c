import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadSpec } from "@svc/codegen/workspace";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import { lastLine } from "../../scripts/toolkit/kinds-of-steps.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, svc, TOOLS } from "../../scripts/toolkit/tools.ts";
import { startChromium } from "../browser.ts";
import { chromiumPath, NO_CHROMIUM } from "../chromium.ts";
import { checkPages } from "../readme/check-pages.ts";
import { checkWidth } from "../readme/check-width.ts";
import { readPages } from "../readme/page.ts";
import { serveFolder } from "../serve-folder.ts";
import { lookAtPages } from "./looks.ts";
import { useSite } from "./use-site.ts";

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
    const findings: string[] = [];
    const facts: string[] = [];
    /** Prints what was found at once, for the check may be ended before it is through. */
    const tell: Tell = (found, ...more) => {
      for (const line of found) console.log(line);
      findings.push(...found);
      facts.push(...more);
    };
    if (!values["no-build"] || !existsSync(join(DOCS, "dist"))) {
      const { code, output } = await runCommand(svc(ROOT, "docs", "build", "--base", BASE));
      if (code !== 0) tell([output.trim()]);
      else tell([], lastLine(output).replace(/, [\d.]+ s: .*$/, ""));
    }
    if (findings.length === 0) {
      await checkTools(tell);
      await Promise.all([runCode(tell), look(tell)]);
    }
    if (findings.length === 0) console.log(facts.join(", "));
    return findings.length === 0 ? 0 : 1;
  },
});

type Tell = (findings: readonly string[], ...facts: readonly string[]) => void;

/** The site's own code is no part of a package whose types are checked. */
async function checkTools(tell: Tell): Promise<void> {
  const { code, output } = await runCommand([...TOOLS.tsc, "-p", DOCS, "--pretty", "false"]);
  if (code !== 0) tell([output.trim()]);
}

async function runCode(tell: Tell): Promise<void> {
  const folder = "docs/.pages/operations";
  const pages = await readPages(readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`));
  tell(checkWidth(pages, ["ts"]));
  const { findings, run } = await checkPages(pages);
  tell(findings, `${run} examples of operations run`);
}

async function look(tell: Tell): Promise<void> {
  if (chromiumPath() === undefined) {
    console.log(`skipped: the site in a browser (${NO_CHROMIUM})`);
    return;
  }
  const [server, browser] = await Promise.all([serveFolder(join(DOCS, "dist"), BASE), startChromium()]);
  const { model } = await loadSpec(join(ROOT, "spec"), ROOT);
  const served = { url: server.url, operation: model.operations[0]?.id ?? "" };
  try {
    const { findings, sizes } = await lookAtPages(browser, served);
    tell(findings, `JavaScript: ${sizes.join(", ")}`);
    tell(await useSite(browser, served));
  } finally {
    await browser.close();
    server.close();
  }
}
