import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Files } from "../emitter.ts";
import { refuseOutside } from "./move-place.ts";

/** A directory and everything that shall be in it, or a single file and its text. */
export interface Output {
  readonly path: string;
  readonly content: Files | string;
  /** Set where the directory may hold files of others: what earlier runs wrote there, which alone is replaced or removed. */
  readonly owned?: Owned;
}

/** Files that earlier runs wrote, by their paths in a directory: the hash of each. */
export type Owned = ReadonlyMap<string, string>;

interface Staged extends Output {
  readonly staging: string;
  readonly next: string;
  readonly previous: string;
}

/**
 * Replaces directories and files by new content: everything is written beside them first and moved into place at the end,
 * so that a failure at any point leaves the old content where it was. If moving one of them fails, those moved before go
 * back.
 *
 * @param root of all outputs but those that may lie anywhere, because their user says where
 * @throws UsageError if a link is in the place of an output or of a folder above it; nothing was written
 */
export function replaceOutputs(outputs: readonly Output[], root: string): void {
  for (const { path, owned } of outputs)
    if (owned === undefined) refuseOutside({ root }, relative(root, path).replaceAll(sep, "/"));
  const staged: Staged[] = [];
  try {
    for (const output of outputs) staged.push(stage(output));
    swapAll(staged);
  } finally {
    for (const { staging } of staged) rmSync(staging, { recursive: true, force: true });
  }
}

function stage(output: Output): Staged {
  const path = resolve(output.path);
  mkdirSync(dirname(path), { recursive: true });
  const staging = mkdtempSync(join(dirname(path), `.${basename(path)}-`));
  const next = join(staging, "next");
  try {
    if (typeof output.content === "string") {
      // With its mode.
      if (existsSync(path)) copyFileSync(path, next);
      writeFileSync(next, output.content);
    } else writeFiles(next, output.content);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  return { ...output, path, staging, next, previous: join(staging, "previous") };
}

function writeFiles(directory: string, files: Files): void {
  mkdirSync(directory);
  for (const [path, content] of files) {
    const target = resolve(directory, path);
    if (!target.startsWith(directory + sep)) throw new Error(`An emitter wrote outside its tree: ${path}`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

function swapAll(staged: readonly Staged[]): void {
  const done: Staged[] = [];
  try {
    for (const output of staged) {
      swap(output);
      done.push(output);
    }
  } catch (error) {
    for (const output of done.reverse()) swapBack(output);
    throw error;
  }
}

function swap({ path, content, next, previous }: Staged): void {
  const had = existsSync(path);
  // A file is never away, also where the run is killed.
  if (had && typeof content === "string") copyFileSync(path, previous);
  else if (had) renameSync(path, previous);
  try {
    renameSync(next, path);
  } catch (error) {
    if (had && !existsSync(path)) renameSync(previous, path);
    throw error;
  }
}

function swapBack({ path, next, previous }: Staged): void {
  renameSync(path, next);
  if (existsSync(previous)) renameSync(previous, path);
}
