import type { Browser, Locator, Page } from "playwright-core";
import { visit } from "../browser.ts";
import type { ServedSite } from "./looks.ts";

/**
 * Uses what this site adds to VitePress: its console, its pages for programs, its words for the search. The theme itself is
 * tested where it is made. Returns what does not work.
 */
export async function useSite(browser: Browser, site: ServedSite): Promise<string[]> {
  const { url } = site;
  const findings: string[] = [];
  for (const [name, use] of Object.entries(USES)) {
    const { page, problems } = await visit(browser);
    page.setDefaultTimeout(30_000);
    try {
      await page.goto(`${url}/index.html`, { waitUntil: "networkidle" });
      await use(page, site);
    } catch (error) {
      findings.push(`${name}: ${(error as Error).message.split("\n", 3).join(" ")}`);
    }
    findings.push(...problems.map((problem) => `${name}: ${problem}`));
    await page.close();
  }
  return findings;
}

/** Words that are typed, and the page that comes first. */
const SEARCHED: { readonly [word: string]: string } = {
  debug: "/guides/debugging",
  logging: "/guides/debugging",
  proxy: "/guides/deploy",
  retry: "/guides/rate-limits",
  timeout: "/guides/calls",
  mock: "/guides/testing.",
  opentelemetry: "/guides/debugging",
  install: "/guides/getting-started",
  streaming: "/guides/streams",
  pagination: "/guides/streams",
  webhook: "/guides/webhooks",
  staging: "/guides/deploy",
  cloudflare: "/guides/deploy",
  otp: "/guides/agents",
  alternatives: "/guides/migrating",
};

const USES: { readonly [name: string]: (page: Page, site: ServedSite) => Promise<void> } = {
  "an operation leads to the console, whose editor has its call, and the console back": async (page, site) => {
    await page.goto(`${site.url}/operations/${site.operation}.html`, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Try it in the console" }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".call", { hasText: /^2\d\d/ }).waitFor();
    await page.getByRole("link", { name: "svc SDK" }).click();
    await page.waitForURL(`${site.url}/index.html`);
  },
  "a visitor's document is called, answered and compared": async (page) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const text = page.getByLabel("OpenAPI document");
    const out = page.locator(".try-out");
    if (loaded.some((one) => one.endsWith("try.js"))) throw new Error("its code is loaded before it is used");
    await page.getByRole("button", { name: "Use an example" }).click();
    await out.getByText("GET /books").waitFor();
    await out.getByText("const result: Book[] = await svc.books.list(").waitFor();
    await out.getByText("major").first().waitFor();
    await text.fill("openapi: 3.1.0\ninfo: { title: <img src=x>, version: '1' }\npaths: [");
    await out.getByText("line 3").first().waitFor();
    await text.fill(
      "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /a:\n    get:\n      operationId: getA\n      summary: <b>x</b>\n      responses: { '200': { description: ok } }\n",
    );
    await out.getByText("GET /a 200").waitFor();
  },
  "search leads from the words that people type to the page about them": async (page, { url }) => {
    for (const [word, path] of Object.entries(SEARCHED)) {
      await page.goto(`${url}/index.html`, { waitUntil: "networkidle" });
      await (await openSearch(page)).fill(word);
      await page.locator(`#localsearch-list li:first-child a[href*="${path}"]`).waitFor();
    }
  },
  "every page has a Markdown twin": async (page, { url, operation }) => {
    for (const path of ["llms.txt", "llms-full.txt", "guides/index.md", `operations/${operation}.md`]) {
      const answer = await page.request.get(`${url}/${path}`);
      if (!answer.ok() || !/^(?:#|<!--)/.test(await answer.text())) throw new Error(`${path}: ${answer.status()}`);
    }
  },
};

/** By the keyboard. On a busy machine a key may come before the page's code listens: it is lost, and a person presses it again. */
async function openSearch(page: Page): Promise<Locator> {
  const box = page.getByRole("searchbox");
  for (let count = 0; count < 30 && !(await box.isVisible()); count++) {
    await page.keyboard.press("Control+k");
    await box.waitFor({ timeout: 1000 }).catch(() => {});
  }
  await box.waitFor();
  return box;
}
