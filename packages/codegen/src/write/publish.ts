import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Files } from "../emitter.ts";
import { type Difference, differences } from "./differences.ts";
import { type Output, replaceOutputs } from "./replace-outputs.ts";
import { updateTree } from "./update-tree.ts";

export interface PublishOptions {
  readonly check: boolean;
  /** Where paths in messages start. */
  readonly root: string;
  /** The command that mends what `check` finds. */
  readonly command: string;
}

/**
 * Writes the outputs that differ, or with `check` reports them. Returns the exit code.
 *
 * @throws UsageError where a link is in the place of an output or of a folder above it; nothing was written
 */
export function publish(outputs: readonly Output[], { check, root, command }: PublishOptions): number {
  const found = differences(outputs);
  if (found.length === 0) {
    console.log("Generated files are up to date.");
    return 0;
  }
  const list = (words: Readonly<Record<Difference["kind"], string>>): string =>
    found.map(({ path, kind }) => `  ${words[kind].padEnd(10)} ${relative(root, path)}`).join("\n");
  if (check) {
    const lines = list({ missing: "missing", changed: "changed", unexpected: "unexpected" });
    console.error(`Generated files differ from what the document defines:\n${lines}\nRun: ${command}`);
    return 1;
  }
  const stale = outputs.filter(({ path }) =>
    found.some((file) => file.path === path || file.path.startsWith(path + sep)),
  );
  // Decided before anything is written: what is made now is whole, and nobody else's.
  const shared = stale.filter(isShared);
  replaceOutputs(
    stale.filter((output) => !isShared(output)),
    root,
  );
  for (const output of shared) {
    const { path, content: files, owned } = output;
    for (const file of updateTree({ directory: path, files, owned }))
      console.error(`note: ${relative(root, join(path, file))}: no longer generated, but edited, so it stays`);
  }
  const isNew = found.every(({ kind }) => kind === "missing");
  const written = (): string => list({ missing: "added", changed: "changed", unexpected: "removed" });
  console.log(isNew ? `Generated ${found.length} files.` : `Generated:\n${written()}`);
  return 0;
}

/** A directory that is there already, and may hold files of others. */
type Shared = Required<Output> & { readonly content: Files };

function isShared(output: Output): output is Shared {
  return output.owned !== undefined && existsSync(output.path);
}
