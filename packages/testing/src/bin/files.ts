import { readFileSync } from "node:fs";
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

/** The version of this package, from its `package.json`. */
export function version(): string {
  // One level up from dist/bin.js, two from this file's source.
  for (const path of ["../package.json", "../../package.json"]) {
    try {
      const manifest = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Record<string, unknown>;
      if (manifest["name"] === "@svc/testing") return String(manifest["version"]);
    } catch {
      // Not there.
    }
  }
  return "unknown";
}
