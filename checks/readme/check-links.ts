import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { headingAnchors, localLinks } from "./code-blocks.ts";
import type { Page } from "./page.ts";

/** Links of pages that lead nowhere. Those to pages that the site makes are looked up by the names of operations. */
export function checkLinks(pages: readonly Page[]): { readonly findings: string[]; readonly count: number } {
  let count = 0;
  const findings = pages.flatMap(({ path, markdown }) => {
    const links = localLinks(markdown);
    count += links.length;
    return links.filter((link) => !leadsSomewhere(path, link)).map((link) => `${path}: the link ${link} leads nowhere`);
  });
  return { findings, count };
}

/** Whether a link of a page leads to a file and a heading of it, or to a page that the site makes. */
export function leadsSomewhere(path: string, link: string): boolean {
  const [, operation, made] = /^\.\.\/(?:operations\/(\w+)\.md|(api\/))/.exec(link) ?? [];
  if (made !== undefined) return true;
  if (operation !== undefined) {
    const { operations } = JSON.parse(readFileSync(join(ROOT, "spec/names.json"), "utf8")) as { operations: object };
    return Object.hasOwn(operations, operation);
  }
  const [name = "", anchor] = link.split("#", 2);
  const place = join(ROOT, name === "" ? path : join(dirname(path), name));
  if (!existsSync(place) || anchor === undefined) return existsSync(place);
  const file = statSync(place).isDirectory() ? join(place, "README.md") : place;
  return headingAnchors(readFileSync(file, "utf8")).has(anchor);
}
