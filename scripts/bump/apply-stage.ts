import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What is to be moved from a stage into the checkout; written down before the first move. */
interface Journal {
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
  writeFileSync(draft, JSON.stringify({ stage, ...changes } satisfies Journal));
  afterMove();
  renameSync(draft, join(root, JOURNAL));
  afterMove();
  finishApplying(root, afterMove);
}

/** Completes a bump that was killed while its files were moved into place. Returns whether there was one. */
export function finishApplying(root: string, afterMove: () => void = () => {}): boolean {
  const file = join(root, JOURNAL);
  if (!existsSync(file)) return false;
  const { stage, write, remove } = JSON.parse(readFileSync(file, "utf8")) as Journal;
  for (const path of write) {
    // What was moved before is no longer in the stage.
    if (!existsSync(join(stage, path))) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    renameSync(join(stage, path), join(root, path));
    afterMove();
  }
  for (const path of remove) {
    rmSync(join(root, path), { force: true });
    afterMove();
  }
  rmSync(file);
  afterMove();
  rmSync(stage, { recursive: true, force: true });
  return true;
}
