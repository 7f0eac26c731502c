import { join } from "node:path";
import { ROOT } from "../shared/tools.ts";

/** A downstream project of the rehearsal: a folder with a `package.json` and a script `test`. */
export interface Project {
  readonly name: string;
  /** Absolute path of what is copied. */
  readonly folder: string;
  /** What its tests show, in a few words. */
  readonly ran: string;
}

/** The downstream projects: of the examples one of each kind. `pnpm test` runs the others. */
export const PROJECTS: readonly Project[] = [
  project("node-service", "tsc, node --test (ESM)"),
  project("commonjs", "node --test (require)"),
  project("vitest-suite", "tsc, vitest"),
  project("jest-suite", "tsc, Jest (VM modules)"),
  project("browser-vite", "vite build"),
  // Too heavy for `pnpm test`.
  project("next-app", "next build, next start"),
];

function project(name: string, ran: string): Project {
  return { name, folder: join(ROOT, "examples", name), ran };
}

/** The package managers that install each project. */
export const MANAGERS = ["npm", "pnpm"] as const;

/** A package manager by its command. */
export type Manager = (typeof MANAGERS)[number];
