import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { repositoryUrl, type WithRepository } from "../../scripts/toolkit/repository-url.ts";
import { consoleLinks } from "../site/console-links.ts";
import { inertText, inertTitle } from "../site/inert-text.ts";
import { boostByWords, readSearchWords, withSearchWords } from "../site/search-words.ts";

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3451b2"/><path d="M4 5h8M4 8h5M4 11h8" stroke="#fff" stroke-width="1.5"/></svg>',
)}`;
const PAGES = join(import.meta.dirname, "../.pages");
const SIDEBARS = join(PAGES, "sidebars.json");

/** Written with the pages, by `pnpm docs:build`. */
function readSidebars(): DefaultTheme.SidebarMulti {
  return existsSync(SIDEBARS) ? (JSON.parse(readFileSync(SIDEBARS, "utf8")) as DefaultTheme.SidebarMulti) : {};
}

interface Manifest extends WithRepository {
  readonly version: string;
}

const MANIFEST = JSON.parse(readFileSync(join(PAGES, "../../packages/client/package.json"), "utf8")) as Manifest;

/** Undefined before the manifests of the packages have it. */
const REPOSITORY = repositoryUrl(MANIFEST);

// biome-ignore lint/style/noDefaultExport: VitePress asks for one
export default defineConfig({
  title: "svc SDK",
  description: "Types, a client and a fake of the service for TypeScript, generated from one OpenAPI document.",
  lang: "en",
  srcDir: ".pages",
  outDir: "dist",
  cacheDir: ".cache/vitepress",
  // It is built beside the pages.
  ignoreDeadLinks: [/^\/console\//],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    attrs: { disable: true },
    config(renderer) {
      inertText(renderer);
      consoleLinks(renderer);
    },
  },
  transformPageData: ({ relativePath, frontmatter, title }) => {
    if (/^(?:benchmarks|diff-rules)\./.test(relativePath)) frontmatter["pageClass"] = relativePath.replace(".md", "");
    if (relativePath.startsWith("api/")) frontmatter["pageClass"] = "api";
    // The example stands where other pages have their outline.
    if (/^operations\/(?!(?:index|webhooks)\.)/.test(relativePath))
      Object.assign(frontmatter, { pageClass: "operation", aside: false });
    return { title: inertTitle(title) };
  },
  transformHead: ({ title, description }) => [
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
    ["meta", { property: "og:type", content: "website" }],
    ["meta", { name: "twitter:card", content: "summary" }],
  ],
  // No request for an icon that is not there.
  head: [["link", { rel: "icon", type: "image/svg+xml", href: ICON }]],
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    // The theme has no component that is written with Vue's options.
    define: { __VUE_OPTIONS_API__: false },
  },
  themeConfig: {
    nav: [
      { text: "Guide", link: "/guides/", activeMatch: "^/(guides|examples)/" },
      { text: "Operations", link: "/operations/", activeMatch: "^/operations/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: "Console", link: "/console/", target: "_self" },
      { text: "Benchmarks", link: "/benchmarks" },
      { text: `v${MANIFEST.version}`, link: "/changelog" },
    ],
    ...(REPOSITORY === undefined
      ? {}
      : {
          socialLinks: [{ icon: "github", link: REPOSITORY }],
          editLink: {
            text: "Edit this page",
            // Runs in the page.
            pattern: new Function(
              "page",
              `return ${JSON.stringify(`${REPOSITORY}/edit/main/`)} + page.frontmatter.source;`,
            ) as (page: object) => string,
          },
        }),
    sidebar: readSidebars(),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        _render: (source, env, md) =>
          env.frontmatter?.["search"] === false ? "" : withSearchWords(md.render(source, env), source),
        miniSearch: {
          searchOptions: {
            boost: { title: 4, text: 2, titles: 1 },
            boostDocument: boostByWords(readSearchWords(PAGES)),
          },
        },
      },
    },
    docFooter: { prev: "Previous", next: "Next" },
  },
});
