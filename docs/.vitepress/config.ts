import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { inertText } from "../site/inert-text.ts";

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3451b2"/><path d="M4 5h8M4 8h5M4 11h8" stroke="#fff" stroke-width="1.5"/></svg>',
)}`;
const PAGES = join(import.meta.dirname, "../.pages");
const SIDEBARS = join(PAGES, "sidebars.json");

/** Written with the pages, by `pnpm docs:build`. */
function readSidebars(): DefaultTheme.SidebarMulti {
  return existsSync(SIDEBARS) ? (JSON.parse(readFileSync(SIDEBARS, "utf8")) as DefaultTheme.SidebarMulti) : {};
}

// biome-ignore lint/style/noDefaultExport: VitePress asks for one
export default defineConfig({
  title: "svc SDK",
  description: "Types, a client and a fake of the service for TypeScript, generated from one OpenAPI document.",
  lang: "en",
  srcDir: ".pages",
  cacheDir: ".cache/vitepress",
  // `pnpm svc docs check` looks at every link of the built site, anchors included.
  ignoreDeadLinks: true,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: inertText,
  },
  // No request for an icon that is not there.
  head: [["link", { rel: "icon", type: "image/svg+xml", href: ICON }]],
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: [
      { text: "Guide", link: "/guides/", activeMatch: "^/(guides|examples|decisions)/" },
      { text: "Operations", link: "/operations/", activeMatch: "^/operations/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: "Playground", link: "/playground/", target: "_self" },
      { text: "Benchmarks", link: "/benchmarks" },
    ],
    sidebar: readSidebars(),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            boost: { title: 4, text: 2, titles: 1 },
            // Runs in the page: what explains comes before what lists.
            boostDocument: (id) => (id.includes("/guides/") ? 2 : id.includes("/operations/") ? 1.5 : 1),
          },
        },
      },
    },
    docFooter: { prev: "Previous", next: "Next" },
    notFound: { title: "Page not found", quote: "Nothing is at this address.", linkText: "Home", linkLabel: "Home" },
  },
});
