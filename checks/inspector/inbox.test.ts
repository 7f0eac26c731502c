import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "./audit.ts";
import { CHROMIUM, openInspector, startChromium } from "./open-inspector.ts";
import { type StartedFake, startFake } from "./start-fake.ts";

const LATENCY = { timeout: 10_000, interval: 20 };
const HOSTILE = `<img src=x onerror="document.title='pwned'">`;

const CODE = {
  subject: "Your sign-in code",
  sender_email: "no-reply@accounts.example",
  sender_name: "Accounts",
  text_content: "Your code is 418 205.\nOr open https://shop.example/login?token=a.",
  html_content: "<p>Your code is <b id=code>418 205</b></p>",
  created_at: "2026-11-22T21:04:00Z",
};
const PLAIN = {
  subject: HOSTILE,
  sender_name: null,
  text_content: HOSTILE,
  html_content: null,
  created_at: "2026-11-21T21:04:00Z",
  unread: false,
};

describe.skipIf(CHROMIUM === undefined)("the inbox in Chromium", { timeout: 90_000 }, () => {
  let browser: Browser;
  let fake: StartedFake;
  let trap: Server;
  let connections = 0;
  const load = (emails: readonly object[], owner = "ada") => fake.post("state", { personas: { [owner]: { emails } } });

  beforeAll(async () => {
    trap = createServer((_request, response) => response.end()).on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
    browser = await startChromium();
    fake = await startFake();
  }, 60_000);
  beforeEach(async () => {
    connections = 0;
    await fake.post("reset");
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    fake?.stop();
    trap?.close();
    await browser?.close();
  });

  test("a message is found, read and its code copied by the keyboard alone", async () => {
    await load([PLAIN, CODE]);
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, problems } = await openInspector(browser, fake.url, { permissions });
    await page.getByRole("button", { name: "Inbox, 2 messages, 1 unread" }).press("Enter");
    await page.locator("#messages button").nth(1).waitFor();
    await page.getByRole("combobox", { name: "Inbox" }).focus();
    await tabTo(page, "Add a message");
    await tabTo(page, /^Accounts.*Your sign-in code/);
    for (const key of ["ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await page.locator("#letter h3", { hasText: "Your sign-in code" }).waitFor();
    const walked = ["Edit this message", "Delete this message", "Copy the code 418 205", /^1 link/, /token=a$/, "HTML"];
    for (const name of walked) await tabTo(page, name);
    await page.keyboard.press("ArrowRight");
    expect(await page.textContent("#body")).toBe(CODE.text_content);
    await page.keyboard.press("ArrowRight");
    expect(await page.textContent("#body")).toBe(CODE.html_content);
    await page.keyboard.press("End");
    expect(JSON.parse((await page.textContent("#body")) ?? "")).toMatchObject({ subject: CODE.subject });
    await page.getByRole("button", { name: "Copy the code 418 205" }).press("Enter");
    await expect.poll(() => page.getByRole("status").textContent(), LATENCY).toBe("Copied: 418205.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("418205");
    expect(problems).toEqual([]);
  });

  test("a message arrives in the open inbox without a reload, and nothing is asked while nothing happens", async () => {
    await load([CODE]);
    const { page, problems } = await openInspector(browser, fake.url, { ownsTime: true });
    await page.getByRole("button", { name: /^Inbox,/ }).click();
    await page.locator("#messages button").first().click();
    await page.locator("#letter iframe").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.runFor(60_000);
    expect(asked).toEqual([]);
    await load([{ subject: "Second" }], "grace");
    await page.getByText("/personas/grace/emails", { exact: true }).waitFor();
    expect(await page.textContent("#inboxTab")).toBe("Inbox · 2");
    // The message that is open stays as it is: its frame is not loaded again.
    expect(asked.filter((url) => url.includes("message.html"))).toEqual([]);
    await page.getByRole("button", { name: "Delete this message" }).click();
    await expect.poll(() => page.textContent("#inboxTab"), LATENCY).toBe("Inbox · 1");
    await expect.poll(() => page.textContent("#letter"), LATENCY).toContain("Choose a message");
    // The clock of the page is a script that the frame does not run.
    expect(problems.filter((text) => !text.startsWith("console: Blocked script execution"))).toEqual([]);
  });

  test("the inbox of one owner, and a message that is added to it by the form", async () => {
    await load([CODE]);
    await load([{ subject: "Other" }], "grace");
    const { page } = await openInspector(browser, fake.url);
    await page.getByRole("button", { name: /^Inbox,/ }).click();
    await page.getByRole("combobox", { name: "Inbox" }).selectOption("/personas/ada/emails");
    await expect.poll(() => page.locator("#messages button").count(), LATENCY).toBe(1);
    await page.getByRole("button", { name: "Add a message" }).click();
    expect(await page.getByRole("textbox", { name: "persona_id" }).inputValue()).toBe("ada");
    await page.getByRole("textbox", { name: "subject" }).fill("By hand");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#messages .subject").allTextContents(), LATENCY).toContain("By hand");
  });

  test("the HTML of a message runs nothing, loads nothing and leads nowhere", async () => {
    const to = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
    const html = `<!doctype html><html><head>
      <script>document.title = "pwned"; document.documentElement.dataset.ran = "1"; fetch("${to}/fetch")</script>
      <meta http-equiv="refresh" content="0;url=${to}/refresh"><base href="${to}/">
      <link rel="stylesheet" href="${to}/style"><link rel="preconnect" href="${to}"><link rel="prefetch" href="${to}/p">
      <LINK/rel=preload as=image href="${to}/preload"><link rel=icon href="${to}/icon">
      <style>@import "${to}/import"; body { background: url(${to}/background) } @font-face { font-family: f; src: url(${to}/font) } p { font-family: f }</style>
      </head><body onload="document.documentElement.dataset.ran = '1'"><img src="${to}/image" onerror="document.documentElement.dataset.ran = '1'">
      <p style="background-image: url(${to}/inline)">Code 123456</p><svg onload="parent.document.title = 'pwned'"><image href="${to}/svg"/></svg>
      <iframe src="${to}/frame"></iframe><object data="${to}/object"></object><embed src="${to}/embed"><video src="${to}/video" poster="${to}/poster" autoplay></video>
      <form action="${to}/form"><button id="send">Send</button></form><a id="out" href="${to}/link">out</a>
      <a id="top" href="${to}/top" target="_top">top</a><a id="new" href="${to}/new" target="_blank" ping="${to}/ping">new</a></body></html>`;
    await load([{ subject: "Hostile", html_content: html, text_content: null }]);
    const { page } = await openInspector(browser, fake.url);
    await page.getByRole("button", { name: /^Inbox,/ }).click();
    await page.locator("#messages button").first().click();
    const frame = page.frameLocator("#letter iframe");
    await frame.getByText("Code 123456").waitFor();
    expect(await page.locator("#letter .code strong").textContent()).toBe("123456");
    for (const id of ["send", "out", "top", "new"]) await frame.locator(`#${id}`).click();
    expect(await frame.locator("html").getAttribute("data-ran")).toBeNull();
    expect([await page.title(), page.url(), page.context().pages().length]).toEqual([
      "svc – fake",
      `${fake.url}/__fake/#inbox`,
      1,
    ]);
    // By itself, too.
    await page.goto(
      (await page.locator("#letter iframe").getAttribute("src"))?.replace(/^/, `${fake.url}/__fake/`) ?? "",
    );
    await page.getByText("Code 123456").waitFor();
    expect(await page.locator("html").getAttribute("data-ran")).toBeNull();
    expect(await page.title()).toBe("");
    // A picture of the trap that a page of its own loads shows that the trap works.
    expect(connections).toBe(0);
    await page.goto(`${to}/`);
    expect(connections).toBeGreaterThan(0);
  });

  test.each(["light", "dark"] as const)(
    "in %s it is accessible at every width, and nothing scrolls sideways",
    async (scheme) => {
      await load([
        PLAIN,
        CODE,
        { subject: "long ".repeat(80), sender_email: `${"a".repeat(60)}@${"b".repeat(60)}.example` },
      ]);
      const { page } = await openInspector(browser, fake.url, { scheme, bypassCSP: true });
      await page.getByRole("button", { name: /^Inbox,/ }).click();
      for (const index of [0, 1, 2]) {
        await page.locator("#messages button").nth(index).click();
        await page.locator("#letter [role=tabpanel]").waitFor();
        for (const width of [1280, 768, 390]) {
          await page.setViewportSize({ width, height: 800 });
          expect([index, width, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([
            index,
            width,
            0,
          ]);
          expect(await audit(page)).toEqual([]);
        }
      }
      expect(await page.locator("#messages img, #letter h3 img, #letter pre img").count()).toBe(0);
    },
  );

  test("a page whose fake is gone says so, and goes on when it is back", async () => {
    const first = await startFake();
    const { page } = await openInspector(browser, first.url);
    first.stop();
    await page.getByText("The fake does not answer.").waitFor();
    const second = await startFake("--port", new URL(first.url).port);
    await second.send("/health");
    await page.getByText("1 call").waitFor();
    expect(await page.getByRole("status").textContent()).toBe("");
    second.stop();
  });
});

/** Presses Tab, and expects the focus on what has a name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  await page.keyboard.press("Tab");
  const at = await page.evaluate(() => {
    const node = document.activeElement;
    return node?.getAttribute("aria-label") ?? (node?.textContent ?? "").trim();
  });
  expect(at).toEqual(typeof name === "string" ? name : expect.stringMatching(name));
}
