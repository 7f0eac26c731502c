import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";

/** A downstream project in `examples/`: a folder with a `package.json` and a script `test`. */
export interface Example {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** Whether its test opens a page in Chromium, which not every machine has. */
  readonly needsChromium: boolean;
}

/** Folder that the examples are copied from. */
export const FOLDER: string = join(ROOT, "examples");

/** All of them, by name. The tour is none: it is part of the workspace, and runs with `pnpm start`. */
export function listExamples(): Example[] {
  const names = readdirSync(FOLDER).filter((name) => name !== "tour" && existsSync(join(FOLDER, name, "package.json")));
  return names.sort().map((name) => ({ name, folder: join(FOLDER, name), needsChromium: name === "browser-vite" }));
}
