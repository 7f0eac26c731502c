import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../toolkit/tools.ts";
import { isOfDocument } from "./document-tests.ts";

/** Functions of `node:fs` that read a file, or ask for it. */
const OF_FILES = ["access", "copyFile", "createReadStream", "exists", "lstat", "open", "readFile", "stat"];

/** Functions of `node:fs` that read a folder, with all below it where told. */
const OF_FOLDERS = ["cp", "glob", "opendir", "readdir"];

const guard = globalThis as { [REFUSES]?: boolean };
const REFUSES = Symbol.for("svc.refusesDocument");

/**
 * Lets a test read files of the document, or refuses it: then reading one throws. So a test that a bump leaves out fails in every
 * other run as soon as it sees what a bump changes.
 */
export function refuseDocument(refuses: boolean): void {
  if (guard[REFUSES] === undefined) {
    for (const holder of [fs, fs.promises] as unknown as Functions[]) {
      for (const name of OF_FILES) watch(holder, name, isOfDocument);
      for (const name of OF_FOLDERS) watch(holder, name, isAround);
    }
    syncBuiltinESMExports();
  }
  guard[REFUSES] = refuses;
}

interface Functions {
  [name: string]: ((...args: unknown[]) => unknown) | undefined;
}

type Concerns = (path: string, isDeep: boolean) => boolean;

/** With the functions that wait for the result: `readFile` and `readFileSync`. */
function watch(holder: Functions, base: string, concerns: Concerns): void {
  for (const name of [base, `${base}Sync`]) {
    const original = holder[name];
    if (typeof original !== "function") continue;
    const watched = function (this: unknown, ...args: unknown[]): unknown {
      if (guard[REFUSES] === true) refuse(args, concerns);
      return original.apply(this, args);
    };
    // With its name, and properties such as `realpath.native`.
    holder[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original));
  }
}

function refuse([place, options]: readonly unknown[], concerns: Concerns): void {
  const path = pathOf(place);
  if (path === undefined || !concerns(path, isDeep(options))) return;
  throw new Error(
    `This test reads ${path}, which a bump of the document writes. Name it in scripts/test/document-tests.ts, or let it read a document of its own.`,
  );
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

/** Folders that files of the document lie in, at whatever depth. */
const AROUND = /^(?:|docs|packages(?:\/[^/]+(?:\/src)?)?|scripts(?:\/release)?)$/;

function isAround(path: string, deep: boolean): boolean {
  return isOfDocument(path) || (deep && AROUND.test(path));
}
