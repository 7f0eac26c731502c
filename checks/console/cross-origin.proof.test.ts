import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChromium } from "../browser.ts";
import { chromiumPath } from "../chromium.ts";
import { type StartedFake, startFake, startFakeOf } from "./start-fake.ts";

describe.skipIf(chromiumPath() === undefined)("a page of another origin in Chromium", { timeout: 60_000 }, () => {
  let browser: Browser;
  let fake: StartedFake;
  let site: Server;

  beforeAll(async () => {
    site = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"));
    await once(site.listen(0, "127.0.0.1"), "listening");
    browser = await startChromium();
    // A day: both calls are in one window, whenever the test runs.
    fake = await startFake("--rate-limit", "50/86400");
  }, 60_000);
  afterAll(async () => {
    await fake?.stop();
    await browser?.close();
    site?.close();
  });

  test("calls the fake with a credential and headers of its own, and reads the limits of the answer", async () => {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    const answers = await page.evaluate(async (url) => {
      const headers = { authorization: "Bearer t", "x-svc-sdk-version": "1", "content-type": "application/json" };
      const good = await fetch(`${url}/personas/p/emails?limit=2`, { headers });
      const bad = await fetch(`${url}/personas/p/emails?limit=0`, { headers });
      return [good, bad].map((answer) => [answer.status, answer.headers.get("x-ratelimit-remaining")]);
    }, fake.url);
    expect(answers).toEqual([
      [200, "49"],
      [422, "48"],
    ]);
    // Preflights are the adapter's: they are in no journal and count for no limit.
    expect((await fake.get<{ method: string }[]>("calls")).map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/plain"])(
    "cannot control the fake by a page of %s that the fake serves",
    async (type) => {
      const folder = mkdtempSync(join(tmpdir(), "svc-page-"));
      const file = join(folder, "openapi.json");
      const get = { operationId: "page", responses: { 200: { description: "A page." } } };
      const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/page": { get } } };
      writeFileSync(file, JSON.stringify(document));
      const served = await startFakeOf(file);
      try {
        const script =
          "<script>fetch('/__fake/reset',{method:'POST',body:'{}'}).then(a=>document.title=a.status)</script>";
        const body =
          type === "text/html" || type === "text/plain"
            ? script
            : script.replace("<script>", "<script xmlns='http://www.w3.org/1999/xhtml'>");
        await served.post("state", { answers: { page: { headers: { "content-type": type }, body } } });
        const page = await browser.newPage();
        await page.goto(`${served.url}/page`, { waitUntil: "networkidle" });
        expect(await page.title()).toBe("");
        expect(await page.evaluate(() => globalThis.origin)).toBe("null");
        // What answers only after a reset would be gone.
        expect((await fetch(`${served.url}/page`)).headers.get("content-type")).toBe(type);
        await page.close();
      } finally {
        await served.stop();
        rmSync(folder, { recursive: true });
      }
    },
  );
});
