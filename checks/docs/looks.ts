import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { auditPage, type Visit, visit } from "../browser.ts";

/** One page of each kind. */
function pagesToLookAt(id: string) {
  return {
    home: "/index.html",
    guide: "/guides/getting-started.html",
    operation: `/operations/${id}.html`,
    operations: "/operations/index.html",
    api: "/api/@svc/client/interfaces/SvcClientOptions.html",
    benchmarks: "/benchmarks.html",
    "not found": "/404.html",
  } as const;
}

/** The site that is looked at. */
export interface ServedSite {
  readonly url: string;
  /** Id of the operation whose page stands for all. */
  readonly operation: string;
}

/** Most compressed JavaScript that opening a page may transfer, in bytes. */
const MOST_SCRIPT = 60_000;

/** Findings on the sample of pages. */
export interface Looks {
  readonly findings: string[];
  /** Compressed bytes of JavaScript by kind of page. */
  readonly script: Map<string, number>;
  /** Pages that axe has looked at, each light and dark. */
  axe: number;
}

/** Opens one page of each kind, light and dark and on a small screen, and looks for what is wrong. */
export async function lookAtPages(browser: Browser, { url, operation }: ServedSite): Promise<Looks> {
  const looks: Looks = { findings: [], script: new Map(), axe: 0 };
  for (const [kind, path] of Object.entries(pagesToLookAt(operation))) {
    const { page, problems } = await visit(browser);
    looks.script.set(kind, await countScript(page, () => page.goto(url + path, { waitUntil: "networkidle" })));
    const bytes = looks.script.get(kind) ?? 0;
    if (bytes > MOST_SCRIPT) looks.findings.push(`${path}: ${bytes} bytes of JavaScript, more than ${MOST_SCRIPT}`);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await checkScheme({ page, problems }, { scheme, path, looks });
      looks.axe++;
      looks.findings.push(...(await auditPage(page)).map((finding) => `${path} (${scheme}): ${finding}`));
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 360) looks.findings.push(`${path}: ${width} pixels wide on a screen of 360`);
    looks.findings.push(...problems.map((problem) => `${path}: ${problem}`));
    await page.close();
  }
  return looks;
}

async function countScript(page: Page, open: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!(response.headers()["content-type"] ?? "").includes("javascript")) return;
    sizes.push(
      response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      ),
    );
  });
  await open();
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

interface Scheme {
  readonly scheme: "light" | "dark";
  readonly path: string;
  readonly looks: Looks;
}

async function checkScheme({ page }: Visit, { scheme, path, looks }: Scheme): Promise<void> {
  await page.waitForFunction((dark) => document.documentElement.classList.contains("dark") === dark, scheme === "dark");
  const sum = await page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(
      Number,
    );
    return red + green + blue;
  });
  const isDark = sum < 3 * 128;
  if (isDark !== (scheme === "dark")) looks.findings.push(`${path}: its background is not ${scheme}`);
}
