import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Words by which people look for a page that does not use them much, in a comment of the page:
 * `<!-- search: retry, backoff -->`. The page comes first where one of them is searched.
 */
export function searchWordsOf(markdown: string): string[] {
  const [, words = ""] = /^<!-- search: ([\w ,.'/-]*) -->$/m.exec(markdown) ?? [];
  return words
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);
}

/** The words of each page below a folder, by the page's path without its extension. */
export function readSearchWords(folder: string): { readonly [page: string]: readonly string[] } {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const pages = names.filter((name) => name.endsWith(".md")).sort();
  return Object.fromEntries(
    pages
      .map(
        (name) =>
          [name.replaceAll("\\", "/").slice(0, -3), searchWordsOf(readFileSync(join(folder, name), "utf8"))] as const,
      )
      .filter(([, words]) => words.length > 0),
  );
}

/** Text by which a page is found: its own, with its search words behind the title. */
export function withSearchWords(html: string, markdown: string): string {
  const words = searchWordsOf(markdown);
  return words.length === 0 ? html : html.replace(/<\/h1>/, (end) => `${end}<p>${words.join(", ")}</p>`);
}

/** A boost for MiniSearch. It runs in the page, so that it can take along only what is written into it. */
export function boostByWords(words: {
  readonly [page: string]: readonly string[];
}): (id: string, term: string) => number {
  return new Function(
    "id",
    "term",
    `const words = ${JSON.stringify(words)};
for (const page in words) if (id.includes("/" + page + ".html#") && words[page].includes(term)) return 200;
return id.includes("/guides/") ? 2 : id.includes("/operations/") ? 1.5 : 1;`,
  ) as (id: string, term: string) => number;
}
