import type { Browser, Page } from "playwright-core";
import { auditPage, type Visit, visit } from "../browser.ts";

/**
 * Opens a console once it has read its fake. What the page reports, or asks of an address that is not below its own, is kept.
 *
 * @param url address of the page, with a slash at its end
 */
export async function openConsole(browser: Browser, url: string, hash = ""): Promise<Visit> {
  const opened = await visit(browser, {}, (to) => to.startsWith(url) || /^(?:data|blob):/.test(to));
  opened.page.setDefaultTimeout(15_000);
  await opened.page.goto(url + hash);
  await opened.page.locator("header .dot.good").waitFor();
  return opened;
}

/** Looks at a page wide and narrow, light and dark: what scrolls sideways, and findings of axe-core, names of controls among them. */
export async function inspectLooks(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) findings.push(`at ${width} pixels it is ${excess} too wide`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      findings.push(...(await auditPage(page)).map((finding) => `${width} ${colorScheme}: ${finding}`));
    }
  }
  return findings;
}
