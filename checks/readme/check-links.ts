import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { localLinks } from "./code-blocks.ts";
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

/** Whether a link of a page leads to a file, or to a page that the site makes. */
export function leadsSomewhere(path: string, link: string): boolean {
  const [, operation, made] = /^\.\.\/(?:operations\/(\w+)\.md|(api\/))/.exec(link) ?? [];
  if (made !== undefined) return true;
  if (operation === undefined) return existsSync(join(ROOT, normalize(join(dirname(path), link))));
  const { operations } = JSON.parse(readFileSync(join(ROOT, "spec/names.json"), "utf8")) as { operations: object };
  return Object.hasOwn(operations, operation);
}
