import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import llmstxt from "vitepress-plugin-llms";
import { inertText } from "../site/inert-text.ts";

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
  // `scripts/docs/check.ts` looks at every link of the built site, anchors included.
  ignoreDeadLinks: true,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: inertText,
  },
  vite: {
    plugins: [llmstxt({ domain: "", excludeIndexPage: false })],
    build: { chunkSizeWarningLimit: 4000 },
  },
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
    search: { provider: "local" },
    docFooter: { prev: "Previous", next: "Next" },
    notFound: { title: "Page not found", quote: "Nothing is at this address.", linkText: "Home", linkLabel: "Home" },
  },
});
