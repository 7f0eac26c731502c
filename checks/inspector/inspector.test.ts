import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runs } from "@svc/model/test-support/proofs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NO_CHROMIUM } from "../chromium.ts";
import { audit } from "./audit.ts";
import { measure } from "./measure.ts";
import { CHROMIUM, openInspector, startChromium } from "./open-inspector.ts";
import { type StartedFake, startFake } from "./start-fake.ts";

if (CHROMIUM === undefined) process.stderr.write(`skipped: the inspector in a browser (${NO_CHROMIUM})\n`);

const HOSTILE = `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`;
const LATENCY = { timeout: 10_000, interval: 20 };

describe.skipIf(CHROMIUM === undefined)("the inspector in Chromium", { timeout: 90_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-inspector-"));
  let browser: Browser;
  let fake: StartedFake;

  beforeAll(async () => {
    const state = join(folder, "state.json");
    writeFileSync(state, JSON.stringify({ personas: { ada: { emails: [{ subject: "Your code" }] } } }));
    browser = await startChromium();
    // A day: what is counted is in one window, whenever the test runs.
    fake = await startFake("--rate-limit", "20000/86400", "--state", state);
  }, 60_000);
  beforeEach(() => fake.post("reset"));
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    fake?.stop();
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test("the journal is live, and a call is shown with its request and answer, without credentials", async () => {
    const { page, problems } = await openInspector(browser, fake.url);
    expect(await page.textContent("#empty strong")).toBe("No calls yet");
    await fake.send("/personas/ada/emails?limit=3");
    await page.locator("#rows tr").first().click();
    const detail = page.locator("#detail");
    await detail.getByText("Answer body").waitFor();
    const text = (await detail.textContent()) ?? "";
    for (const part of ["/personas/ada/emails?limit=3", "persona_id", "Bearer [redacted]", "x-ratelimit-remaining"])
      expect(text).toContain(part);
    expect(text).toContain('"subject": "Your code"');
    expect(await page.content()).not.toContain("secret-token");
    expect(problems).toEqual([]);
  });

  test("the gauge shows what is left, and the store what tests have put in", async () => {
    await fake.send("/health", "/health");
    const { page } = await openInspector(browser, fake.url);
    const gauge = page.getByRole("meter", { name: "Bearer token: 19998 of 20000 requests left" });
    await gauge.waitFor();
    expect(await page.textContent("#windows")).toMatch(/resets in \d+ (?:s|min|h)/);
    await page.getByText("/personas/ada/emails · 1 item").click();
    expect(await page.textContent("#store pre")).toContain("Your code");
  });

  test("everything is reached and driven by the keyboard alone", async () => {
    await fake.send("/health", "/sessions/s1/cookies");
    const { page, problems } = await openInspector(browser, fake.url);
    await page.locator("#rows tr").nth(1).waitFor();
    const walked = await walk(page);
    expect(walked.map(({ name }) => name)).toEqual([
      ...["To the journal", "callsTab", "inboxTab"],
      ...["+1 s", "+1 min", "+1 h", "fault", "faultOperation", "times", "Inject fault", "Reset"],
      ...["filter", "Pause", "journal", "add", "/personas/ada/emails · 1 item"],
    ]);
    expect(walked.filter(({ isVisible }) => !isVisible)).toEqual([]);
    await pressOn(page, "+1 h", "Enter");
    await says(page, "Clock advanced by 1 h.");
    expect(Date.parse((await fake.get<{ now: string }>("view")).now) - Date.now()).toBeGreaterThan(3_590_000);
    await page.locator("#fault").focus();
    await page.keyboard.press("ArrowDown");
    await pressOn(page, "Inject fault", "Space");
    await says(page, "Status 500: the next 1 request.");
    await fake.send("/health");
    expect((await fake.get<{ status: number }[]>("calls")).at(-1)?.status).toBe(500);
    await page.getByText("3 calls").waitFor();
    await page.locator("#journal").focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.locator("#detail").getByText("/sessions/s1/cookies").waitFor();
    await pressOn(page, "Reset", "Space");
    // The first press asks, and what has the focus then keeps all.
    await page.keyboard.press("Enter");
    expect(await fake.get<unknown[]>("calls")).toHaveLength(3);
    await pressOn(page, "Reset", "Space");
    await pressOn(page, "Reset everything", "Enter");
    await says(page, "Reset: the journal is empty, the rest is as at the start.");
    await page.getByText("No calls yet").waitFor();
    expect(await fake.get("calls")).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("faults that wait are listed, and removed by the keyboard; the sample can be sent as it is", async () => {
    await fake.post("fail", { status: 503, times: 2 });
    await fake.post("fail", { reset: true });
    const { page, problems } = await openInspector(browser, fake.url);
    const waiting = page.locator("#faults .head > span");
    await expect
      .poll(() => waiting.allTextContents(), LATENCY)
      .toEqual(["status 503 · next 2 requests", "reset-before · next 1 request"]);
    expect(await page.textContent("#hint")).toMatch(/\/health$/);
    await page.getByRole("button", { name: "Remove status 503 · next 2 requests" }).press("Enter");
    await expect.poll(() => waiting.allTextContents(), LATENCY).toEqual(["reset-before · next 1 request"]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")), LATENCY)
      .toMatch(/^Remove reset/);
    expect(problems).toEqual([]);
  });

  test("a path can be read at 390 px", async () => {
    await fake.send("/personas/ada/emails");
    const { page } = await openInspector(browser, fake.url);
    await page.setViewportSize({ width: 390, height: 800 });
    const box = await page.locator("#rows tr td").nth(3).boundingBox();
    expect(box?.width).toBeGreaterThan(150);
  });

  test("an email is added, changed and deleted by the keyboard, in a form made from its schema", async () => {
    const { page, problems } = await openInspector(browser, fake.url);
    await page.getByText("/personas/ada/emails · 1 item").waitFor();
    await pressOn(page, "Add…", "Enter");
    await page.locator("#formPath").selectOption("/personas/{persona_id}/emails");
    await page.getByRole("textbox", { name: "persona_id" }).focus();
    await page.keyboard.type("ada");
    // Typing ticks the field; the tick box of the next comes first.
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    await page.keyboard.type("Second code");
    await page.getByRole("textbox", { name: "created_at" }).fill("yesterday");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.textContent("#formError"), LATENCY)
      .toMatch(/^\/created_at: expected format date-time/);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("created_at");
    await page.getByRole("checkbox", { name: "created_at" }).press("Space");
    await page.getByRole("checkbox", { name: "sender_name is null" }).press("Space");
    await pressOn(page, "Add", "Enter");
    await says(page, "Added to /personas/{persona_id}/emails.");
    const emails = await readEmails(fake);
    expect(emails.map(({ subject }) => subject)).toEqual(["Second code", "Your code"]);
    const { now } = await fake.get<{ now: string }>("view");
    expect(Math.abs(Date.parse(emails[0]?.created_at ?? "") - Date.parse(now))).toBeLessThan(60_000);

    await page.getByText("/personas/ada/emails · 2 items").press("Enter");
    await page
      .locator("#store")
      .getByRole("button", { name: /^Edit / })
      .nth(1)
      .press("Enter");
    expect(await page.getByRole("textbox", { name: "email_id" }).isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "subject" }).fill("Third code");
    await page.keyboard.press("Enter");
    await says(page, "Saved.");
    expect((await readEmails(fake)).map(({ subject, email_id }) => [subject, email_id])).toEqual([
      ["Third code", emails[0]?.email_id],
      ["Your code", emails[1]?.email_id],
    ]);
    await page
      .locator("#store")
      .getByRole("button", { name: /^Delete / })
      .nth(1)
      .press("Enter");
    await page.getByText("/personas/ada/emails · 1 item").waitFor();
    expect((await readEmails(fake)).map(({ subject }) => subject)).toEqual(["Your code"]);
    expect(problems.filter((text) => !text.includes("400 (Bad Request)"))).toEqual([]);
  });

  test("what has no id is edited by its place, and a singleton by its path", async () => {
    await fake.post("state", {
      sessions: { s9: { cookies: [{ name: "a" }, { name: "b" }], replay: { mp4_url: "u" } } },
    });
    const { page } = await openInspector(browser, fake.url);
    await page.getByText("/sessions/s9/cookies · 2 items").press("Enter");
    await page
      .locator("#store")
      .getByRole("button", { name: /^Edit / })
      .nth(1)
      .press("Enter");
    await page.getByRole("textbox", { name: "name", exact: true }).fill("c");
    await page.getByRole("combobox", { name: "secure", exact: true }).selectOption("true");
    await pressOn(page, "Save", "Enter");
    await says(page, "Saved.");
    await page.getByText("/sessions/s9/replay").press("Enter");
    await page.getByRole("button", { name: "Edit /sessions/s9/replay" }).press("Enter");
    await page.getByRole("textbox", { name: "video_start_ms" }).fill("x");
    await pressOn(page, "Save", "Enter");
    await expect.poll(() => page.textContent("#formError"), LATENCY).toContain("/video_start_ms: expected");
    await page.getByRole("textbox", { name: "video_start_ms" }).fill("12");
    await pressOn(page, "Save", "Enter");
    await expect.poll(() => page.locator("#form").isVisible(), LATENCY).toBe(false);
    expect(await fake.get("snapshot")).toMatchObject({
      sessions: { s9: { cookies: [{ name: "a" }, { name: "c", secure: true }], replay: { video_start_ms: 12 } } },
    });
  });

  test("the filter finds calls, and a pause holds the page still", async () => {
    await fake.send("/health", "/sessions/s1/cookies");
    const { page } = await openInspector(browser, fake.url, { ownsTime: true });
    await page.getByLabel("Filter the journal").fill("cookies");
    await page.getByText("1 of 2 calls").waitFor();
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    await fake.send("/health");
    const looks: string[] = [];
    page.on("request", (request) => looks.push(request.url()));
    await page.clock.runFor(5000);
    expect([looks, await page.textContent("#count")]).toEqual([[], "1 of 2 calls"]);
    await page.getByRole("button", { name: "Resume" }).press("Enter");
    await page.getByText("1 of 3 calls").waitFor();
  });

  test("what a request, an answer or a store holds is shown as text and runs nothing", async () => {
    await fake.post("state", {
      personas: { [HOSTILE]: { emails: [{ subject: HOSTILE }] } },
      answers: { health_get: { headers: { "x-hostile": HOSTILE }, body: { [HOSTILE]: HOSTILE } } },
    });
    await fake.send("/<img/src=x/onerror=document.title='pwned'>", `/health?${encodeURIComponent(HOSTILE)}=1`);
    const { page, problems } = await openInspector(browser, fake.url);
    for (const index of [0, 1]) {
      await page.locator("#rows tr").nth(index).click();
      await page.locator("#detail h3").first().waitFor();
    }
    await page.locator("#rows tr").first().click();
    await page.locator("#detail").getByText("x-hostile").waitFor();
    for (const summary of await page.locator("#store summary").all()) await summary.click();
    expect(await page.locator("#detail, #store, #rows").locator("img, script, svg").count()).toBe(0);
    expect(await page.textContent("#store")).toContain(HOSTILE);
    expect(await page.title()).not.toContain("pwned");
    expect(problems).toEqual([]);
  });

  test("of thousands of calls only the newest rows are drawn", async () => {
    const calls = runs(2_000, 10_000);
    await fake.send(...Array.from({ length: calls }, (_, index) => `/sessions/s${index}/cookies`));
    const { page, firstRowsMs, perLookMs, longestTaskMs } = await measure(
      browser,
      fake,
      (call) => `/sessions/new-${call}/cookies`,
    );
    process.stderr.write(
      `inspector, ${calls} calls: first rows after ${firstRowsMs.toFixed(0)} ms, ${perLookMs.toFixed(1)} ms of scripting per look with new calls, longest task ${longestTaskMs.toFixed(0)} ms\n`,
    );
    expect(await page.textContent("#count")).toMatch(new RegExp(`^${calls / 1000},0\\d\\d calls$`));
    expect(await page.locator("#rows tr").count()).toBe(200);
  });

  test.each(["light", "dark"] as const)("in %s it can be read, and nothing scrolls sideways", async (scheme) => {
    await fake.send("/health", "/sessions/s1/cookies", "/nowhere", "/personas/ada/emails?limit=0");
    const { page } = await openInspector(browser, fake.url, { scheme, bypassCSP: true });
    await page.locator("#rows tr").nth(3).click();
    await page.locator("#detail h3").first().waitFor();
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(scheme === "light" ? "rgb(246, 247, 249)" : "rgb(18, 21, 26)");
    for (const width of [1360, 800, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, excess]).toEqual([width, 0]);
      expect(await audit(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Add…" }).click();
    for (const width of [1360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await page.evaluate(() => {
        const form = document.querySelector("#form") as HTMLElement;
        return [document.documentElement.scrollWidth - innerWidth, form.scrollWidth - form.clientWidth];
      });
      expect([width, ...excess]).toEqual([width, 0, 0]);
      expect(await audit(page)).toEqual([]);
    }
  });
});

interface Email {
  readonly subject: string;
  readonly email_id: string;
  readonly created_at: string;
}

/** The emails of a persona, as requests get them. */
async function readEmails({ url }: StartedFake): Promise<Email[]> {
  const headers = { authorization: "Bearer t" };
  return (await (await fetch(`${url}/personas/ada/emails`, { headers })).json()) as Email[];
}

/** Tabs through the page once: what has the focus, and whether one can see that it has. */
async function walk(page: Page): Promise<{ readonly name: string; readonly isVisible: boolean }[]> {
  const walked: { name: string; isVisible: boolean }[] = [];
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const node = document.activeElement;
      if (node === null || node === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(node);
      const { width, height, left } = node.getBoundingClientRect();
      const isVisible =
        outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0 && width * height > 0 && left >= 0;
      return {
        name: node.id && !/^(reset|pause|skip)$/.test(node.id) ? node.id : (node.textContent ?? "").trim(),
        isVisible,
      };
    });
    if (at === undefined || walked.some(({ name }) => name === at.name)) break;
    walked.push(at);
  }
  return walked;
}

async function pressOn(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press(key);
}

/** The text that a screen reader is told. */
async function says(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.getByRole("status").textContent(), LATENCY).toBe(text);
}
