import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { packageEntries } from "../toolkit/package-entries.ts";

/** Files that a bump writes, and what is built from them, by path from the root. */
const OF_DOCUMENT =
  /^(?:spec|packages\/[^/]+\/(?:src\/generated|dist)|docs\/generated|\.changeset|scripts\/release\/(?:budget|exports)\.json)(?:\/|$)/;

/** Whether a bump may write a file, or changes it by what it writes. @param path from the root of the checkout */
export function isOfDocument(path: string): boolean {
  return OF_DOCUMENT.test(path);
}

/** The number of the version, which every bump changes. */
const VERSION = /^packages\/[^/]+\/src\/generated\/version\.ts$/;

/** Whether a test that reads a file sees the document. */
function tellsOfDocument(path: string): boolean {
  return isOfDocument(path) && !VERSION.test(path);
}

/**
 * Tests that read files of the document by their paths, which no import tells, or start programs that may. One that is missing here
 * fails only where all tests run, as CI does for the pull request of a bump.
 */
const READ_IT: ReadonlySet<string> = new Set([
  ...["boundaries", "committed-sdk", "hand-written", "spec-lint"].map((name) => `checks/${name}.test.ts`),
  "checks/bump/other-document.proof.test.ts",
  "checks/console/console.proof.test.ts",
  ...["streams", "written-tree"].map((name) => `checks/documents/${name}.test.ts`),
  "engines/schema/src/two-judges.test.ts",
  "engines/schema/src/builders/operations.valid.proof.test.ts",
  "packages/client/test/endings/endings.proof.test.ts",
  "packages/client/test/uploads/large-file.test.ts",
  "packages/codegen/src/cli/run-command.test.ts",
  "packages/testing/test/arbitraries.proof.test.ts",
  "scripts/docs/site/pages.test.ts",
  "scripts/release/packed/readme-links.test.ts",
]);

/** Packages that read files by themselves. */
const READING = /^(?:esbuild|playwright.*|rolldown|tsdown|turbo|vite)(?:\/|$)/;

/** They start Chromium, to which pages come over HTTP, and bundle views that know no document. */
const OF_CONSOLE: ReadonlySet<string> = new Set([
  "checks/browser.ts",
  "checks/console/open-console.ts",
  "packages/testing/src/console/bundle.ts",
]);

/** Modules by which others read files. */
const OTHER_THREADS = /^(?:node:)?(?:cluster|worker_threads)$/;

/**
 * Divides the test files of a checkout, by paths from its root. A test is of the document where it, or a module that it imports,
 * is a file that a bump writes, imports what is only known when it runs, or says that it reads such files. All others give the same
 * result before a bump and after it: they see nothing that it changes.
 *
 * @param root folder of the checkout
 */
export function divideTests(root: string): {
  readonly ofDocument: readonly string[];
  readonly others: readonly string[];
} {
  const read = createReader(packageEntries(root));
  const tests = TEST_FOLDERS.map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap(listTests)
    .sort();
  const name = (file: string): string => relative(root, file).split(sep).join("/");
  const sees = (test: string): boolean => {
    if (READ_IT.has(name(test))) return true;
    const seen = new Set([test]);
    for (const file of seen) {
      if (tellsOfDocument(name(file))) return true;
      const { files, isOpen } = read(file);
      if (isOpen && name(file) !== CONFIGURATIONS && !OF_CONSOLE.has(name(file))) return true;
      for (const next of files) seen.add(next);
    }
    return false;
  };
  const ofDocument = tests.filter(sees).map(name);
  const others = tests.map(name).filter((test) => !ofDocument.includes(test));
  return { ofDocument, others };
}

const TEST_FOLDERS = ["bench", "checks", "engines", "examples", "packages", "scripts", "spec"];

function listTests(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.name.endsWith(".test.ts") ? [path] : [];
    return ["node_modules", "dist", ".tmp"].includes(entry.name) ? [] : listTests(path);
  });
}

/** It imports a configuration that it was told of. */
const CONFIGURATIONS = "packages/codegen/src/config/load-config.ts";

interface Imports {
  /** Modules of the checkout. */
  readonly files: readonly string[];
  /** True where more may be read than the imports tell. */
  readonly isOpen: boolean;
}

/** Types leave nothing behind. */
const TYPES = /^(?:import|export) type [^;]*? from "[^"]+";$/gm;

const IMPORT = /\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g;

/** An import whose name is not written down. */
const COMPUTED = /\bimport(?:\.meta\.glob\b|\((?!\s*["']))/;

function createReader(entries: ReadonlyMap<string, string>): (file: string) => Imports {
  const known = new Map<string, Imports>();
  const patterns = [...entries].filter(([name]) => name.includes("*"));
  const entryOf = (name: string): string | undefined => {
    for (const [pattern, file] of patterns) {
      const [begin = "", end = ""] = pattern.split("*");
      if (name.startsWith(begin) && name.endsWith(end))
        return file.replace("*", name.slice(begin.length, name.length - end.length));
    }
    return entries.get(name);
  };
  const read = (file: string): Imports => {
    if (!/\.[cm]?[jt]s$/.test(file)) return { files: [], isOpen: false };
    const text = readFileSync(file, "utf8").replace(TYPES, "");
    const names = Array.from(text.matchAll(IMPORT), ([, name = ""]) => name);
    const files = names.map((name) => (name.startsWith(".") ? resolve(file, "..", name) : entryOf(name)));
    return {
      files: files.filter((one) => one !== undefined && existsSync(one) && statSync(one).isFile()) as string[],
      isOpen: COMPUTED.test(text) || names.some((name) => OTHER_THREADS.test(name) || READING.test(name)),
    };
  };
  return (file) => {
    const found = known.get(file) ?? read(file);
    known.set(file, found);
    return found;
  };
}
