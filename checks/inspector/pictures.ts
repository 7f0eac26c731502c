import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { openInspector, startChromium } from "./open-inspector.ts";
import { type StartedFake, startFake } from "./start-fake.ts";

/** Calls of the journal on each picture. */
const CALLS: readonly number[] = [0, 3, 10_000];

/**
 * Pictures of the inspector in `docs/screenshots`: light and dark, with 0, 3 and 10,000 calls.
 *
 * `node checks/inspector/pictures.ts`
 */
async function takePictures(): Promise<void> {
  const folder = join(ROOT, "docs/screenshots");
  await mkdir(folder, { recursive: true });
  const browser = await startChromium();
  try {
    for (const count of CALLS) {
      const fake = await startFake("--rate-limit", count > 100 ? "20000/60" : "10/60");
      try {
        await fill(fake, count);
        for (const scheme of ["light", "dark"] as const) {
          const { page } = await openInspector(browser, fake.url, { scheme });
          if (count > 0) await page.locator("#rows tr").nth(1).click();
          if (count > 0) await page.locator("#detail h3").first().waitFor();
          await page.screenshot({ path: join(folder, `inspector-${count}-${scheme}.png`) });
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

async function fill(fake: StartedFake, count: number): Promise<void> {
  if (count === 0) return;
  const email = { subject: "Your code is 418 205", sender_email: "no-reply@accounts.example", sender_name: "Accounts" };
  const cookies = [{ name: "sid", value: "5f1c", domain: "shop.example", path: "/", secure: true }];
  await fake.post("state", {
    personas: { ada: { emails: [email, { subject: "Welcome" }] } },
    sessions: { checkout: { cookies } },
  });
  const some = ["/sessions/checkout/cookies", "/personas/ada/emails?limit=5", "/personas/ada/emails?limit=500"];
  await fake.send(...Array.from({ length: count }, (_, index) => some[index % 3] ?? ""));
}

await takePictures();
