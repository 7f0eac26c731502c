import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, chromiumPath } from "../chromium.ts";
import { watchPage } from "../watch-page.ts";

/** Whether there is a browser to look with; it may be unpacked for that. */
export function hasBrowser(): boolean {
  return chromiumPath() !== undefined;
}

/** A page to look at, and what its console has complained about. */
export interface Visit {
  readonly page: Page;
  readonly problems: string[];
}

/** Runs something with a browser of its own, and ends it. */
export async function withBrowser<Result>(run: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), "svc-docs-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath() ?? "",
    args: [...CHROMIUM_FLAGS],
    headless: true,
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
  });
  try {
    return await run(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** A new page whose errors are kept. */
export async function visit(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  const problems: string[] = [];
  watchPage(page, problems);
  return { page, problems };
}
