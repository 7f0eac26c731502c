import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import { inspectLooks, startChromium } from "../browser.ts";
import { chromiumPath, NO_CHROMIUM } from "../chromium.ts";
import { type StaticServer, serveFolder } from "../serve-folder.ts";
import { openConsole } from "./open-console.ts";
import { type StartedFake, startFake } from "./start-fake.ts";

if (chromiumPath() === undefined) process.stderr.write(`skipped: the console in a browser (${NO_CHROMIUM})\n`);

/** Runs as code wherever it is not shown as text. */
const HOSTILE = `</script><img src=x onerror="document.title='pwned'"><b>bold</b>`;

describe.skipIf(chromiumPath() === undefined)("the console in Chromium", { timeout: 90_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-console-"));
  let browser: Browser;
  let fake: StartedFake;
  let site: StaticServer;

  beforeAll(async () => {
    const build = ["--conditions=@svc/source", "docs/console/build.ts", "--out", join(folder, "console")];
    const built = await runCommand([...TOOLS.node, ...build], { cwd: ROOT });
    expect(built.code, built.output).toBe(0);
    [browser, fake, site] = await Promise.all([
      startChromium(),
      // A day: all calls are in one window, whenever the test runs.
      startFake("--rate-limit", "50/86400"),
      serveFolder(folder, "/"),
    ]);
  }, 90_000);
  afterAll(async () => {
    await fake?.stop();
    site?.close();
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("over HTTP: a call appears, is filtered and opened, and the next one is broken", async () => {
    await fake.post("reset");
    const { page, problems } = await openConsole(browser, `${fake.url}/__fake/`);
    await page.getByText("No call yet").waitFor();
    await fake.send("/health", "/personas/ada/emails?limit=1");
    await sees(page, { status: "200 OK", target: "/personas/ada/emails?limit=1" });
    await breakNext(page);
    await fake.send("/health");
    await sees(page, { status: "503 Service Unavailable", target: "/health" });
    await page.getByText("broken: status").waitFor();
    await filterAndOpen(page);
    expect(await page.locator(".detail").textContent()).not.toContain("secret-token");
    await seesWindow(page, "47 of 50");
    expect(problems).toEqual([]);
  });

  test("in the page: a program calls, its call is filtered and opened, and the next one is broken", async () => {
    const { page, problems } = await openConsole(browser, `${site.url}/console/`);
    await sees(page, { status: "200 OK", target: "/personas/p1/emails" });
    await page.getByRole("log", { name: "Output" }).getByText("Your code is 482913").waitFor();
    await page.getByText("/personas/p1/emails · 2 items").waitFor();
    await breakNext(page);
    await run(page, 'console.log("asked"); return svc.health.get({ retry: false });');
    await sees(page, { status: "503 Service Unavailable", target: "/health" });
    await page
      .getByRole("log")
      .getByText(/^ServerError|503/)
      .first()
      .waitFor();
    await filterAndOpen(page);
    await page.getByLabel("Filter the calls").fill("");
    await run(page, "for (;;) {}");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("No call yet").waitFor();
    // The page's policy refuses it, not the network: the site is there.
    await run(page, 'fetch(origin).catch(() => console.log("kept", "in"));');
    await page.getByText("kept in").waitFor();
    await run(page, "return svc.health.get();");
    await seesWindow(page, "19 of 20");
    expect(problems).toEqual([]);
  });

  test("code of a link is shown, and runs when the reader says so", async () => {
    const code = 'console.log("from a link");';
    const { page, problems } = await openConsole(browser, `${site.url}/console/`, `#code=${encodeURIComponent(code)}`);
    expect(await page.getByLabel("Code that calls the fake").inputValue()).toBe(code);
    expect(await page.getByRole("log").textContent()).toBe("");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("log").getByText("from a link").waitFor();
    expect(problems).toEqual([]);
  });

  test("every example of the site runs to its end", async () => {
    const { page, problems } = await openConsole(browser, `${site.url}/console/`);
    const examples = await page.getByLabel("Example").locator("option").all();
    expect(examples.length - 1).toBeLessThanOrEqual(8);
    for (const example of examples.slice(1)) {
      await page.getByLabel("Example").selectOption((await example.getAttribute("value")) ?? "");
      await page.getByRole("button", { name: "Run" }).click();
      // What waits for a window, or for a timer, need not take the time.
      while (!(await page.getByRole("button", { name: "Run" }).isVisible())) await advance(page, "+1 min");
      expect(await page.getByRole("log").textContent()).toMatch(/\S/);
    }
    expect(problems).toEqual([]);
  });

  test("the clock is moved, a fault removed, and everything reset", async () => {
    await fake.post("fail", { status: 500, times: 2 });
    const { page, problems } = await openConsole(browser, `${fake.url}/__fake/`);
    const { now } = await fake.get<{ now: string }>("view");
    await advance(page, "+1 h");
    const moved = await fake.get<{ now: string }>("view");
    expect(Date.parse(moved.now) - Date.parse(now)).toBeGreaterThanOrEqual(3_600_000);
    await page.getByRole("button", { name: /^Remove the fault status 500/ }).press("Enter");
    await expect.poll(async () => (await fake.get<{ faults: [] }>("view")).faults).toEqual([]);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Reset" }).press("Enter");
    await page.getByText("No call yet").waitFor();
    expect(problems).toEqual([]);
  });

  test("a stored item is changed and deleted by the keyboard, and says what is wrong with it", async () => {
    await fake.post("state", { personas: { ada: { emails: [{ subject: "Your code" }] } } });
    const { page, problems } = await openConsole(browser, `${fake.url}/__fake/`);
    await page.getByText("/personas/ada/emails · 1 item").press("Enter");
    await page.getByRole("button", { name: /^Edit / }).press("Enter");
    const text = page.getByRole("textbox", { name: /JSON$/ });
    const before = await text.inputValue();
    await text.fill(before.replace('"Your code"', "5"));
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByRole("status").getByText("/subject: expected string").waitFor();
    await text.fill(before.replace("Your code", "Another code"));
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.locator(".item pre", { hasText: "Another code" }).waitFor();
    await page.getByRole("button", { name: /^Delete / }).press("Enter");
    await page.getByText("/personas/ada/emails · 0 items").waitFor();
    expect(problems.filter((text) => !text.includes("400 (Bad Request)"))).toEqual([]);
  });

  test("what a request, a response or a store holds is shown as text and runs nothing", async () => {
    await fake.post("state", {
      personas: { [HOSTILE]: { emails: [{ subject: HOSTILE }] } },
      answers: { health_get: { headers: { "x-hostile": HOSTILE }, body: { [HOSTILE]: HOSTILE } } },
    });
    await fake.send("/<img/src=x/onerror=document.title='pwned'>", `/health?${encodeURIComponent(HOSTILE)}=1`);
    const { page, problems } = await openConsole(browser, `${fake.url}/__fake/`);
    for (const summary of await page.locator("summary").all()) await summary.click();
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.locator("main").locator("img, script, b:text-is('bold')").count()).toBe(0);
    expect(await page.title()).not.toContain("pwned");
    expect(problems).toEqual([]);
  });

  test("arrow keys lead through thousands of calls, of which a hundred are drawn", async () => {
    await fake.post("reset");
    await fake.send(...Array.from({ length: 2000 }, (_, index) => `/sessions/s${index}/cookies`));
    const { page } = await openConsole(browser, `${fake.url}/__fake/`);
    await page.getByText("2,000 calls").waitFor();
    expect(await page.locator(".call").count()).toBe(100);
    await page.locator(".call").first().focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await sees(page, { target: "/sessions/s1998/cookies" });
    expect(await page.getByLabel("Follow").isChecked()).toBe(false);
    await page.getByRole("button", { name: "Show older calls" }).click();
    await expect.poll(() => page.locator(".call").count()).toBe(200);
  });

  test("it can be read in light and dark, wide and narrow, and every control has a name", async () => {
    await fake.post("reset");
    await fake.post("state", { personas: { ada: { emails: [{ subject: "Your code" }] } } });
    await fake.send("/nowhere", "/personas/ada/emails?limit=0", "/health", "/personas/ada/emails?limit=1");
    await fake.post("fail", { status: 503 });
    for (const url of [`${fake.url}/__fake/`, `${site.url}/console/`]) {
      const { page } = await openConsole(browser, url);
      await page.locator(".call").first().waitFor();
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await inspectLooks(page)).toEqual([]);
    }
  });
});

/** The call that is shown in full. */
async function sees(page: Page, { status = "", target }: { status?: string; target: string }): Promise<void> {
  await page.locator(".detail", { hasText: status }).locator(".line", { hasText: target }).waitFor();
}

async function breakNext(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Break" }).click();
  await page.getByText("status 503 · waits for the next call").waitFor();
}

/** The first call, not the newest: found by its words, and opened. */
async function filterAndOpen(page: Page): Promise<void> {
  await page.getByLabel("Filter the calls").fill("200 emails");
  await page.getByText(/^1 of \d calls$/).waitFor();
  await page.locator(".call").click();
  await sees(page, { status: "200 OK", target: "/emails" });
}

async function seesWindow(page: Page, left: string): Promise<void> {
  await page.locator("section", { hasText: "Rate-limit window" }).getByText(left).waitFor();
}

async function run(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code that calls the fake").fill(code);
  await page.getByRole("button", { name: "Run" }).click();
}

async function advance(page: Page, step: string): Promise<void> {
  await page.getByRole("button", { name: step }).click();
  await page.getByRole("status").getByText("The clock was advanced").waitFor();
}
