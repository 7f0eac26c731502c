import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { auditPage } from "../../../checks/watch-page.ts";
import { expectEqual } from "./expect.ts";
import type { Playground } from "./playground.ts";

/** How the page is looked at. Colours are the same at every width, and what is there is the same in both colours. */
const LOOKS = [
  { name: "light", width: 1360, scheme: "light", isAudited: true },
  { name: "dark", width: 1360, scheme: "dark", isAudited: true },
  { name: "middle", width: 900, scheme: "light", isAudited: false },
  { name: "narrow-dark", width: 360, scheme: "dark", isAudited: false },
  { name: "narrow-light", width: 360, scheme: "light", isAudited: true },
] as const;

/** Light and dark, wide and narrow: nothing scrolls sideways, and axe-core finds nothing. */
export async function looksAreGood(playground: Playground): Promise<void> {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const { page, pick, hurry } = playground;
  for (const { name, width, scheme, isAudited } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await pick("scenario", "refusals");
    await hurry();
    await page.click("#journal summary");
    await page.click("#fault-add");
    await page.waitForSelector(".faults li");
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expectEqual(overflow, 0, `${name}: pixels to scroll sideways`);
    const findings = isAudited ? await auditPage(page, axe) : [];
    if (findings.length > 0) throw new Error(`${name}: ${findings.join("; ")}`);
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
