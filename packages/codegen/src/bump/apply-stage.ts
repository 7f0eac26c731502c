import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Files to move from a stage into the checkout; written before the first move. */
interface Journal {
  /** Path from the root of the checkout. */
  readonly stage: string;
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

const JOURNAL = ".tmp/bump-journal.json";

export interface Changes {
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Moves a stage's changes into the checkout. All or nothing: until the journal is there nothing has changed, from then on
 * {@link finishApplying} completes the moves, in this run or, were it killed, in the next one.
 *
 * @param afterMove called after each step; tests end the process there
 */
export function applyStage(root: string, stage: string, changes: Changes, afterMove: () => void = () => {}): void {
  const draft = join(root, `${JOURNAL}.draft`);
  writeFileSync(draft, JSON.stringify({ stage: relative(root, stage), ...changes } satisfies Journal));
  afterMove();
  renameSync(draft, join(root, JOURNAL));
  afterMove();
  finishApplying(root, afterMove);
}

/**
 * Completes a bump that was killed while its files were moved into place; every command that reads the tree begins with
 * it. Returns whether there was one.
 *
 * @throws Error where the files that were to be moved are gone
 */
export function finishApplying(root: string, afterMove: () => void = () => {}): boolean {
  const file = join(root, JOURNAL);
  if (!existsSync(file)) return false;
  const { stage, write, remove } = JSON.parse(readFileSync(file, "utf8")) as Journal;
  const from = join(root, stage);
  if (!existsSync(from)) throw new Error(goneMessage(stage));
  for (const path of write) {
    move(join(from, path), join(root, path));
    afterMove();
  }
  for (const path of remove) {
    rmSync(join(root, path), { force: true });
    afterMove();
  }
  rmSync(file, { force: true });
  afterMove();
  rmSync(from, { recursive: true, force: true });
  return true;
}

function goneMessage(stage: string): string {
  return `${stage}: the files of an interrupted bump are gone, and only some were moved. Restore the tree with git, remove ${JOURNAL}, and bump again.`;
}

/** Moves a file; does nothing if an earlier run has moved it. */
function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
