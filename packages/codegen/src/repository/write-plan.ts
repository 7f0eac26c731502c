import { existsSync, lstatSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Files } from "../emitter.ts";
import { UsageError } from "../usage-error.ts";
import { moveFiles } from "../write/move-files.ts";
import type { MovePlace } from "../write/move-place.ts";

/** A file of a plan beside what lies there. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** Text that is there; undefined where the file is new. */
  readonly before: string | undefined;
}

/**
 * The files of a plan that are not there as planned.
 *
 * @throws UsageError where something that is no file, or no folder, stands in the place of one
 */
export function plannedFiles(root: string, files: Files): PlannedFile[] {
  return [...files].flatMap(([path, text]) => {
    const before = present(root, path);
    return before === text ? [] : [{ path, text, before }];
  });
}

/**
 * Writes files, all or none. One that is new is never written over another that came meanwhile.
 *
 * @throws Error of the file system if one cannot be written; nothing was changed then
 */
export function writePlanned(place: MovePlace, files: readonly PlannedFile[]): void {
  for (const { path, before } of files)
    if (before === undefined && existsSync(join(place.root, path)))
      throw new UsageError(`${path}: has come meanwhile; run the command again.`);
  moveFiles(place, { write: new Map(files.map(({ path, text }) => [path, text])), remove: [] });
}

/** Changed lines that a list shows of one file; of more, it tells the number. */
const MAX_LINES = 8;

/** A planned file for people: new, or the lines that would go and come. */
export function describeFile({ path, text, before }: PlannedFile): string {
  if (before === undefined) return `+ ${path}`;
  const [old, now] = [before.split("\n"), text.split("\n")];
  const lines = [
    ...old.filter((line) => !now.includes(line)).map((line) => `    - ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `    + ${line}`),
  ];
  const more = lines.length > MAX_LINES ? [`    ... and ${lines.length - MAX_LINES} more lines`] : [];
  return [`~ ${path}`, ...lines.slice(0, MAX_LINES), ...more].join("\n");
}

/** Text of a file; undefined where there is none, and nothing else in the place of one of its folders. */
function present(root: string, path: string): string | undefined {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const own = parts.slice(0, index + 1).join("/");
    const stats = lstatSync(join(root, own), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const isLast = index === parts.length - 1;
    if (!(isLast ? stats.isFile() : stats.isDirectory()))
      throw new UsageError(
        `${own}: is ${kindOf(stats)}, where a ${isLast ? "file" : "folder"} has to be; move it away. Nothing was written.`,
      );
  }
  return readFileSync(join(root, path), "utf8");
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return "a symbolic link";
  if (stats.isDirectory()) return "a folder";
  return stats.isFile() ? "a file" : "a special file";
}
