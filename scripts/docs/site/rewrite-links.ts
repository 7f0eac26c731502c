import { posix } from "node:path";
import type { Page } from "./page.ts";

/** Targets that links may have. */
export interface Targets {
  /** Page by the file of the checkout that it is made from: `spec/UNKNOWNS.md` → `unknowns.md`. */
  readonly bySource: ReadonlyMap<string, string>;
  /** Every page of the site. */
  readonly pages: ReadonlySet<string>;
  /** True if the checkout has a file at this path from its root. */
  readonly isFile: (path: string) => boolean;
}

/**
 * Points the links of a page that are written for a reader of the checkout at the site's pages. A file that is no page
 * is linked as a file, below `/files/`, and is among `files`; what leads nowhere is left alone, for the check to find.
 */
export function rewriteLinks(
  { path, source, markdown }: Page,
  targets: Targets,
): { readonly markdown: string; readonly files: readonly string[] } {
  const files: string[] = [];
  const rewrite = (target: string): string => {
    const [, name = "", rest = ""] = /^([^#?]*)(.*)$/.exec(target) ?? [];
    const place = name === "" ? undefined : placeOf(name, { path, source }, targets);
    if (place === undefined) return target;
    if (place.isFile) {
      files.push(place.path);
      return `/files/${place.path}${rest}`;
    }
    const relative = posix.relative(posix.dirname(path), place.path);
    return `${relative.startsWith(".") ? "" : "./"}${relative}${rest}`;
  };
  return { markdown: outsideCode(markdown, (text) => replaceTargets(text, rewrite)), files };
}

/**
 * Makes links text that start at the root of a site, in pages of the API reference. Their own links are relative; these are of texts of
 * the document, and lead into the site of its authors.
 */
export function withoutRootLinks(markdown: string): string {
  return outsideCode(markdown, (text) => text.replaceAll(/(?<!!)\[([^\]\n]*)\]\(\/[^)\s]*(?:\s+"[^"\n]*")?\)/g, "$1"));
}

function placeOf(name: string, { path, source }: Pick<Page, "path" | "source">, targets: Targets) {
  if (/^[a-z][a-z+.-]*:|^\//i.test(name)) return undefined;
  if (source !== undefined) {
    const file = posix.normalize(posix.join(posix.dirname(source), name)).replace(/\/$/, "");
    const page = targets.bySource.get(file) ?? targets.bySource.get(`${file}/README.md`);
    if (page !== undefined) return { isFile: false, path: page };
  }
  const inSite = posix.normalize(posix.join(posix.dirname(path), name));
  if (targets.pages.has(inSite)) return { isFile: false, path: inSite };
  if (source === undefined) return undefined;
  const file = posix.normalize(posix.join(posix.dirname(source), name));
  // Images and other files beside a guide come with it.
  if (file.startsWith("docs/guides/") || file.startsWith("..") || !targets.isFile(file)) return undefined;
  return { isFile: true, path: file };
}

function replaceTargets(text: string, rewrite: (target: string) => string): string {
  return text.replaceAll(
    /(\]\()([^)\s]+)((?:\s+"[^"]*")?\))/g,
    (_, before, target, after) => `${before}${rewrite(target)}${after}`,
  );
}

/** Leaves fenced blocks alone. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(```[\s\S]*?^```[ \t]*$|~~~[\s\S]*?^~~~[ \t]*$)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}
