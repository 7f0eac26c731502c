import type { BrowserContext } from "playwright-core";
import { visit } from "./browser.ts";

/** Blocks of code that scroll sideways at 1280 pixels: what is cut off is mostly the result. */
export async function findWideCode(context: BrowserContext, url: string, paths: readonly string[]): Promise<string[]> {
  const { page } = await visit(context);
  await page.setViewportSize({ width: 1280, height: 900 });
  const findings: string[] = [];
  for (const path of paths) {
    await page.goto(url + path, { waitUntil: "domcontentloaded" });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("div.language-ts pre")]
        .filter((block) => block.scrollWidth > block.clientWidth)
        .map((block) =>
          block.textContent
            .split("\n")
            .reduce((a, b) => (b.length > a.length ? b : a), "")
            .trim(),
        ),
    );
    findings.push(...wide.map((line) => `${path}: code scrolls sideways, by its line ${line}`));
  }
  await page.close();
  return findings;
}
