import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "../../scripts/toolkit/bundle.ts";
import { startChromium } from "../browser.ts";
import { serveFolder } from "../serve-folder.ts";
import { brokenOff, type CheckResult, type Suite } from "./runtime.ts";

/** Runs the suite in a page of another origin than the services': what it sees of answers is what CORS lets it. */
export async function runInChromium({ project, urls }: Suite): Promise<readonly CheckResult[]> {
  const folder = join(project, "page");
  await mkdir(folder);
  await writeFile(join(folder, "page.js"), await bundle('import "./page.mjs"', join(project, "suite"), ["browser"]));
  const html = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>';
  await writeFile(join(folder, "index.html"), html);
  const [server, browser] = [await serveFolder(folder, "/"), await startChromium()];
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/#${encodeURIComponent(JSON.stringify(urls))}`);
    const options = { timeout: 120_000 };
    const results = await page.waitForFunction(() => Reflect.get(globalThis, "results"), null, options);
    return (await results.jsonValue()) as CheckResult[];
  } catch (error) {
    return [brokenOff(String(error))];
  } finally {
    await browser.close();
    server.close();
  }
}
