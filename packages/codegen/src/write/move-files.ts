import * as nodeFs from "node:fs";
import { dirname, join } from "node:path";
import { hashOf } from "../stamp.ts";
import { UsageError } from "../usage-error.ts";
import { ABSENT, digestOf, type MovePlace, refuseOutside, removeEmpty } from "./move-place.ts";

/** Files to write and to remove, by their paths from the root, with `/`. */
export interface FileChanges {
  readonly write: ReadonlyMap<string, string | Uint8Array>;
  readonly remove: readonly string[];
}

/** A file of a journal: digests of its content before and after, or {@link ABSENT}. */
interface Move {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

/**
 * Writes and removes files, all or none. Everything is prepared in the journal's folder first. If a file cannot be
 * moved, those moved before are put back. If the process is killed, {@link finishMoves} completes the moves later.
 *
 * @throws UsageError if a file was changed meanwhile, a link stands in its path, or earlier moves are unfinished
 * @throws Error of the file system; nothing was changed
 */
export function moveFiles(place: MovePlace, { write, remove }: FileChanges): void {
  if (readJournal(place) !== undefined) throw new UsageError(`${place.journal}: moves of another run are unfinished.`);
  const all = [...write, ...remove.map((path) => [path, undefined] as const)];
  let moves: Move[];
  try {
    discard(place);
    moves = all.map(([path, content]) => prepare(place, path, content)).filter((move) => move.old !== move.new);
    writeJournal(place, moves);
  } catch (error) {
    discard(place);
    throw error;
  }
  carryOut(place, moves);
}

/** Options of {@link finishMoves}. */
export interface FinishOptions {
  /** Changes nothing. @default false */
  readonly isDry?: boolean;
}

/**
 * Completes moves that were interrupted, if each file is still as it was before or after its move. If every moved
 * file has been put back since, as git does, they are dropped.
 *
 * @returns what was done; undefined if nothing was unfinished, or nothing needs to be done in a dry run
 * @throws UsageError if some files were moved and others changed since, or if a dry run finds moves to complete
 * @throws Error of the file system if a file cannot be moved; those that were moved have been put back
 */
export function finishMoves(
  place: MovePlace,
  { isDry = false }: FinishOptions = {},
): "completed" | "dropped" | undefined {
  const moves = readJournal(place);
  if (moves === undefined) {
    if (!isDry) discard(place);
    return undefined;
  }
  const states = moves.map((move) => ({ ...move, now: digestOf(place, join(place.root, move.path)) }));
  const moved = states.filter((state) => state.now === state.new);
  const changed = states.filter((state) => state.now !== state.new && state.now !== state.old);
  const isHalf = moved.length > 0 && moved.length < moves.length;
  if (isHalf && changed.length > 0) throw new UsageError(changedMessage(place, changed, moved));
  if (isDry) {
    if (!isHalf) return undefined;
    throw new UsageError(
      `${moved.length} of ${moves.length} files of an interrupted run are in place: ${listOf(moved)}. ` +
        "Run the command that writes to complete it, or restore them.",
    );
  }
  if (isHalf) carryOut(place, moves);
  else discard(place);
  return moved.length > 0 ? "completed" : "dropped";
}

function changedMessage({ journal }: MovePlace, changed: readonly Move[], moved: readonly Move[]): string {
  return (
    `an interrupted run cannot be completed, because these files were changed since: ${listOf(changed)}. ` +
    `Nothing was changed. To give that run up, restore what it has written (${listOf(moved)}); ` +
    `to keep all files as they are, remove ${journal}.`
  );
}

/** Paths that a message names; of more, it tells the number. */
const MAX_PATHS = 10;

function listOf(moves: readonly Move[]): string {
  const more = moves.length > MAX_PATHS ? [`and ${moves.length - MAX_PATHS} more`] : [];
  return [...moves.slice(0, MAX_PATHS).map(({ path }) => path), ...more].join(", ");
}

/** Puts the new content of a file, unless it goes, and a copy of what is there into the journal's folder. */
function prepare(place: MovePlace, path: string, content: string | Uint8Array | undefined): Move {
  const { root, fs = nodeFs } = place;
  refuseOutside(place, path);
  const [target, next, previous] = [join(root, path), partOf(place, "next", path), partOf(place, "previous", path)];
  const old = digestOf(place, target);
  if (old !== ABSENT) {
    fs.mkdirSync(dirname(previous), { recursive: true });
    fs.copyFileSync(target, previous);
  }
  if (content === undefined) return { path, old, new: ABSENT };
  fs.mkdirSync(dirname(next), { recursive: true });
  fs.writeFileSync(next, content);
  if (old !== ABSENT) fs.chmodSync(next, fs.lstatSync(previous).mode);
  return { path, old, new: hashOf([Buffer.from(content)]) };
}

/** Moves what is not in its place yet; if that fails, puts back what is. */
function carryOut(place: MovePlace, moves: readonly Move[]): void {
  try {
    for (const move of moves) bring(place, move, "next");
  } catch (error) {
    putBack(place, moves, error);
    discard(place);
    throw error;
  }
  discard(place);
}

/** @throws UsageError if that fails as well; the journal stays then */
function putBack(place: MovePlace, moves: readonly Move[], reason: unknown): void {
  try {
    for (const { path, old, new: now } of moves.toReversed()) {
      if (digestOf(place, join(place.root, path)) === now) bring(place, { path, old: now, new: old }, "previous");
      else if (old === ABSENT) removeEmpty(place, dirname(path));
    }
  } catch (error) {
    const messages = [reason, error].map((one) => (one as Error).message).join("; ");
    const folder = partOf(place, "previous", "");
    const message = `${messages}. Some files were moved and could not be put back; the old ones are in ${folder}.`;
    throw new UsageError(message, { cause: error });
  }
}

/** Gives one file its new content in one step; what it is copied from stays for {@link finishMoves} to use again. */
function bring(place: MovePlace, { path, old, new: now }: Move, from: "next" | "previous"): void {
  const { root, fs = nodeFs } = place;
  const target = join(root, path);
  refuseOutside(place, path);
  const present = digestOf(place, target);
  if (present === now) return;
  if (present !== old)
    throw new UsageError(`${path}: was changed meanwhile. Nothing was changed; run the command again.`);
  if (now === ABSENT) {
    fs.rmSync(target);
    removeEmpty(place, dirname(path));
    return;
  }
  // Of this process alone: another one that completes the same moves must not move its file.
  const moving = partOf(place, `moving-${process.pid}`, "");
  fs.copyFileSync(partOf(place, from, path), moving);
  fs.mkdirSync(dirname(target), { recursive: true });
  fs.renameSync(moving, target);
}

type Part = "journal.json" | "journal.draft" | `moving-${number}` | "next" | "previous";

function partOf({ root, journal }: MovePlace, part: Part, path: string): string {
  return join(root, journal, part, path);
}

function writeJournal(place: MovePlace, moves: readonly Move[]): void {
  const { fs = nodeFs } = place;
  const draft = partOf(place, "journal.draft", "");
  fs.mkdirSync(dirname(draft), { recursive: true });
  fs.writeFileSync(draft, JSON.stringify(moves));
  fs.renameSync(draft, partOf(place, "journal.json", ""));
}

function readJournal(place: MovePlace): Move[] | undefined {
  const { journal, fs = nodeFs } = place;
  const file = partOf(place, "journal.json", "");
  if (!fs.existsSync(file)) return undefined;
  const text = fs.readFileSync(file, "utf8");
  try {
    return JSON.parse(text) as Move[];
  } catch (error) {
    throw new UsageError(`${journal}: cannot be read; restore the files with git, and remove it.`, { cause: error });
  }
}

/** Removes the journal, and then what nobody needs without it. */
function discard(place: MovePlace): void {
  const { root, journal, fs = nodeFs } = place;
  fs.rmSync(partOf(place, "journal.json", ""), { force: true });
  fs.rmSync(join(root, journal), { recursive: true, force: true });
}
