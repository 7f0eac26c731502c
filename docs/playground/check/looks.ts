import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expectEqual } from "./expect.ts";
import type { Playground } from "./playground.ts";

/** How the page is looked at. Colours are the same at every width, and what is there is the same in both colours. */
const LOOKS = [
  { name: "light", width: 1360, scheme: "light", isAudited: true, shows: "burst" },
  { name: "dark", width: 1360, scheme: "dark", isAudited: true, shows: "error" },
  { name: "middle", width: 900, scheme: "light", isAudited: false, shows: "nothing" },
  { name: "narrow-dark", width: 360, scheme: "dark", isAudited: false, shows: "error" },
  { name: "narrow-light", width: 360, scheme: "light", isAudited: true, shows: "burst" },
] as const;

/**
 * Light and dark, wide and narrow: nothing scrolls sideways, and axe-core finds nothing.
 *
 * @param pictures folder for pictures; undefined: none
 */
export async function looksAreGood(playground: Playground, pictures?: string): Promise<void> {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const { page, pick, hurry } = playground;
  await page.evaluate(axe);
  for (const { name, width, scheme, isAudited, shows } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    const shot = pictures && join(pictures, `playground-${name}.png`);
    if (shot && shows === "burst") await pictureOfBurst(playground, shot);
    await pick("scenario", "refusals");
    await hurry();
    await page.click("#journal summary");
    await page.click("#fault-add");
    await page.waitForSelector(".faults li");
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expectEqual(overflow, 0, `${name}: pixels to scroll sideways`);
    if (shot && shows === "error") await picture(page, shot);
    const findings = isAudited ? await audit(page) : [];
    if (findings.length > 0) throw new Error(`${name}: axe-core: ${findings.join("; ")}`);
  }
}

/** The reader's choice is stronger than the system's, and is kept. */
export async function themeIsChosen({ page }: Playground): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.selectOption("#theme", "dark");
  const dark = await background();
  if (light === dark) throw new Error("The theme that is chosen changes nothing.");
  await page.reload();
  expectEqual(await background(), dark, "background after a reload");
  await page.selectOption("#theme", "auto");
  expectEqual(await background(), light, "background as the system says");
}

/** The page in the middle of a burst. */
async function pictureOfBurst({ page, pick }: Playground, path: string): Promise<void> {
  await pick("scenario", "paced-burst");
  await page.click("#run");
  await page.waitForFunction(() =>
    /^(2[1-9]|[3-9]\d) answered/.test(document.querySelector("#counts")?.textContent ?? ""),
  );
  await picture(page, path);
  await page.click("#stop");
}

async function picture(page: Page, path: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path, fullPage: true });
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: { target: string[] }[];
  }[];
}

async function audit(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id} (${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 4)
        .join(", ")})`,
  );
}
