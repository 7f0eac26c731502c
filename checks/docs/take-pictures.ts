import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { visit } from "./browser.ts";
import { pagesToLookAt, type ServedSite } from "./looks.ts";

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
  readonly before?: (page: Page) => Promise<void>;
}

function picturesOf({ operation: shown }: ServedSite): Picture[] {
  const { home, operation, api, benchmarks } = pagesToLookAt(shown);
  return [
    { name: "home", path: home },
    { name: "operation", path: operation },
    { name: "guide", path: "/guides/rate-limits.html" },
    { name: "api", path: api },
    { name: "benchmarks", path: benchmarks },
    { name: "dark", path: operation, isDark: true },
    { name: "small-screen", path: operation, width: 360, height: 740 },
    {
      name: "search",
      path: home,
      before: async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("searchbox").fill("rate limit");
        await page.getByRole("option").first().waitFor();
      },
    },
  ];
}

/** Writes a picture of each kind of page into a folder. */
export async function takePictures(context: BrowserContext, site: ServedSite, folder: string): Promise<void> {
  const { url } = site;
  mkdirSync(folder, { recursive: true });
  for (const { name, path, width = 1280, height = 800, isDark = false, before } of picturesOf(site)) {
    const { page } = await visit(context);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light", reducedMotion: "reduce" });
    await page.goto(url + path, { waitUntil: "networkidle" });
    await before?.(page);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
}
