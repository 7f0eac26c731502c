import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { inspectLooks, visit } from "../browser.ts";

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

/** Opens one page of each kind. Returns what is wrong, and the compressed JavaScript of each kind. */
export async function lookAtPages(browser: Browser, { url, operation }: ServedSite) {
  const findings: string[] = [];
  const sizes: string[] = [];
  for (const [kind, path] of Object.entries(pagesToLookAt(operation))) {
    const { page, problems } = await visit(browser);
    const bytes = await countScript(page, () => page.goto(url + path, { waitUntil: "networkidle" }));
    sizes.push(`${kind} ${Math.round(bytes / 1000)} kB`);
    if (bytes > MOST_SCRIPT) problems.push(`${bytes} bytes of JavaScript, more than ${MOST_SCRIPT}`);
    const looks = await inspectLooks(page);
    findings.push(...[...looks, ...problems].map((finding) => `${path}: ${finding}`));
    await page.close();
  }
  return { findings, sizes };
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
