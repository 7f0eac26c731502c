import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The compilers that what is emitted must pass. */
export const COMPILERS: readonly string[] = ["typescript", "typescript-7"];

/** Sources, other than the declarations that a build makes of them, are checked too, and some of them are for Node.js. */
const FROM_SOURCE = {
  customConditions: ["@svc/source"],
  typeRoots: [resolve(import.meta.dirname, "../../node_modules/@types")],
  types: ["node"],
};

/**
 * Type-checks generated trees in one program, with the options of their own `tsconfig.json`. The packages that they
 * import are taken from source. Returns the compiler's lines, none where all is well.
 */
export async function checkTrees(root: string, directories: readonly string[], compiler: string): Promise<string[]> {
  const [first] = directories;
  if (first === undefined) return [];
  const { compilerOptions } = JSON.parse(readFileSync(join(first, "tsconfig.json"), "utf8"));
  const config = join(root, `tsconfig.${compiler}.json`);
  const include = directories.flatMap((directory) =>
    ["client", "mcp", "testing", "types"].map((part) => `${relative(root, directory)}/${part}`),
  );
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, ...FROM_SOURCE }, include }));
  const tsc = join(dirname(require.resolve(`${compiler}/package.json`)), "bin/tsc");
  try {
    await run(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: root, maxBuffer: 2 ** 28 });
    return [];
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string };
    const lines = (stdout ?? "").split("\n").filter((line) => /\berror TS/.test(line));
    return lines.length > 0 ? lines : [message];
  }
}
