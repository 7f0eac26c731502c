import type { Browser, Page } from "playwright-core";
import { watchPage } from "../../../checks/watch-page.ts";

/** The page as a test uses it. */
export interface Playground {
  readonly page: Page;
  /** Chooses an operation or a scenario. */
  pick(kind: "operation" | "scenario", id: string): Promise<void>;
  /** Chooses the operation that stands first, whichever that is. */
  pickAny(): Promise<void>;
  /** Lets the clock run as fast as it can. */
  speedUp(): Promise<void>;
  /** As {@link run}, and moves the clock on by ten seconds again and again. */
  hurry(): Promise<Ended>;
  /** Runs what is in the editor, and gives the status line and the result when it has ended. */
  run(): Promise<Ended>;
  /** Waits until what runs has ended. */
  ended(): Promise<Ended>;
  /** Replaces the code by typing. */
  type(code: string): Promise<void>;
  text(selector: string): Promise<string>;
}

export interface Ended {
  readonly status: string;
  readonly result: string;
}

/** Longest wait for anything, in milliseconds. */
const LIMIT_MS = 12_000;

/**
 * Opens the page. What it reports to the console, and what it asks for that is not its own, goes to `problems`.
 *
 * @param url with or without a fragment
 */
export async function openPlayground(
  browser: Browser,
  url: string,
  { problems, width = 1360 }: { readonly problems: string[]; readonly width?: number },
): Promise<Playground> {
  const page = await browser.newPage({ viewport: { width, height: width < 500 ? 760 : 900 } });
  const own = new URL(".", url).href;
  page.setDefaultTimeout(LIMIT_MS);
  watchPage(page, problems, (to) => to.startsWith(own) || /^(?:data|blob):/.test(to));
  await page.goto(url);
  const playground = drive(page);
  // Without a wish the page shows its first call at work.
  if (!url.includes("#")) await playground.ended();
  return playground;
}

function drive(page: Page): Playground {
  const text = async (selector: string): Promise<string> => (await page.textContent(selector)) ?? "";
  const ended = async (): Promise<Ended> => {
    await page.waitForFunction(() =>
      /^(Resolved|Rejected|Stopped)/.test(document.querySelector("#status")?.textContent ?? ""),
    );
    return { status: await text("#status"), result: await text("#result") };
  };
  return {
    page,
    pick: (kind, id) => page.click(`[data-${kind}="${id}"]`),
    pickAny: () => page.locator("[data-operation]").first().click(),
    async speedUp() {
      await page.selectOption("#speed", "60");
    },
    async hurry() {
      await page.click("#run");
      await page.evaluate(() => {
        const onward = document.querySelector<HTMLButtonElement>('[data-advance="10"]');
        const timer = setInterval(() => {
          if (document.querySelector("#status")?.textContent !== "Running.") clearInterval(timer);
          else onward?.click();
        }, 40);
      });
      return ended();
    },
    async run() {
      await page.click("#run");
      return ended();
    },
    ended,
    async type(code) {
      await page.focus(".cm-content");
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(code);
    },
    text,
  };
}
