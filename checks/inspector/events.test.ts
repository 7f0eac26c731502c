import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readForeignDocument } from "@svc/model/test-support/documents";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "./audit.ts";
import { CHROMIUM, openInspector, startChromium } from "./open-inspector.ts";
import { type StartedFake, startFake } from "./start-fake.ts";

const LATENCY = { timeout: 15_000, interval: 20 };

describe.skipIf(CHROMIUM === undefined)("streams and webhooks in the inspector", { timeout: 90_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-inspector-"));
  const received: (string | undefined)[] = [];
  let receiver: Server;
  let browser: Browser;
  let fake: StartedFake;

  beforeAll(async () => {
    const payload = { type: "object", required: ["type"], properties: { type: { type: "string" } } };
    const done = { post: { requestBody: { content: { "application/json": { schema: payload } } }, responses: {} } };
    const document = { ...JSON.parse(readForeignDocument("agents")), webhooks: { "agent.done": done } };
    const file = join(folder, "agents.json");
    writeFileSync(file, JSON.stringify(document));
    receiver = createServer((request, response) => {
      received.push(request.headers["webhook-id"] as string | undefined);
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    browser = await startChromium();
    fake = await startFake("--spec", file, "--webhooks-to", to);
  }, 60_000);
  afterAll(async () => {
    fake?.stop();
    receiver?.close();
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test("a stream is seen to grow, item by item, until it ends", async () => {
    await fake.post("fail", { operation: "agent_events", slowBodyMs: 600 });
    const { page, problems } = await openInspector(browser, fake.url);
    const headers = { authorization: "Bearer secret-token" };
    const sent = fetch(`${fake.url}/agents/a1/events`, { headers }).then((response) => response.text());
    await page.locator("#rows tr").first().click();
    const title = page.locator("#detail h3", { hasText: "Stream:" });
    const seen = new Set<string>();
    await expect
      .poll(async () => {
        const text = (await title.textContent()) ?? "";
        seen.add(text);
        return text;
      }, LATENCY)
      .toBe("Stream: 3 items, complete");
    await sent;
    expect([...seen].some((text) => text.endsWith("open"))).toBe(true);
    expect(await page.locator("#detail").textContent()).toContain('"id":"3"');
    expect(problems).toEqual([]);
    await page.close();
  });

  test("webhooks are sent, listed with their outcome, and sent again, by the keyboard as well", async () => {
    const { page, problems } = await openInspector(browser, fake.url);
    const part = page.locator("#webhooksPart");
    await part.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => page.locator("#deliveries").textContent(), LATENCY).toContain("agent.done · 500");
    const again = part.getByRole("button", { name: /^Send again agent\.done msg_\w+$/ });
    await again.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#deliveries").textContent(), LATENCY).toContain("2 attempts · 204");
    expect(received[1]).toBe(received[0]);
    await expect.poll(() => again.evaluate((node) => node === document.activeElement), LATENCY).toBe(true);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await audit(page)).toEqual([]);
    expect(problems).toEqual([]);
    if (process.env["SVC_PICTURE"]) await page.screenshot({ path: process.env["SVC_PICTURE"], fullPage: true });
    await page.close();
  });

  test("a document without webhooks shows nothing of them", async () => {
    const other = await startFake();
    const { page } = await openInspector(browser, other.url);
    expect(await page.locator("#webhooksPart").isVisible()).toBe(false);
    await page.close();
    other.stop();
  });
});
