import type { Browser, Page } from "playwright-core";
import { openInspector } from "./open-inspector.ts";
import type { StartedFake } from "./start-fake.ts";

/** How the page does with the journal that it has. */
export interface Measured {
  readonly page: Page;
  /** From the navigation to the first rows. */
  readonly firstRowsMs: number;
  /** Scripting each time that the page looks and finds new calls. */
  readonly perLookMs: number;
  /** Longest task of the page's thread while calls came in; 0: none took 50 ms. */
  readonly longestTaskMs: number;
}

/** New calls that come in while it is measured, each after the page has shown the one before. */
const NEW_CALLS = 3;

/** @param targetOf target of the request of each new call */
export async function measure(
  browser: Browser,
  fake: StartedFake,
  targetOf: (call: number) => string,
): Promise<Measured> {
  const begin = performance.now();
  const { page } = await openInspector(browser, fake.url);
  await page.locator("#rows tr").first().waitFor();
  const firstRowsMs = performance.now() - begin;
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
    Object.assign(globalThis, { tasks });
  });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Performance.enable");
  const scripting = async (): Promise<number> => {
    const { metrics } = await protocol.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN) * 1000;
  };
  const before = await scripting();
  for (let call = 0; call < NEW_CALLS; call++) {
    await fake.send(targetOf(call));
    await page.locator("#rows tr").first().getByText(targetOf(call)).waitFor();
  }
  const perLookMs = ((await scripting()) - before) / NEW_CALLS;
  const longestTaskMs = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
  return { page, firstRowsMs, perLookMs, longestTaskMs };
}
