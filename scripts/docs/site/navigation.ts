import { escaped } from "../plots/paced-run.ts";
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

/** Guides for one kind of reader, by name, in the order in which a stranger needs them. */
export interface GuideGroup {
  readonly title: string;
  readonly names: readonly string[];
}

/** The groups of the sidebar. Guides that none names follow in the last group. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: "Call the service",
    names: ["getting-started", "authentication", "rate-limits", "errors", "calls", "streams", "migrating"],
  },
  { title: "Wait and listen", names: ["waiters", "files", "webhooks", "agents"] },
  { title: "In production", names: ["deploy", "debugging", "many-machines"] },
  { title: "Test", names: ["testing", "testing-intercept", "testing-http", "testing-faults", "testing-data"] },
  { title: "Maintain", names: ["the-document", "codegen", "bump", "limits"] },
];

/** The guides by group, in the order of the sidebar. Groups without a guide are left out. */
export function groupGuides(pages: readonly Page[]): { readonly title: string; readonly pages: readonly Page[] }[] {
  const byRank = pages.map((page) => ({ page, rank: rankOf(page) }));
  return GUIDE_GROUPS.flatMap(({ title }, group) => {
    const found = byRank.filter(({ rank }) => rank[0] === group);
    found.sort((a, b) => a.rank[1] - b.rank[1] || (a.page.path < b.page.path ? -1 : 1));
    return found.length === 0 ? [] : [{ title, pages: found.map(({ page }) => page) }];
  });
}

/** The guides in the order of the sidebar. */
export function sortGuides(pages: readonly Page[]): Page[] {
  return groupGuides(pages).flatMap((group) => group.pages);
}

/** The group of a guide and its place there. */
function rankOf({ path }: Page): readonly [group: number, place: number] {
  const name = path.replace(/^.*\/|\.md$/g, "");
  const group = GUIDE_GROUPS.findIndex(({ names }) => names.includes(name));
  return group < 0
    ? [GUIDE_GROUPS.length - 1, Number.POSITIVE_INFINITY]
    : [group, (GUIDE_GROUPS[group] as GuideGroup).names.indexOf(name)];
}

/** The sidebars of a site with these pages, and the one that typedoc wrote. */
export function sidebars(pages: readonly Page[], api: readonly SidebarItem[]): Sidebars {
  const below = (folder: string): Page[] =>
    pages.filter(({ path }) => path.startsWith(folder) && !/\bindex\.md$/.test(path));
  const guides = groupGuides(below("guides/")).map(({ title, pages: found }) =>
    folding({ text: title, link: `/guides/#${anchorOf(title)}` }, found),
  );
  const project = pages.filter(({ path }) => !path.includes("/") && path !== "index.md");
  const main: SidebarItem[] = [
    ...guides,
    ...[
      folding({ text: "Examples", link: "/examples/" }, below("examples/")),
      folding({ text: "Reference", link: "/operations/" }, [
        ...pages.filter(({ path }) => path === "operations/index.md"),
        ...project,
      ]),
    ].filter(({ items }) => items.length > 0),
  ];
  return {
    ...apiSidebars(api),
    // For maintainers: not beside the users' pages.
    "/decisions/": [{ text: "Decisions", link: "/decisions/", items: below("decisions/").map(entryOf) }],
    "/operations/": [{ text: "Operations", link: "/operations/", items: below("operations/").map(entryOf) }],
    "/": main,
  };
}

/** Beside a page of the API stand the exports of its own module: with those of all, each page was three times as large. */
function apiSidebars(modules: readonly SidebarItem[]): Sidebars {
  const names = modules.map(({ text, link = "" }) => ({ text, link }));
  const back = { text: "All modules", link: "/api/" };
  const own = modules.map(
    ({ link = "/api/", ...open }) => [link, [back, { ...open, link, collapsed: false }]] as const,
  );
  return Object.fromEntries([["/api/", names], ...own]);
}

/** A group that is closed until its page or one below it is open. It has a page of its own: without, axe sees a button in a button. */
function folding(head: { text: string; link: string }, pages: readonly Page[]): SidebarItem & { items: SidebarItem[] } {
  return { ...head, collapsed: true, items: pages.map(entryOf) };
}

/** The anchor that VitePress gives to a heading of plain words. */
function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

/** VitePress shows an entry as HTML, has it in a script of each page, and runs one that begins with its mark of a function. */
export function entryText(text: string): string {
  return escaped(text).replace(/^_/, "&#95;");
}

function entryOf({ path, markdown }: Page): SidebarItem {
  return { text: entryText(titleOf(markdown)), link: `/${path.replace(/\.md$/, "")}` };
}
