import { mkdtempDisposableSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { FOLDER } from "../examples/example.ts";
import { checkTypes } from "./check-pages.ts";
import type { Page } from "./page.ts";
import { createProject } from "./project.ts";
import { scriptsOf } from "./script.ts";

/**
 * Type-checks the code of pages and of the examples against the packed packages, and runs none of it.
 *
 * @returns places that do not compile, as `README.md:12: error TS2339: ...`
 */
export async function checkCode(pages: readonly Page[]): Promise<string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "svc-code-"));
  const scripts = pages.flatMap(scriptsOf);
  const project = await createProject(folder.path, scripts);
  const places = [...(await checkTypes(scripts, project)), ...(await checkExamples(project))];
  return places.filter((place) => !NOT_INSTALLED.test(place));
}

/** Other packages that code uses need not be installed here: what comes of them has no type. */
const NOT_INSTALLED = /: error TS2307: Cannot find module '(?!@svc\/)/;

/** Enough to find what is gone; each example is checked by its own configuration where its tests run. */
const TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
    module: "nodenext",
    strict: false,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    types: ["node"],
  },
  include: ["*/*.ts", "*/*.js"],
};

async function checkExamples(project: string): Promise<string[]> {
  const folder = join(project, "examples");
  const isSource = (path: string): boolean => !/[\\/](?:node_modules|dist)$/.test(path);
  await cp(FOLDER, folder, { recursive: true, filter: isSource });
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  const command = [...TOOLS.tsc, "-p", "examples", "--pretty", "false"];
  const { output } = await runCommand(command, { cwd: project });
  return output
    .split(/\n(?!\s)/)
    .filter((message) => message.startsWith("examples/"))
    .map((message) => message.trim().replace(/^([^(]+)\((\d+),\d+\): /, "$1:$2: "));
}
