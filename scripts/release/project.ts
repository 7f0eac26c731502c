import { join } from "node:path";
import { ROOT } from "../workshop/tools.ts";

/** A downstream project of the rehearsal: a folder with a `package.json` and a script `test`. */
export interface Project {
  readonly name: string;
  /** Absolute path of what is copied. */
  readonly folder: string;
  /** What its tests show, in a few words. */
  readonly ran: string;
}

/** The downstream projects: what the examples show, and a bundle for browsers. */
export const PROJECTS: readonly Project[] = [
  { name: "node-service", folder: join(ROOT, "examples/node-service"), ran: "tsc, node --test (ESM)" },
  { name: "commonjs", folder: join(ROOT, "examples/commonjs"), ran: "node --test (require)" },
  { name: "vitest-suite", folder: join(ROOT, "examples/vitest-suite"), ran: "tsc, vitest" },
  { name: "browser", folder: join(ROOT, "scripts/release/browser"), ran: "vite build" },
];

/** The package managers that install each project. */
export const MANAGERS = ["npm", "pnpm"] as const;

/** A package manager by its command. */
export type Manager = (typeof MANAGERS)[number];
