import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "./replace-outputs.ts";

export interface Difference {
  readonly path: string;
  readonly kind: "missing" | "changed" | "unexpected";
}

/** How what lies on disk differs from what the document gives, in the order of the outputs and then by path. */
export function differences(outputs: readonly Output[]): Difference[] {
  return outputs.flatMap((output) => {
    const expected = typeof output.content === "string" ? new Map([["", output.content]]) : output.content;
    const present = presentOf(output);
    const found = [...expected].flatMap(([path, content]): Difference[] => {
      const actual = read(join(output.path, path));
      if (actual === content) return [];
      return [{ path: join(output.path, path), kind: actual === undefined ? "missing" : "changed" }];
    });
    const unexpected = present.filter((path) => !expected.has(path));
    return [
      ...found,
      ...unexpected.map((path): Difference => ({ path: join(output.path, path), kind: "unexpected" })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1));
  });
}

/** Files that the generator may have written: all that are there, or, beside files of others, those that it owns. */
function presentOf({ path, content, owned }: Output): readonly string[] {
  if (typeof content === "string") return [""];
  if (owned === undefined) return listFiles(path);
  return [...owned.keys()].filter((file) => read(join(path, file)) !== undefined);
}

/** The text of a file; undefined where there is none. */
export function read(path: string): string | undefined {
  return orUndefined(() => readFileSync(path, "utf8"));
}

/**
 * All files below a directory, relative to it, with `/`; empty where there is none. Links are listed and not followed,
 * which `readdirSync`'s own recursion does.
 */
function listFiles(directory: string): string[] {
  const entries = orUndefined(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(directory, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}
