import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { UsageError } from "../usage-error.ts";
import { isPage, programsOf } from "./programs-of-page.ts";

const CODE = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx|mdx?)$/;

/** Files that may mention names beside code; locks of package managers mention packages only. */
const TEXT =
  /(?<!(?:^|[\\/])(?:package-lock|npm-shrinkwrap)|-lock)\.(?:mdx?|html?|json|ya?ml|txt|py|rb|go|java|php|sh|vue|svelte|http)$/;

/** Files of code in folders, and files of code that are named, as absolute paths; Markdown may have programs in it. @throws UsageError where there is no such path */
export function listCode(paths: readonly string[]): string[] {
  return listFiles(paths, (file) => CODE.test(file));
}

/** The same of files that are no code that a compiler of TypeScript reads. */
export function listTexts(paths: readonly string[]): string[] {
  return listFiles(paths, (file) => TEXT.test(file));
}

function listFiles(paths: readonly string[], isWanted: (file: string) => boolean): string[] {
  return paths.flatMap((path) => {
    const place = resolve(path);
    if (!existsSync(place)) throw new UsageError(`There is no ${path}.`);
    if (!statSync(place).isDirectory()) return isWanted(place) ? [place] : [];
    return readdirSync(place, { recursive: true, encoding: "utf8" })
      .filter((file) => isWanted(file) && !/(?:^|[\\/])(?:node_modules|dist|\.next|\.git)[\\/]/.test(file))
      .sort()
      .map((file) => join(place, file));
  });
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  customConditions: ["@svc/source"],
  jsx: ts.JsxEmit.Preserve,
  allowJs: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/**
 * A program of users' code. The packages are those that are installed beside the code.
 *
 * @param entries files of packages by their names, where none are installed: those of a checkout
 */
export function readProgram(files: readonly string[], entries: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const pages = files.filter(isPage).flatMap((file) => programsOf(file, readFileSync(file, "utf8")));
  const inPages = new Map(pages.map(({ name, text }) => [name, text]));
  const { readFile } = host;
  host.readFile = (name) => inPages.get(name) ?? readFile(name);
  host.resolveModuleNameLiterals = (names, from, _redirected, options) =>
    names.map(({ text }) => {
      const found = ts.resolveModuleName(text, from, options, host);
      if (found.resolvedModule !== undefined) return found;
      const resolvedFileName = entries.get(text);
      if (resolvedFileName !== undefined) return { resolvedModule: { resolvedFileName, extension: ts.Extension.Ts } };
      // What the packages depend on, code beside which none are installed may use as well.
      for (const entry of entries.values()) {
        const beside = ts.resolveModuleName(text, entry, options, host);
        if (beside.resolvedModule !== undefined) return beside;
      }
      return found;
    });
  return ts.createProgram([...files.filter((file) => !isPage(file)), ...inPages.keys()], OPTIONS, host);
}
