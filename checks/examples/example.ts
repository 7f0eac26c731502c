import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { chromiumPath } from "../chromium.ts";
import { onPath } from "../runtimes/launch/binaries.ts";

/** A downstream project in `examples/`: a folder with a `package.json` and a script `test`. */
export interface Example {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** A program that its test needs besides Node.js. */
  readonly program: Program | undefined;
  /** Why it runs when it is named and in the rehearsal of a release, and not with all others. */
  readonly heavy: string | undefined;
}

/** A program that not every machine has. */
export interface Program {
  readonly name: string;
  /** Its path; undefined where it is missing. */
  find(): string | undefined;
}

const chromium: Program = { name: "Chromium", find: () => chromiumPath() };
const python: Program = { name: "Python 3", find: () => onPath(["python3"]) };

const PROGRAMS: Readonly<Record<string, Program>> = { "browser-vite": chromium, "python-against-svc-fake": python };
const HEAVY: Readonly<Record<string, string>> = { "next-app": "340 MB, and a build of 10 to 20 s" };

/** Folder that the examples are copied from. */
export const FOLDER: string = join(ROOT, "examples");

/** All of them, by name. The tour is none: it is part of the workspace, and runs with `pnpm start`. */
export function listExamples(): Example[] {
  const names = readdirSync(FOLDER).filter((name) => name !== "tour" && existsSync(join(FOLDER, name, "package.json")));
  return names.sort().map((name) => ({
    name,
    folder: join(FOLDER, name),
    program: PROGRAMS[name],
    heavy: HEAVY[name],
  }));
}
