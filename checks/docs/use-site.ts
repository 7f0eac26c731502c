import type { Browser, Locator, Page } from "playwright-core";
import { visit } from "../browser.ts";
import type { ServedSite } from "./looks.ts";

/** Uses the site as a visitor does, by mouse and by keyboard. Returns what does not work. */
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
    // The browser itself reports the answer that the address of nothing gets.
    const isExpected = (problem: string): boolean => name.startsWith("an address") && problem.includes("404");
    findings.push(...problems.filter((problem) => !isExpected(problem)).map((problem) => `${name}: ${problem}`));
    await page.close();
  }
  return findings;
}

/** How many there are. */
export const countUses = (): number => Object.keys(USES).length;

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
  "navigation leads to each part and back": async (page) => {
    for (const [name, heading] of [
      ["Guide", "Guide"],
      ["Operations", "Operations"],
      ["API", "API"],
      ["Benchmarks", "Benchmarks"],
    ] as const) {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
      await page.getByRole("heading", { level: 1, name: heading }).first().waitFor();
    }
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "API" }).first().waitFor();
  },
  "the sidebar leads to a page": async (page, { operation: { title } }) => {
    await page.getByRole("navigation").getByRole("link", { name: "Operations", exact: true }).first().click();
    await page.getByRole("complementary").getByRole("link", { name: title, exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: title }).first().waitFor();
  },
  "an operation leads to the console, whose editor has its call, and the console back": async (page, site) => {
    await page.goto(`${site.url}/operations/${site.operation.id}.html`, { waitUntil: "networkidle" });
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
  "search finds a word": async (page, { operation: { word } }) => {
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill(word);
    await page.getByRole("option").first().click();
    await page.waitForURL(/operations|guides|api/);
  },
  "search leads from the words that people type to the page about them": async (page, { url }) => {
    for (const [word, path] of Object.entries(SEARCHED)) {
      await page.goto(`${url}/index.html`, { waitUntil: "networkidle" });
      await (await openSearch(page)).fill(word);
      await page.locator(`#localsearch-list li:first-child a[href*="${path}"]`).waitFor();
    }
  },
  "search works by keyboard": async (page) => {
    await openSearch(page);
    await page.keyboard.type("withResponse", { delay: 5 });
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL((address) => !address.pathname.endsWith("/index.html") || address.hash !== "");
    await openSearch(page);
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").waitFor({ state: "detached" });
  },
  "the first tab stop skips to the content": async (page) => {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (!/skip/i.test(text ?? "")) throw new Error(`the first tab stop is "${text}"`);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash === "#VPContent");
  },
  "focus is visible at every tab stop": async (page) => {
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(isFocusVisible);
      if (found !== undefined) throw new Error(`focus is not visible on ${found}`);
    }
  },
  "dark is chosen by a switch and kept": async (page) => {
    await page.getByRole("switch").first().click();
    await page.waitForFunction(() => document.documentElement.classList.contains("dark"));
    await page.reload({ waitUntil: "networkidle" });
    if (!(await page.evaluate(() => document.documentElement.classList.contains("dark"))))
      throw new Error("it is forgotten");
    await page.getByRole("switch").first().click();
  },
  "a small screen has a menu": async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page
      .getByRole("button", { name: /navigation/i })
      .first()
      .click();
    await page.getByRole("link", { name: "Operations", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Operations" }).first().waitFor();
  },
  "an address of nothing is answered with a page": async (page, { url }) => {
    const answer = await page.goto(`${url}/no/such/page.html`, { waitUntil: "networkidle" });
    if (answer?.status() !== 404) throw new Error(`status ${answer?.status()}`);
    await page.getByText("Page not found").first().waitFor();
    await page.getByRole("link", { name: "Home" }).first().click();
    await page.getByRole("heading", { level: 1, name: "svc SDK" }).first().waitFor();
  },
  "every page has a Markdown twin": async (page, { url, operation: { id } }) => {
    for (const path of ["llms.txt", "llms-full.txt", "guides/index.md", `operations/${id}.md`]) {
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

/** In the page: names the focused element where nothing around it shows the focus. */
function isFocusVisible(): string | undefined {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return "nothing";
  const style = getComputedStyle(focused);
  const isOutlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
  return isOutlined || style.boxShadow !== "none" ? undefined : focused.outerHTML.slice(0, 120);
}
