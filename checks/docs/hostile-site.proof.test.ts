import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { startChromium, visit } from "../browser.ts";
import { createScratchClone, type ScratchClone } from "../bump/scratch-clone.ts";
import { chromiumPath } from "../chromium.ts";
import { serveFolder } from "../serve-folder.ts";

// The site is built from documents that somebody else wrote, by the scheduled bump before any review: no text of them is ever a
// template, markup or an included file. The real site of a document that says it in every text is built, read and opened.
const LIMIT_MS = 900_000;
const RAN = "__ran";

/** What code does that runs: it leaves a mark on disk, or in the page. */
const mark = (file: string): string =>
  `globalThis.${RAN}=1;globalThis.process?.getBuiltinModule?.("node:fs").writeFileSync(${JSON.stringify(file)},"1")`;

function hostileTexts(marker: string): readonly string[] {
  const template = `{{ constructor.constructor(${JSON.stringify(mark(marker)).replaceAll("\\n", "")})() }}`;
  const image = `<img src=x onerror="globalThis.${RAN}=1">`;
  return [
    `${template} \`${template}\` <b>${template}</b>`,
    `\`x | ${image}\` ${image} <script>globalThis.${RAN}=1</script> </script><script>globalThis.${RAN}=1</script>`,
    `| a | b |\n|---|---|\n| \`x | ${image}\` | ${template} |\n\n# ${template}\n\n## ${image}`,
    `[a](javascript:globalThis.${RAN}=1) [${template}](https://example.com "${template}") ![${template}](x)`,
    `text {onclick=globalThis.${RAN}=1} <component :is="'script'">globalThis.${RAN}=1</component> <p v-html="'${image}'"></p>`,
    `<!--@include: /etc/passwd--> \n\n<<< /etc/passwd\n\n::: info ${template}\n${template}\n:::\n\n[[toc]]\n\n---\n\n\`\`\`vue\n${template}\n\`\`\``,
    `<script setup>${mark(marker)}</script>\n\n<script>${mark(marker)}</script>`,
  ];
}

const TEXTS: ReadonlySet<string> = new Set(["description", "summary", "title", "x-svc-unknown", "version"]);

/** Says hostile things in every text of a document, one after the other. */
function poison(document: unknown, texts: readonly string[]): unknown {
  let next = 0;
  const hostile = (): string => texts[next++ % texts.length] ?? "";
  const visitNode = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => (key === "x-svc-unknown" ? hostile() : visitNode(item)));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, visitNode(child, name)]));
    }
    if (typeof value !== "string" || !TEXTS.has(key) || key === "version") return value;
    return key === "title" || key === "summary" ? hostile().split("\n")[0] : `${value}\n\n${hostile()}`;
  };
  return visitNode(document);
}

describe("the site of a document that says hostile things in every text", () => {
  let clone: ScratchClone;
  const markerOf = (): string => join(clone.root, "ran.txt");

  beforeAll(async () => {
    clone = createScratchClone();
    const file = join(clone.root, "spec/openapi.yaml");
    const document = parse(readFileSync(file, "utf8"));
    // Rows of tables, and places that the committed document leaves out.
    document.info.contact = { name: "x", url: "https://example.com/" };
    document.externalDocs = { url: "https://example.com/", description: "x" };
    for (const item of Object.values(document.paths) as {
      [method: string]: { parameters?: { examples?: unknown }[] };
    }[]) {
      for (const { parameters = [] } of Object.values(item)) {
        for (const parameter of parameters)
          parameter.examples = { one: { summary: "x", description: "x", value: "a" } };
      }
    }
    clone.write("spec/openapi.yaml", stringify(poison(document, hostileTexts(markerOf()))));
    const generated = await clone.svc("generate");
    expect(generated.code, generated.output).toBe(0);
    const built = await clone.svc("docs", "build");
    expect(built.code, built.output.slice(-3000)).toBe(0);
  }, LIMIT_MS);
  afterAll(() => clone?.remove(), LIMIT_MS);

  test("no code of it ran while it was built", () => {
    expect(existsSync(markerOf())).toBe(false);
  });

  test("no page has its markup, and no file of the machine is in a page", () => {
    const dist = join(clone.root, "docs/dist");
    const pages = (readdirSync(dist, { recursive: true }) as string[]).filter((name) => name.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(20);
    const found = pages.filter((name) => {
      const html = readFileSync(join(dist, name), "utf8");
      return /<img src="?x"? onerror|<script>globalThis|<component|href="javascript:|<\w[^<>]*\sonclick=|root:x:0:0/.test(
        html,
      );
    });
    expect(found).toEqual([]);
  });

  test.runIf(chromiumPath() !== undefined)(
    "no code of it runs in a reader's browser",
    { timeout: LIMIT_MS },
    async () => {
      const dist = join(clone.root, "docs/dist");
      const server = await serveFolder(dist, "/");
      const pages = (readdirSync(dist, { recursive: true }) as string[]).filter(
        (name) => name.endsWith(".html") && !/^(?:api|console)\//.test(name),
      );
      const browser = await startChromium();
      try {
        const { page } = await visit(browser);
        const ran: string[] = [];
        for (const name of [...pages, "api/index.html"].filter((one) => existsSync(join(dist, one)))) {
          await page.goto(`${server.url}/${name}`, { waitUntil: "load" });
          if (await page.evaluate((key) => key in globalThis, RAN)) ran.push(name);
        }
        // Search shows titles and texts of pages. The key does nothing before the page's scripts are there.
        await page.goto(`${server.url}/index.html`, { waitUntil: "networkidle" });
        await page.keyboard.press("/");
        await page.locator(".VPLocalSearchBox input").fill("constructor");
        await page.waitForSelector(".VPLocalSearchBox .result, .VPLocalSearchBox .no-results");
        if (await page.evaluate((key) => key in globalThis, RAN)) ran.push("search");
        expect(ran).toEqual([]);
      } finally {
        await browser.close();
        server.close();
      }
    },
  );
});
