import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

const modules = `${ROOT}node_modules/`;

/** The command line of a command of `pnpm svc` in a checkout: `svc(root, "generate", "--check")`. */
export function svc(root: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, join(root, "main.ts"), ...args];
}

/** Command line of each tool: the installed ones, independent of `PATH`. */
export const TOOLS: {
  readonly [tool in "node" | "turbo" | "biome" | "knip" | "vitest" | "tsc" | "tsc7" | "pnpm"]: readonly string[];
} = {
  node: [process.execPath],
  turbo: [`${modules}.bin/turbo`],
  biome: [`${modules}.bin/biome`],
  knip: [process.execPath, `${modules}knip/bin/knip.js`],
  // The package manager that started the run, wherever it lies.
  pnpm: ["pnpm"],
  // TypeScript 5, and not what `node_modules/.bin/tsc` happens to be.
  tsc: [process.execPath, `${modules}typescript/bin/tsc`],
  // The native compiler, where only the verdict counts: a fifth of the time.
  tsc7: [process.execPath, `${modules}typescript-7/bin/tsc`],
  vitest: [process.execPath, `${modules}vitest/vitest.mjs`],
};
