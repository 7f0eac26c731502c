import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, chromiumPath } from "./chromium.ts";

/** Starts Chromium without a window, with a profile of its own. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() ?? "", chromiumSandbox: false, args: [...CHROMIUM_FLAGS] });
}

/** A page to look at, with a storage of its own, and what its console has complained about. */
export interface Visit {
  readonly page: Page;
  readonly problems: string[];
}

/**
 * A new page. What its console complains about, its errors, and its requests to addresses that are not its own are kept.
 *
 * @param isOwn whether the page may ask an address. @default all
 */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions = {},
  isOwn: (url: string) => boolean = () => true,
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light", ...options });
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("request", (request) => {
    if (!isOwn(request.url())) problems.push(`a request left the page: ${request.url()}`);
  });
  return { page, problems };
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Findings of axe-core on a page, whatever their weight. */
async function auditPage(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await tool.run()).violations;
  });
  return violations.map(({ id, impact, nodes }) => {
    const places = nodes.map(({ html, failureSummary = "" }) => `${html} (${failureSummary})`);
    return `axe-core: ${impact} ${id}: ${places.slice(0, 4).join(" ")}`;
  });
}

/** Looks at a page wide and narrow, light and dark. Returns what scrolls sideways, and findings of axe-core. */
export async function inspectLooks(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) findings.push(`at ${width} pixels it is ${excess} too wide`);
    if (width === 768) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const isIn = page.waitForFunction(isDarkPage, colorScheme === "dark", { timeout: 10_000 });
      await isIn.catch(() => findings.push(`its background is not ${colorScheme}`));
      findings.push(...(await auditPage(page)).map((finding) => `${width} ${colorScheme}: ${finding}`));
    }
  }
  return findings;
}

/** Runs in the page. */
function isDarkPage(isDue: boolean): boolean {
  const [red = 255, green = 255, blue = 255, alpha = 1] =
    getComputedStyle(document.body)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return (alpha > 0 && red + green + blue < 3 * 128) === isDue;
}
