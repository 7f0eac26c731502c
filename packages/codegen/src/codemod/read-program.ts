import { existsSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { UsageError } from "../usage-error.ts";
import { isPage, programsOf } from "./programs-of-page.ts";
import type { Left } from "./rewrite.ts";

const CODE = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx|mdx?)$/;

/** Files that may mention names beside code; locks of package managers mention packages only. */
const TEXT =
  /(?<!(?:^|[\\/])(?:package-lock|npm-shrinkwrap)|-lock)\.(?:mdx?|html?|json|ya?ml|txt|py|rb|go|java|php|sh|vue|svelte|http)$/;

const MAX_BYTES = 20_000_000;

/** Users' files by their absolute paths, with their texts. */
export interface Sources {
  /** Files for the compiler; Markdown may have programs in it. */
  readonly code: ReadonlyMap<string, string>;
  /** Files that may mention names. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that are not read, with the reason. */
  readonly left: readonly Left[];
}

/** Reads files, and those in folders, but no links in them: those may lead anywhere. @throws UsageError where there is no such path */
export function readSources(paths: readonly string[]): Sources {
  const [code, texts, left] = [new Map<string, string>(), new Map<string, string>(), [] as Left[]];
  for (const file of new Set(paths.flatMap(listFiles))) {
    const kinds = [CODE.test(file) && code, TEXT.test(file) && texts].filter((kind) => kind !== false);
    if (kinds.length === 0) continue;
    const text = readSource(file, statSync(file));
    if (text === undefined)
      left.push({ file, line: 1, text: "(the file)", message: "It is no text in UTF-8, or too long." });
    else for (const kind of kinds) kind.set(file, text);
  }
  return { code, texts, left };
}

function listFiles(path: string): string[] {
  const place = resolve(path);
  if (!existsSync(place)) throw new UsageError(`There is no ${path}.`);
  const stats = statSync(place);
  if (!stats.isDirectory()) return stats.isFile() ? [place] : [];
  return [...filesIn(place)].sort();
}

/** Files below a folder. Node.js follows links where it is asked for all of them. */
function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !/^(?:node_modules|dist|\.next|\.git)$/.test(entry.name)) yield* filesIn(path);
  }
}

/** The whole text, with its byte order mark; undefined for what would not be written back as it was read. */
function readSource(file: string, { size }: Stats): string | undefined {
  if (size > MAX_BYTES) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
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
export function readProgram(files: ReadonlyMap<string, string>, entries: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const pages = [...files].filter(([file]) => isPage(file)).flatMap(([file, text]) => programsOf(file, text));
  const inPages = new Map(pages.map(({ name, text }) => [name, text]));
  const { readFile } = host;
  host.readFile = (name) => inPages.get(name) ?? files.get(name) ?? readFile(name);
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
  return ts.createProgram([...[...files.keys()].filter((file) => !isPage(file)), ...inPages.keys()], OPTIONS, host);
}
