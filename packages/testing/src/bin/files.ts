import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { UsageError } from "./parse-command.ts";

/** @throws UsageError if a file that a command line names cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "ENOENT" ? `${file}: no such file` : message, { cause: error });
  }
}

/** The version of this package. */
export function version(): string {
  return createRequire(import.meta.url)("@svc/testing/package.json").version;
}
