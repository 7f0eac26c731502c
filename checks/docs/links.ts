import { posix } from "node:path";

/** A built site: its files, and the text of those that are HTML. */
export interface BuiltSite {
  /** Every file, relative to the root of the site. */
  readonly files: ReadonlySet<string>;
  readonly html: ReadonlyMap<string, string>;
  /** Where the site lies on its host: `/`. */
  readonly base: string;
}

/** Findings, and how much was looked at. */
export interface LinkReport {
  readonly findings: readonly string[];
  readonly links: number;
  readonly anchors: number;
  readonly images: number;
  readonly external: number;
}

interface Counts {
  links: number;
  anchors: number;
  images: number;
  external: number;
}

/** Follows every link, anchor and image within a site. Addresses of other hosts are only looked at for their form. */
export function checkLinks(site: BuiltSite): LinkReport {
  const ids = new Map([...site.html].map(([file, html]) => [file, idsOf(html)]));
  const counts: Counts = { links: 0, anchors: 0, images: 0, external: 0 };
  const findings = new Set<string>();
  for (const [file, html] of site.html) {
    for (const { name, value } of addressesOf(html)) {
      const problem = checkAddress(value, { file, isImage: name === "src", site, ids, counts });
      if (problem !== undefined) findings.add(`${file}: ${value}: ${problem}`);
    }
  }
  return { findings: [...findings], ...counts };
}

interface Around {
  readonly file: string;
  readonly isImage: boolean;
  readonly site: BuiltSite;
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly counts: Counts;
}

function checkAddress(value: string, { file, isImage, site, ids, counts }: Around): string | undefined {
  if (/^data:/i.test(value)) return undefined;
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(value)) {
    counts.external++;
    return isGoodExternal(value) ? undefined : "is no well-formed address";
  }
  const [path = "", fragment] = value.split("#", 2);
  const target = path === "" ? file : resolve(path.replace(/\?.*$/, ""), file, site);
  if (isImage) counts.images++;
  else counts.links++;
  if (target === undefined) return "leads nowhere";
  if (fragment === undefined || fragment === "") return undefined;
  counts.anchors++;
  const known = ids.get(target);
  return known === undefined || known.has(decode(fragment)) ? undefined : "has no such anchor";
}

function resolve(path: string, file: string, { files, base }: BuiltSite): string | undefined {
  if (path.startsWith("/") && !path.startsWith(base)) return undefined;
  const below = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(file), path);
  const plain = posix.normalize(decode(below)).replace(/^\.\/?$/, "");
  const names = plain === "" || plain.endsWith("/") ? [`${plain}index.html`] : [plain, `${plain}/index.html`];
  return names.find((name) => files.has(name));
}

function isGoodExternal(value: string): boolean {
  return URL.canParse(value.startsWith("//") ? `https:${value}` : value) && !/\s/.test(value);
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id = ""]) => decoded(id)));
}

function addressesOf(html: string): { name: string; value: string }[] {
  const tags = html.matchAll(/<(?:a|area|img|link|script|iframe|source|video)\b[^>]*>/g);
  return [...tags].flatMap(([tag]) =>
    [...tag.matchAll(/\s(href|src)="([^"]*)"/g)].map(([, name = "", value = ""]) => ({ name, value: decoded(value) })),
  );
}

function decoded(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
