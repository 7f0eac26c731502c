import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CHROMIUM_FLAGS, chromiumPath, NO_CHROMIUM } from "../../checks/chromium.ts";
import { serveFolder } from "../../checks/serve-folder.ts";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";

// Builds the playground, and uses it in a real browser. Prints a line for each finding, by which a bump lists the playground where it
// does not hold for a new document.
const CHROMIUM = chromiumPath();

if (CHROMIUM === undefined) {
  process.stdout.write(`skipped: the playground in a browser (${NO_CHROMIUM})\n`);
} else {
  const { summary, findings } = await check(CHROMIUM).catch((error: unknown) => ({
    summary: undefined,
    findings: [messageOf(error)],
  }));
  const lines = summary === undefined ? findings.map((finding) => `docs/playground: ${finding}`) : [summary];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = summary === undefined ? 1 : 0;
}

/** A summary, where nothing was found. */
async function check(executablePath: string): Promise<{ summary?: string; findings: string[] }> {
  await installWorkspace(import.meta.dirname);
  const { chromium } = await import("playwright-core");
  const { bundle } = await import("./build/bundle.ts");
  const { openPlayground } = await import("./check/playground.ts");
  const { checksOf } = await import("./check/checks.ts");
  const out = await mkdtemp(join(tmpdir(), "svc-playground-"));
  const files = await bundle({ out, home: "../" });
  // Not at the root, as on a site of projects.
  const server = await serveFolder(out, "/some/project/playground/");
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] });
  const findings: string[] = [];
  const problems: string[] = [];
  try {
    const url = `${server.url}/`;
    const playground = await openPlayground(browser, url, { problems });
    const checks = checksOf({
      playground,
      browser,
      problems,
      asked: server.asked,
      file: pathToFileURL(join(out, "index.html")).href,
    });
    for (const [name, run] of checks) {
      await run().catch((error: unknown) => findings.push(`${name}: ${messageOf(error)}`));
    }
    findings.push(...new Set(problems));
    const first = files.filter(({ path }) => !/\b(agents|language)\.js$/.test(path));
    const size = first.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
    if (findings.length > 0) return { findings };
    const summary = `${checks.length} checks of the playground: ${checks.map(([name]) => name).join(", ")}; ${(size / 1000).toFixed(0)} kB gzip at first`;
    return { summary, findings };
  } finally {
    await browser.close();
    server.close();
    await rm(out, { recursive: true, force: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
