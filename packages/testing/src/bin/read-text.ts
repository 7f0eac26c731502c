import { readFileSync } from "node:fs";
import { UsageError } from "./parse-command.ts";

/**
 * The text of a file that a command line names.
 *
 * @throws UsageError where it cannot be read
 */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "ENOENT" ? `${file}: there is no such file` : message, { cause: error });
  }
}
