import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CHROMIUM, startChromium } from "../../browser.ts";
import { serveFolder } from "../../serve-folder.ts";
import { brokenOff, type CheckResult } from "../result.ts";
import type { Runtime } from "../runtime.ts";
import { versionOf } from "./binaries.ts";
import { bundle } from "./bundle.ts";

const PATIENCE_MS = 120_000;

/** A page of another origin than the services': what it sees of answers is what CORS lets it. */
export const chromium: Runtime = {
  name: "Chromium",
  version: async () => (CHROMIUM === undefined ? undefined : versionOf([CHROMIUM, "--version"])),
  async run({ project, urls }) {
    const folder = join(project, "page");
    await mkdir(folder);
    await writeFile(join(folder, "page.js"), await bundle(project, "page.mjs", ["browser"]));
    const html = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>';
    await writeFile(join(folder, "index.html"), html);
    const [server, browser] = [await serveFolder(folder, "/"), await startChromium()];
    try {
      const page = await browser.newPage();
      await page.goto(`${server.url}/#${encodeURIComponent(JSON.stringify(urls))}`);
      const results = await page.waitForFunction(() => Reflect.get(globalThis, "results"), null, {
        timeout: PATIENCE_MS,
      });
      return (await results.jsonValue()) as CheckResult[];
    } catch (error) {
      return [brokenOff(String(error))];
    } finally {
      await browser.close();
      server.close();
    }
  },
};
