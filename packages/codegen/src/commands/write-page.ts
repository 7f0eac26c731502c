import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../usage-error.ts";

/** Writes a page. @throws UsageError where the file cannot be written */
export function writePage(file: string, page: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, page);
  } catch (error) {
    throw new UsageError(`--html ${file}: ${(error as Error).message}`, { cause: error });
  }
}
