import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hashOf } from "../stamp.ts";
import { UsageError } from "../usage-error.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";

/** Name of the configuration, looked for where the command is run. */
export const CONFIG_FILE = "svc.config.ts";

/** A configuration and its folder, which its paths are relative to. */
export interface LoadedConfig {
  readonly config: Config;
  readonly folder: string;
  /** Text of the file: a part of what decides the output. */
  readonly text: string;
}

/**
 * Reads a configuration; without a file that is named, `svc.config.ts` of the folder, or nothing.
 *
 * @param api address of the module that `@svc/codegen` is in the configuration: it need not be installed beside it
 * @throws UsageError where the file is missing, cannot be run, or says what does not fit
 */
export async function loadConfig(
  folder: string,
  named: string | undefined,
  api: URL,
): Promise<LoadedConfig | undefined> {
  const file = resolve(folder, named ?? CONFIG_FILE);
  if (!existsSync(file)) {
    if (named === undefined) return undefined;
    throw new UsageError(`${named}: there is no such file.`);
  }
  const text = readFileSync(file, "utf8");
  const exported = await run(file, text, api);
  return { config: checkConfig(exported, named ?? CONFIG_FILE), folder: dirname(file), text };
}

/** Runs the file as JavaScript beside itself, so that it can import what lies there. Node.js 20 runs no TypeScript. */
async function run(file: string, text: string, api: URL): Promise<unknown> {
  const { default: typescript } = await import("typescript");
  const { outputText } = typescript.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      module: typescript.ModuleKind.ESNext,
      target: typescript.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    },
  });
  const source = outputText.replaceAll(/(from\s*|import\s*\(?\s*)(["'])@svc\/codegen\2/g, `$1"${api.href}"`);
  const copy = join(dirname(file), `.svc.config.${process.pid}.mjs`);
  writeFileSync(copy, source, { flag: "wx" });
  try {
    return ((await import(`${pathToFileURL(copy).href}?${hashOf([source])}`)) as { default?: unknown }).default;
  } catch (error) {
    throw new UsageError(`${file}: cannot be run: ${(error as Error).message}`, { cause: error });
  } finally {
    rmSync(copy, { force: true });
  }
}
