import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BundlePlugin, bundle } from "../../packages/testing/src/console/bundle.ts";
import type { Snippet } from "../../packages/testing/src/console/views/editor.tsx";

/** The font of the site's theme. */
const INTER = join(
  import.meta.dirname,
  "../node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2",
);

/** Programs of `snippets.ts` as text. */
async function readSnippets(): Promise<Snippet[]> {
  const source = await readFile(join(import.meta.dirname, "snippets.ts"), "utf8");
  const programs = source.matchAll(/^\/\*\* (.+) \*\/\nexport async function (\w+)\(.*\{\n([\s\S]*?)\n\}$/gm);
  return [...programs].map(([, title = "", id = "", code = ""]) => ({
    id,
    title,
    code: code.replaceAll(/^ {2}/gm, ""),
  }));
}

/** The server is the worker's channel to its page, and the parts of a fake that need Node.js say so. */
const inPage: BundlePlugin = {
  name: "in-page",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/adapters\/http\.ts$/ }, () => ({ path: join(import.meta.dirname, "listen.ts") }));
    onResolve({ filter: /\/nock\/intercept\.ts$/ }, () => ({ path: "intercept", namespace: "in-page" }));
    onLoad({ filter: /.*/, namespace: "in-page" }, () => ({
      contents: 'export function intercept() { throw new Error("fake.intercept() needs Node.js."); }',
    }));
    // It writes declarations of whole documents, which no page does.
    onResolve({ filter: /^openapi-typescript$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** Writes the console of the site, and the worker of the home page, into a folder, with relative addresses only. */
export async function buildConsole(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  await cp(join(import.meta.dirname, "index.html"), join(out, "index.html"));
  // Where the site is not installed, the console has the system's font.
  const hasFont = existsSync(INTER);
  if (hasFont) await cp(INTER, join(out, "assets/inter.woff2"));
  await bundle({
    entryPoints: {
      page: join(import.meta.dirname, "page.ts"),
      worker: join(import.meta.dirname, "worker.ts"),
      try: join(import.meta.dirname, "try.ts"),
      style: join(import.meta.dirname, hasFont ? "fonts.css" : "site.css"),
    },
    outdir: join(out, "assets"),
    write: true,
    conditions: ["@svc/source"],
    define: { "import.meta.url": '""', SNIPPETS: JSON.stringify(await readSnippets()) },
    external: ["node:*", "*.woff2"],
    plugins: [inPage],
  });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  if (values.out === undefined) throw new Error("node docs/console/build.ts --out DIR");
  await buildConsole(resolve(values.out));
}
