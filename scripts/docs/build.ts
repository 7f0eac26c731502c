import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSpec, UsageError } from "@svc/codegen/workspace";
import { defineCommand } from "../toolkit/command.ts";
import { installWorkspace } from "../toolkit/install-workspace.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { formatDuration } from "../toolkit/steps.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";
import { assemble } from "./site/assemble.ts";
import { languageModelFiles, readPages } from "./site/language-model-files.ts";
import { operationPages } from "./site/operation-pages.ts";

const DOCS = join(ROOT, "docs");
const PAGES = join(DOCS, ".pages");
const CACHE = join(DOCS, ".cache");
const OUT = join(DOCS, "dist");
const VITEPRESS = "docs/node_modules/vitepress/bin/vitepress.js";

export const buildDocs = defineCommand({
  options: {
    base: {
      type: "string",
      value: "PATH",
      text: "where the site lies on its host: /, or /svc-sdk/. Default: DOCS_BASE, else /",
    },
  },
  description: "Builds the documentation site, with the console in it, into docs/dist.",
  run: ({ values }) => build(values.base),
});

async function build(given: string | undefined): Promise<number> {
  const base = given ?? process.env["DOCS_BASE"] ?? "/";
  if (!/^\/(?:.*\/)?$/.test(base))
    throw new UsageError(`--base ${base}: expected a path that begins and ends with a slash.`);
  const started = Date.now();
  await installWorkspace(DOCS);
  mkdirSync(CACHE, { recursive: true });
  const { model } = await loadSpec(join(ROOT, "spec"), ROOT);
  rmSync(join(PAGES, "api"), { recursive: true, force: true });
  await run("the API reference", ["docs/site/build-api.ts", "--out", join(PAGES, "api")]);
  const count = assemble({ root: ROOT, out: PAGES, operations: operationPages(model) });
  await run("the site", [VITEPRESS, "build", "docs", "--base", base, "--outDir", OUT]);
  for (const [path, text] of languageModelFiles(readPages(PAGES))) writeFileSync(join(OUT, path), text);
  await run("the console", ["docs/console/build.ts", "--out", join(OUT, "console")]);
  const preview = `node ${VITEPRESS} preview docs${base === "/" ? "" : ` --base ${base}`}`;
  console.log(`${count} pages, ${formatDuration(Date.now() - started)}: docs/dist. Serve it: ${preview}`);
  return 0;
}

/** Runs a tool of the site and ends the build with its output where it fails. */
async function run(what: string, command: readonly string[]): Promise<void> {
  const { code, output } = await runCommand([...TOOLS.node, "--conditions=@svc/source", ...command], { cwd: ROOT });
  if (code === 0) return;
  console.error(output);
  console.error(`The documentation cannot be built: ${what} failed.`);
  process.exit(1);
}
