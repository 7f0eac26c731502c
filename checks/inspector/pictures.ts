import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { POST_OFFICE_FILE } from "../packed/pack-post-office.ts";
import { openInspector, startChromium } from "./open-inspector.ts";
import { type StartedFake, startFakeOf } from "./start-fake.ts";

/** Calls of the journal on each picture. */
const CALLS: readonly number[] = [0, 3, 10_000];

/**
 * Pictures of the inspector in `docs/screenshots`: light and dark, with 0, 3 and 10,000 calls, and its inbox.
 *
 * `node checks/inspector/pictures.ts`
 */
async function takePictures(): Promise<void> {
  const folder = join(ROOT, "docs/screenshots");
  await mkdir(folder, { recursive: true });
  const browser = await startChromium();
  try {
    for (const count of CALLS) {
      const fake = await startFakeOf(POST_OFFICE_FILE, "--rate-limit", count > 100 ? "20000/60" : "10/60");
      try {
        await fill(fake, count);
        for (const scheme of ["light", "dark"] as const) {
          const { page } = await openInspector(browser, fake.url, { scheme });
          if (count > 0) await page.locator("#rows tr").nth(1).click();
          if (count > 0) await page.locator("#detail h3").first().waitFor();
          await page.screenshot({ path: join(folder, `inspector-${count}-${scheme}.png`) });
          if (count === 3) await takeInbox(page, (name) => join(folder, `inbox-${name}${scheme}.png`));
          await page.close();
        }
      } finally {
        fake.stop();
      }
    }
  } finally {
    await browser.close();
  }
}

/** The first message, as wide as the page is and as on a telephone. */
async function takeInbox(page: Page, file: (name: string) => string): Promise<void> {
  await page.getByRole("button", { name: /^Inbox,/ }).click();
  await page.locator("#messages button", { hasText: "Your code" }).click();
  await page.frameLocator("#letter iframe").locator("h2").waitFor();
  await page.screenshot({ path: file("") });
  await page.setViewportSize({ width: 390, height: 1400 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: file("narrow-") });
}

const HTML = `<body style="font-family:sans-serif"><h2>Sign in to Accounts</h2><p>Your code is</p>
<p style="font-size:32px;letter-spacing:6px"><b>418 205</b></p><p>It expires in 10 minutes.</p></body>`;

async function fill(fake: StartedFake, count: number): Promise<void> {
  if (count === 0) return;
  const letter = {
    topic: "Your code is 418 205",
    sender_address: "no-reply@accounts.example",
    sender: "Accounts",
    plain_text: "Your code is 418 205. Or open https://accounts.example/login?token=a",
    html_text: HTML,
  };
  const stamps = [{ motif: "lighthouse", price: "0.85" }];
  await fake.post("state", {
    mailboxes: { ada: { letters: [letter, { topic: "Welcome", sender: "Shop", sealed: false }] } },
    counters: { main: { stamps } },
  });
  const some = ["/counters/main/stamps", "/mailboxes/ada/letters?limit=5", "/mailboxes/ada/letters?limit=500"];
  if (count === 3) await fake.post("fail", { operation: "counters_film_get", status: 503, times: 2 });
  await fake.send(...Array.from({ length: count }, (_, index) => some[index % 3] ?? ""));
}

await takePictures();
