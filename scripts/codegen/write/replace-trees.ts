import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Files } from "../files.ts";

/** A directory and everything that shall be in it. */
export interface Tree {
  readonly directory: string;
  readonly files: Files;
  /** Entries at the top of the directory that are moved over instead of being replaced. */
  readonly keep?: readonly string[];
}

interface Staged extends Tree {
  readonly staging: string;
  readonly next: string;
  readonly previous: string;
}

/**
 * Replaces directories by new content: everything is written beside them first and moved into place at the end, so that
 * a failure at any point leaves the old content where it was. If moving one of them fails, those moved before go back.
 */
export function replaceTrees(trees: readonly Tree[]): void {
  const staged: Staged[] = [];
  try {
    for (const tree of trees) staged.push(stage(tree));
    swapAll(staged);
  } finally {
    for (const { staging } of staged) rmSync(staging, { recursive: true, force: true });
  }
}

function stage(tree: Tree): Staged {
  const directory = resolve(tree.directory);
  mkdirSync(dirname(directory), { recursive: true });
  const staging = mkdtempSync(join(dirname(directory), `.${basename(directory)}-`));
  const next = join(staging, "next");
  try {
    mkdirSync(next);
    for (const [path, content] of tree.files) {
      const target = join(next, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  return { ...tree, directory, staging, next, previous: join(staging, "previous") };
}

function swapAll(staged: readonly Staged[]): void {
  const done: Staged[] = [];
  try {
    for (const tree of staged) {
      swap(tree);
      done.push(tree);
    }
  } catch (error) {
    for (const tree of done.reverse()) swapBack(tree);
    throw error;
  }
}

function swap({ directory, next, previous, keep = [] }: Staged): void {
  const had = existsSync(directory);
  if (had) renameSync(directory, previous);
  try {
    renameSync(next, directory);
  } catch (error) {
    if (had) renameSync(previous, directory);
    throw error;
  }
  moveEntries(keep, previous, directory);
}

function swapBack({ directory, next, previous, keep = [] }: Staged): void {
  moveEntries(keep, directory, previous);
  renameSync(directory, next);
  if (existsSync(previous)) renameSync(previous, directory);
}

function moveEntries(names: readonly string[], from: string, to: string): void {
  for (const name of names) {
    if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
  }
}
