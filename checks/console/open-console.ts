import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, chromiumPath } from "../chromium.ts";
import { auditPage, watchPage } from "../watch-page.ts";

/** Where Chromium is; undefined: not here. */
export const CHROMIUM: string | undefined = chromiumPath();

/** Starts Chromium without a window, with a profile of its own. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? "", chromiumSandbox: false, args: [...CHROMIUM_FLAGS] });
}

/**
 * Opens a console once it has read its fake. What the page reports, or asks of an address that is not below its own, is kept.
 *
 * @param url address of the page, with a slash at its end
 */
export async function openConsole(
  browser: Browser,
  url: string,
  hash = "",
): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const problems: string[] = [];
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(15_000);
  watchPage(page, problems, (to) => to.startsWith(url) || /^(?:data|blob):/.test(to));
  await page.goto(url + hash);
  await page.locator("header .dot.good").waitFor();
  return { page, problems };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Looks at a page wide and narrow, light and dark: what scrolls sideways, and findings of axe-core, names of controls among them. */
export async function inspectLooks(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) findings.push(`at ${width} pixels it is ${excess} too wide`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      findings.push(...(await auditPage(page, AXE)).map((finding) => `${width} ${colorScheme}: ${finding}`));
    }
  }
  return findings;
}
