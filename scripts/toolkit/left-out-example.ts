import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// An example of what the document does not have says so under its title, and is not run; a bump tries it again.
const LINE = /^\*Left out: .*\*\n/m;

/** @param folder of an example */
export function isLeftOut(folder: string): boolean {
  const file = join(folder, "README.md");
  return existsSync(file) && LINE.test(readFileSync(file, "utf8"));
}

/** Leaves an example out, or takes it in again. False where it was so before. */
export function setLeftOut(folder: string, isOut: boolean): boolean {
  if (isLeftOut(folder) === isOut) return false;
  const file = join(folder, "README.md");
  const text = readFileSync(file, "utf8");
  const line = "*Left out: the document does not have what it shows.*\n";
  writeFileSync(file, isOut ? text.replace(/^# .*\n/, (title) => title + line) : text.replace(LINE, ""));
  return true;
}
