import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FinishOptions, finishMoves, moveFiles } from "../write/move-files.ts";
import type { MovePlace } from "../write/move-place.ts";
import { withBumpLock } from "./bump-lock.ts";

/** Files of a stage that were changed, by their paths. */
export interface Changes {
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

const JOURNAL = ".tmp/bump-moves";

function checkoutPlace(root: string): MovePlace {
  return { root, journal: JOURNAL };
}

/**
 * Moves a stage's changes into the checkout, all or none. Nothing needs the stage afterwards.
 *
 * @throws UsageError and Error as {@link moveFiles} does
 */
export function applyStage(root: string, stage: string, { write, remove }: Changes): void {
  const files = new Map(write.map((path) => [path, readFileSync(join(stage, path))]));
  moveFiles(checkoutPlace(root), { write: files, remove });
}

/**
 * Completes or drops a bump that was killed while its files were moved, for who holds the lock of the bumps.
 *
 * @returns what people should know; undefined if there was nothing to do
 * @throws UsageError and Error as {@link finishMoves} does
 */
export function finishApplying(root: string, options: FinishOptions): string | undefined {
  const done = finishMoves(checkoutPlace(root), options);
  if (done === undefined) return undefined;
  return done === "completed"
    ? "Completed a bump of the document that had been interrupted."
    : "Dropped a bump of the document that had been interrupted: nothing of it stands in the tree.";
}

/**
 * The same for commands that are no bump.
 *
 * @throws UsageError also while another process bumps
 */
export async function finishInterrupted(root: string, options: FinishOptions): Promise<string | undefined> {
  if (!existsSync(join(root, JOURNAL))) return undefined;
  return withBumpLock(root, async () => finishApplying(root, options));
}
