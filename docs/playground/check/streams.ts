import { expectEqual, expectMatch } from "./expect.ts";
import type { Playground } from "./playground.ts";
import { followOwnLink } from "./reader.ts";

/** Items of a stream come one by one, a connection breaks, and the next goes on after the last event. */
export async function streamsGrow(playground: Playground): Promise<void> {
  const { page } = playground;
  const streams = page.locator(".stream");
  const waitForStream = (index: number, pattern: RegExp): Promise<void> =>
    streams.nth(index).filter({ hasText: pattern }).waitFor();
  await playground.pick("scenario", "stream");
  await page.selectOption("#speed", "0");
  await page.click("#run");
  for (const items of ["0 items, open", "1 item, open", "2 items, open"]) {
    await page.click('[data-advance="1"]');
    await waitForStream(0, new RegExp(`^${items}`));
    await page.click('[data-advance="1"]');
  }
  await page.click('[data-advance="10"]');
  await waitForStream(1, /^5 items, connection broken.*"id":"e4"/);
  await waitForStream(0, /^resumed with Last-Event-ID: e4 · \d items?, open.*"id":"e5"/);
  await page.selectOption("#speed", "60");
  expectMatch((await playground.ended()).result, /seen: \[12 items\]/, "a stream that broke");
  await waitForStream(0, /^resumed with Last-Event-ID: e4 · 7 items, complete/);
  expectEqual(await streams.count(), 2, "streams in the journal");
}

/** A link to a scenario of the second service, and code of a link that calls it. */
export async function linksKeepTheService(playground: Playground): Promise<void> {
  await playground.pick("scenario", "until-done");
  await followOwnLink(playground);
  expectMatch((await playground.hurry()).result, /status: "done"/, "code of a link that calls the second service");
}

/** @param asked files that the page has asked its server for since it was opened */
export async function secondServiceIsLazy(playground: Playground, asked: readonly string[]): Promise<void> {
  const isAgents = (name: string): boolean => name.endsWith("agents.js");
  expectEqual(asked.some(isAgents), false, "the second service before a scenario asks for it");
  await playground.pick("scenario", "webhook");
  await playground.run();
  expectEqual(asked.some(isAgents), true, "the second service after that");
}
