import processes from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { findChromium } from "../release/environment.ts";
import { ROOT } from "../toolkit/tools.ts";
import { tellsOfDocument } from "./document-tests.ts";

/** Functions of `node:fs` that read a file, or ask for it. */
const OF_FILES = [
  "access",
  "copyFile",
  "createReadStream",
  "exists",
  "lstat",
  "open",
  "openAsBlob",
  "readFile",
  "stat",
];

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

/** Programs that read nothing here but what they are given; the Chromium of npm is unpacked by `tar`, and started by `launch`. */
const HARMLESS: ReadonlySet<string> = new Set(["launch", "redis-server", "tar"]);

/** The compiler: whether the document's own types compile is found apart, in every bump. */
const COMPILER = /\/typescript[^/]*\/bin\/tsc$/;

const IN_PROCESSES = pathToFileURL(join(import.meta.dirname, "refuse-in-process.ts")).href;

/** Node.js refuses as this process does; of other programs nobody could tell. */
function refusingBelow([file, ...rest]: readonly unknown[]): readonly unknown[] {
  // Of arguments, options and a callback, each may be missing, undefined or null.
  const given = rest.filter((one) => typeof one === "object" && one !== null);
  const args: readonly unknown[] = given.find(Array.isArray) ?? [];
  const options: ProcessOptions = given.find((one) => !Array.isArray(one)) ?? {};
  if (file === process.execPath && !options.shell) {
    if (COMPILER.test(String(args[0]))) return [file, ...rest];
    const env = options.env ?? process.env;
    const preload = { NODE_OPTIONS: `${env["NODE_OPTIONS"] ?? ""} --import=${IN_PROCESSES}` };
    const callback = rest.filter((one) => typeof one === "function");
    return [file, args, { ...options, env: { ...env, ...preload } }, ...callback];
  }
  if (!isHarmless(String(file), options))
    throw new Error(
      `This test starts ${String(file)}, which may read what a bump of the document writes. Name it in scripts/test/document-tests.ts.`,
    );
  return [file, ...rest];
}

interface ProcessOptions {
  readonly cwd?: unknown;
  /** It could start anything. */
  readonly shell?: boolean | string;
  readonly env?: NodeJS.ProcessEnv;
}

/** git is so in a folder of a test's own: in the checkout it tells of its files. */
function isHarmless(program: string, { cwd, shell }: ProcessOptions): boolean {
  if (shell) return false;
  if (basename(program) === "git") return cwd !== undefined && pathOf(cwd) === undefined;
  return HARMLESS.has(basename(program)) || program === findChromium(process.env);
}

/** Path from the root; undefined for one outside, and where no path is given. */
function pathOf(place: unknown): string | undefined {
  if (typeof place !== "string" && !(place instanceof URL) && !Buffer.isBuffer(place)) return undefined;
  const path = relative(ROOT, realPath(resolve(place instanceof URL ? fileURLToPath(place) : String(place))));
  return path.startsWith("..") ? undefined : path.split(sep).join("/");
}

/** The packages of the workspace are linked into `node_modules`. */
function realPath(path: string): string {
  if (!path.includes(WORKSPACE)) return path;
  try {
    return fs.realpathSync.native(path);
  } catch {
    return path;
  }
}

const WORKSPACE = join("node_modules", "@svc");

function isDeep(options: unknown): boolean {
  return typeof options === "object" && options !== null && (options as { recursive?: unknown }).recursive === true;
}

/** Folders that files of the document lie in, at whatever depth. The generator has none among its sources. */
const AROUND = /^(?:|docs|packages(?:\/[^/]+)?|packages\/(?!codegen\/)[^/]+\/src|scripts(?:\/release)?)$/;

function isAround(path: string, deep: boolean): boolean {
  return tellsOfDocument(path) || (deep && AROUND.test(path));
}
