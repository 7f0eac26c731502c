import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { visit } from "./browser.ts";
import { KINDS } from "./looks.ts";

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
  readonly before?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: "home", path: KINDS["home"] ?? "" },
  { name: "operation", path: KINDS["operation"] ?? "" },
  { name: "guide", path: "/guides/rate-limits.html" },
  { name: "api", path: KINDS["api"] ?? "" },
  { name: "benchmarks", path: KINDS["benchmarks"] ?? "" },
  { name: "dark", path: KINDS["operation"] ?? "", isDark: true },
  { name: "small-screen", path: KINDS["operation"] ?? "", width: 360, height: 740 },
  {
    name: "search",
    path: KINDS["home"] ?? "",
    before: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("rate limit");
      await page.getByRole("option").first().waitFor();
    },
  },
];

/** Writes a picture of each kind of page into a folder. */
export async function takePictures(context: BrowserContext, url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, path, width = 1280, height = 800, isDark = false, before } of PICTURES) {
    const { page } = await visit(context);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light", reducedMotion: "reduce" });
    await page.goto(url + path, { waitUntil: "networkidle" });
    await before?.(page);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
}
