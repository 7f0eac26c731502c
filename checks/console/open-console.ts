import type { Browser } from "playwright-core";
import { type Visit, visit } from "../browser.ts";

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
