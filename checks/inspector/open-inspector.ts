import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, chromiumPath } from "../chromium.ts";
import { watchPage } from "../watch-page.ts";

/** Where Chromium is; undefined: not here. */
export const CHROMIUM: string | undefined = chromiumPath();

/** Starts Chromium without a window, with a profile of its own. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? "", chromiumSandbox: false, args: [...CHROMIUM_FLAGS] });
}

/** How the page is opened. */
export interface OpenOptions {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** Lets a test bring a script of its own into the page, past the page's policy. @default false */
  readonly bypassCSP?: boolean;
  /** Permissions of the page: `clipboard-read`. @default none */
  readonly permissions?: readonly string[];
  /** Gives the page's timers to `page.clock`. @default false */
  readonly ownsTime?: boolean;
}

/** Opens the inspector of a fake. What the page reports to the console or asks of another host goes to `problems`. */
export async function openInspector(
  browser: Browser,
  url: string,
  {
    scheme = "light",
    width = 1360,
    height = 860,
    bypassCSP = false,
    permissions = [],
    ownsTime = false,
  }: OpenOptions = {},
): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const problems: string[] = [];
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: scheme,
    bypassCSP,
    permissions: [...permissions],
  });
  page.setDefaultTimeout(15_000);
  watchPage(page, problems, (to) => to.startsWith(`${url}/__fake/`) || to.startsWith("data:"));
  if (ownsTime) await page.clock.install();
  await page.goto(`${url}/__fake/`);
  await page.locator("#live.on").waitFor();
  return { page, problems };
}
