import { type Page, titleOf } from "./page.ts";

/** An entry of a sidebar, as VitePress takes it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** The sidebars by the folder that they stand beside. */
export type Sidebars = { readonly [prefix: string]: readonly SidebarItem[] };

/** Order of the guides: what a stranger needs first. Others follow by name. */
const ORDER: readonly RegExp[] = [
  /^getting-started$/,
  /^authenticat/,
  /^rate-limits$/,
  /^errors$/,
  /^cancel/,
  /^download/,
  /^streams$/,
  /^unknown-parameters$/,
  /^many-machines$/,
  /^testing$/,
  /^testing-unit$/,
  /^testing-intercept$/,
  /^testing-http$/,
  /^testing-time$/,
  /^testing-faults$/,
  /^testing-/,
  /^the-document$/,
  /^bump$/,
  /^releases$/,
  /^maintain/,
  /^migrat/,
  /^limits$/,
];

/** The guides in the order of the sidebar. */
export function sortGuides(pages: readonly Page[]): Page[] {
  return [...pages].sort((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1));
}

function rankOf({ path }: Page): number {
  const name = path.replace(/^.*\/|\.md$/g, "");
  const rank = ORDER.findIndex((pattern) => pattern.test(name));
  return rank < 0 ? ORDER.length : rank;
}

/** The sidebars of a site with these pages, and the one that typedoc wrote. */
export function sidebars(pages: readonly Page[], api: readonly SidebarItem[]): Sidebars {
  const below = (folder: string): Page[] =>
    pages.filter(({ path }) => path.startsWith(folder) && !/\bindex\.md$/.test(path));
  const group = (text: string, found: readonly Page[]): SidebarItem[] =>
    found.length === 0 ? [] : [{ text, items: found.map(entryOf) }];
  const project = pages.filter(({ path }) => !path.includes("/") && path !== "index.md" && path !== "benchmarks.md");
  const main: SidebarItem[] = [
    ...group("Guide", sortGuides(below("guides/"))),
    ...group("Examples", below("examples/")),
    ...group("Project", project),
    ...group("Decisions", below("decisions/")).map((item) => ({ ...item, link: "/decisions/", collapsed: true })),
  ];
  return {
    "/api/": api,
    "/operations/": [{ text: "Operations", link: "/operations/", items: below("operations/").map(entryOf) }],
    "/": main,
  };
}

function entryOf({ path, markdown }: Page): SidebarItem {
  return { text: titleOf(markdown), link: `/${path.replace(/\.md$/, "")}` };
}
