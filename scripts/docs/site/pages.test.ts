import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../toolkit/tools.ts";
import type { PacedRun } from "../plots/paced-run.ts";
import { changelogPage } from "./changelog.ts";
import { homePage } from "./home.ts";
import { languageModelFiles } from "./language-model-files.ts";
import { sidebars, sortGuides } from "./navigation.ts";
import { collectPages, firstSentence, leadOf, listPage, type Page, titleOf } from "./page.ts";

const page = (path: string, markdown: string): Page => ({ path, source: undefined, markdown });

test("the home page has the claim, the run, and the code of the README", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const run = JSON.parse(readFileSync(join(ROOT, "docs/paced-run.json"), "utf8")) as PacedRun;
  const template = readFileSync(join(ROOT, "docs/site/home.md"), "utf8");
  const home = homePage({ template, readme, run });
  expect(home).toMatch(/# svc SDK\n\n\*\*Use every request[\s\S]*<svg[\s\S]*0 refused[\s\S]*```ts \[call\]\nimport/);
  expect(home).toContain("```ts [test]\nimport");
  expect(() => homePage({ template, readme: "# A\n\n**B.** C\n\nD\n", run })).toThrow(
    'no section "Generate an SDK for your API"',
  );
  expect(() => homePage({ template, readme: "# A\n\nB.\n", run })).toThrow("a claim in bold type");
});

test("pending changes come before released ones, whose headings are one level down", () => {
  const text = "# @svc/client\n\n## 1.0.0\n\n### Minor\n\n- a\n";
  const markdown = changelogPage({
    released: [{ name: "@svc/client", text }],
    pending: ['---\n"@svc/client": minor\n---\n\nNew.\n'],
  });
  expect(markdown).toContain(
    "## Not released yet\n\n`@svc/client` (minor): New.\n\n## @svc/client\n\n### 1.0.0\n\n#### Minor\n\n- a\n",
  );
});

test("titles lose their marks, and a lead is the first paragraph only where there is one", () => {
  expect(titleOf("# The `a` *b*\n")).toBe("The a b");
  expect(titleOf("# \\_a\\_ &#60;b\\> `c_d`\n")).toBe("_a_ <b> c_d");
  expect(leadOf("# A\n\nOne\ntwo.\n\nThree.\n")).toBe("One two.");
  expect(leadOf("# A\n\n```ts\n# B\n\nx\n```\n")).toBe("");
  expect(leadOf("# A\n\n`a` is code.\n")).toBe("`a` is code.");
});

test("a change of all packages names none", () => {
  const head = ["spec", "types", "client", "testing"].map((name) => `"@svc/${name}": minor\n`).join("");
  expect(changelogPage({ released: [], pending: [`---\n${head}---\n\nNew.\n`] })).toContain(
    "\n\nAll packages (minor): New.\n",
  );
});

test("a first sentence ends with its full stop, and not in code", () => {
  expect(firstSentence("**Choice.** Sent with `Authorization: Bearer`. More.")).toBe(
    "Sent with `Authorization: Bearer`.",
  );
  expect(firstSentence("These are [all](./a.md):")).toBe("These are all.");
});

test("a list has the first sentence of each page, without its links", () => {
  const list = listPage("Guide", "Pages.", [
    page("guides/a.md", "# A\n\nSee [b](./b.md). More.\n"),
    page("guides/c.md", "# C\n"),
  ]);
  expect(list).toBe("# Guide\n\nPages.\n\n- [A](./a.md): See b.\n- [C](./c.md)\n");
});

test("guides stand in the order in which a stranger needs them", () => {
  const names = ["limits", "zebra", "testing-data", "errors", "testing", "getting-started"];
  const sorted = sortGuides(names.map((name) => page(`guides/${name}.md`, "# X")));
  expect(sorted.map(({ path }) => path.slice(7, -3))).toEqual([
    "getting-started",
    "errors",
    "testing",
    "testing-data",
    "limits",
    "zebra",
  ]);
});

test("each part has a sidebar", () => {
  const pages = ["guides/a", "operations/b", "decisions/c", "security"];
  const all = sidebars(
    pages.map((path) => page(`${path}.md`, `# ${path.at(path.indexOf("/") + 1)?.toUpperCase()}`)),
    [],
  );
  expect(all["/"]).toEqual([
    { text: "Maintain", link: "/guides/#maintain", collapsed: true, items: [{ text: "A", link: "/guides/a" }] },
    { text: "Reference", link: "/operations/", collapsed: true, items: [{ text: "S", link: "/security" }] },
  ]);
  expect(all["/operations/"]?.[0]?.items).toEqual([{ text: "B", link: "/operations/b" }]);
  expect(all["/decisions/"]?.[0]?.items).toEqual([{ text: "C", link: "/decisions/c" }]);
});

test("no more than nine entries are open at once, and there are no more than nine groups", () => {
  const groups = sidebars(collectPages(ROOT), [])["/"] ?? [];
  expect(groups.length).toBeLessThanOrEqual(9);
  expect(groups.every(({ collapsed }) => collapsed)).toBe(true);
  const guides = groups.filter(({ link }) => link?.startsWith("/guides/"));
  for (const { text, items = [] } of guides) expect(items.length, text).toBeLessThanOrEqual(9);
});

test("programs get a twin of each page, a list, and everything in one file", () => {
  const files = languageModelFiles([
    page("index.md", "---\nsidebar: false\n---\n\n# Home\n\nWhat it is.\n\n[P](/p/)\n"),
    page("guides/a.md", "<!-- made -->\n\n# A\n\nHow to.\n"),
  ]);
  expect(files.get("index.md")).toBe("# Home\n\nWhat it is.\n\n[P](/p/)\n");
  expect(files.get("llms.txt")).toBe("# Home\n\n> What it is.\n\n## Guide\n\n- [A](guides/a.md): How to.\n");
  expect(files.get("llms-full.txt")).toContain("<!-- guides/a.md -->\n\n# A\n\nHow to.\n");
});
