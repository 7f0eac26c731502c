import processes from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ROOT } from "../toolkit/tools.ts";
import { tellsOfDocument } from "./document-tests.ts";

/** Functions of `node:fs` that read a file, or ask for it. */
const OF_FILES = ["access", "copyFile", "createReadStream", "exists", "lstat", "open", "readFile", "stat"];

/** Functions of `node:fs` that read a folder, with all below it where told. */
const OF_FOLDERS = ["cp", "glob", "opendir", "readdir"];

const guard = globalThis as { [REFUSES]?: boolean };
const REFUSES = Symbol.for("svc.refusesDocument");

/**
 * Lets a test read files of the document, or refuses it: then reading one throws, in the test and in the processes that it starts.
 * So a test that a bump leaves out fails in every other run as soon as it sees what a bump changes.
 */
export function refuseDocument(refuses: boolean): void {
  if (guard[REFUSES] === undefined) {
    for (const holder of [fs, fs.promises] as unknown as Functions[]) {
      for (const name of OF_FILES) watch(holder, name, refusingIf(tellsOfDocument));
      for (const name of OF_FOLDERS) watch(holder, name, refusingIf(isAround));
    }
    for (const name of OF_PROCESSES) watch(processes as unknown as Functions, name, refusingBelow);
    syncBuiltinESMExports();
  }
  guard[REFUSES] = refuses;
}

/** Refuses a module of the document. @param url as modules are loaded by */
export function refuseModule(url: string): void {
  if (url.startsWith("file:")) refuse(new URL(url), tellsOfDocument);
}

type Called = (...args: unknown[]) => unknown;

interface Functions {
  [name: string]: Called | undefined;
}

/** Throws, or gives the arguments that a function is called with. */
type Watcher = (args: readonly unknown[]) => readonly unknown[];

/** With the functions that wait for the result: `readFile` and `readFileSync`. */
function watch(holder: Functions, base: string, watcher: Watcher): void {
  for (const name of [base, `${base}Sync`]) {
    const original = holder[name];
    if (typeof original !== "function") continue;
    // Its name, and functions such as `realpath.native`.
    const { [promisify.custom]: promised, ...own } = Object.getOwnPropertyDescriptors(original) as Descriptors;
    const watched = Object.defineProperties(watching(original, watcher), own);
    if (promised !== undefined)
      Object.defineProperty(watched, promisify.custom, { value: watching(promised.value as Called, watcher) });
    holder[name] = watched;
  }
}

interface Descriptors extends PropertyDescriptorMap {
  readonly [promisify.custom]?: PropertyDescriptor;
}

function watching(original: Called, watcher: Watcher): Called {
  return function (this: unknown, ...args: unknown[]): unknown {
    return original.apply(this, guard[REFUSES] === true ? [...watcher(args)] : args);
  };
}

type Concerns = (path: string, isDeep: boolean) => boolean;

function refusingIf(concerns: Concerns): Watcher {
  return (args) => {
    const [place, options] = args;
    refuse(place, concerns, isDeep(options));
    return args;
  };
}

function refuse(place: unknown, concerns: Concerns, deep = false): void {
  const path = pathOf(place);
  if (path === undefined || !concerns(path, deep)) return;
  throw new Error(
    `This test reads ${path}, which a bump of the document writes. Name it in scripts/test/document-tests.ts, or let it read a document of its own.`,
  );
}

const OF_PROCESSES = ["exec", "execFile", "fork", "spawn"];

/** Programs that read nothing here but what they are given. */
const HARMLESS: ReadonlySet<string> = new Set(["chrome", "chromium", "git", "google-chrome", "redis-server"]);

/** The compiler: whether the document's own types compile is found apart, in every bump. */
const COMPILER = /\/typescript[^/]*\/bin\/tsc$/;

const IN_PROCESSES = pathToFileURL(join(import.meta.dirname, "refuse-in-process.ts")).href;

/** Node.js refuses as this process does; of other programs nobody could tell. */
function refusingBelow([file, ...rest]: readonly unknown[]): readonly unknown[] {
  if (file !== process.execPath) {
    if (HARMLESS.has(basename(String(file)))) return [file, ...rest];
    throw new Error(
      `This test starts ${String(file)}, which may read what a bump of the document writes. Name it in scripts/test/document-tests.ts.`,
    );
  }
  const [args, ...others] = Array.isArray(rest[0]) ? rest : [[], ...rest];
  if (COMPILER.test(String((args as readonly unknown[])[0]))) return [file, ...rest];
  const [options, ...callback] = typeof others[0] === "object" ? others : [{}, ...others];
  const { env = process.env, ...more } = (options ?? {}) as { readonly env?: NodeJS.ProcessEnv };
  const preload = { NODE_OPTIONS: `${env["NODE_OPTIONS"] ?? ""} --import=${IN_PROCESSES}` };
  return [file, args, { ...more, env: { ...env, ...preload } }, ...callback];
}

/** Path from the root; undefined for one outside, and where no path is given. */
function pathOf(place: unknown): string | undefined {
  if (typeof place !== "string" && !(place instanceof URL)) return undefined;
  const path = relative(ROOT, resolve(typeof place === "string" ? place : fileURLToPath(place)));
  return path.startsWith("..") ? undefined : path.split(sep).join("/");
}

function isDeep(options: unknown): boolean {
  return typeof options === "object" && options !== null && (options as { recursive?: unknown }).recursive === true;
}

/** Folders that files of the document lie in, at whatever depth. The generator has none among its sources. */
const AROUND = /^(?:|docs|packages(?:\/[^/]+)?|packages\/(?!codegen\/)[^/]+\/src|scripts(?:\/release)?)$/;

function isAround(path: string, deep: boolean): boolean {
  return tellsOfDocument(path) || (deep && AROUND.test(path));
}
