import type * as FileSystem from "node:fs";
import { type Contract, mergeContracts, parseContract } from "@svc/model";

/** Milliseconds after which a lock counts as left behind by a process that was killed. */
const LOCK_MS = 10_000;

/**
 * Merges a contract into a file. Workers take turns by a lock beside it, and a reader sees the whole of the old file or of
 * the new one.
 *
 * @throws TypeError for a file that is no contract
 */
export function writeContract(file: string, contract: Contract): void {
  const { existsSync, readFileSync, renameSync, rmSync, writeFileSync } = fileSystem();
  const lock = `${file}.lock`;
  takeLock(lock);
  try {
    const old = existsSync(file) ? [readContract(file)] : [];
    const text = `${JSON.stringify(mergeContracts([...old, contract]), null, 2)}\n`;
    if (old.length > 0 && readFileSync(file, "utf8") === text) return;
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Reads a contract from a file.
 *
 * @throws TypeError for a file that is no contract
 */
export function readContract(file: string): Contract {
  try {
    return parseContract(fileSystem().readFileSync(file, "utf8"));
  } catch (error) {
    throw new TypeError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Found when it is used: bundlers for browsers take the fake as well. */
function fileSystem(): typeof FileSystem {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => typeof FileSystem | undefined };
  };
  const found = process?.getBuiltinModule?.("node:fs");
  if (found === undefined) throw new TypeError("A contract needs files: Node.js 20.16, 22.3 or newer, Bun, or Deno.");
  return found;
}

function takeLock(lock: string): void {
  const { closeSync, openSync, rmSync, statSync } = fileSystem();
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      closeSync(openSync(lock, "wx"));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > LOCK_MS) rmSync(lock, { force: true });
      else Atomics.wait(cell, 0, 0, 5);
    }
  }
}
