import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { mapPrograms } from "@svc/codegen/codemod-command";
import { TOOLS } from "../toolkit/tools.ts";

/** Columns of code that fit on the site at 1280 pixels, beside its two bars, with some to spare. */
export const COLUMNS = 72;

/** Breaks the lines of programs in a page that a longer name or a value more has made too wide for it. */
export function foldPrograms(page: string): string {
  const isWide = (code: string): boolean => code.split("\n").some((line) => line.length > COLUMNS);
  return mapPrograms(page, (code, language) => (isWide(code) ? fold(code, language) : code));
}

function fold(code: string, language: string): string {
  const [program = "", ...args] = TOOLS.biome;
  const options = [`--stdin-file-path=program.${language}`, "--indent-style=space", `--line-width=${COLUMNS}`];
  // Outside of the checkout, whose settings are for files of code.
  const child = spawnSync(program, [...args, "format", ...options], { input: code, cwd: tmpdir(), encoding: "utf8" });
  return child.status === 0 ? child.stdout : code;
}
