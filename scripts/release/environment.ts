import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium that `SVC_CHROMIUM` names, else the first on `PATH`. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { SVC_CHROMIUM: named, PATH = "" } = env;
  if (named) return named;
  const candidates = PATH.split(delimiter).flatMap((folder) => CHROMIUMS.map((name) => join(folder, name)));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
