import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

const modules = `${ROOT}node_modules/`;

/** How to start each tool of the workshop: the installed ones without relying on `PATH`. */
export const TOOLS: { readonly [tool in "node" | "turbo" | "biome" | "vitest" | "pnpm"]: readonly string[] } = {
  node: [process.execPath],
  turbo: [`${modules}.bin/turbo`],
  biome: [`${modules}.bin/biome`],
  // The package manager that started the run, wherever it lies.
  pnpm: ["pnpm"],
  vitest: [process.execPath, `${modules}vitest/vitest.mjs`],
};
