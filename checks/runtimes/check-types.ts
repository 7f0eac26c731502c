import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import type { CheckResult, RuntimeResult } from "./result.ts";

/** Consumers by name: their file, and how they are compiled. */
const CONSUMERS: { readonly [name: string]: { readonly file: string; readonly options: object } } = {
  "ES module, moduleResolution node16": { file: "consumer.mts", options: { module: "node16" } },
  "ES module, moduleResolution nodenext": { file: "consumer.mts", options: { module: "nodenext" } },
  "ES module, moduleResolution bundler": {
    file: "consumer.mts",
    options: { module: "esnext", moduleResolution: "bundler" },
  },
  "ES module, module preserve": { file: "consumer.mts", options: { module: "preserve" } },
  "ES module, types of Node.js instead of the DOM's": {
    file: "consumer.mts",
    options: { module: "nodenext", lib: ["es2022"], types: ["node"] },
  },
  "CommonJS with import(), moduleResolution node16": { file: "imports.cts", options: { module: "node16" } },
  "CommonJS with require(), moduleResolution node16": {
    file: "requires.cts",
    options: { module: "node20", moduleResolution: "node16" },
  },
  "CommonJS with require(), moduleResolution nodenext": { file: "requires.cts", options: { module: "nodenext" } },
  "the committed document's, moduleResolution nodenext": {
    file: "../committed/consumer.mts",
    options: { module: "nodenext" },
  },
  "the committed document's, moduleResolution bundler": {
    file: "../committed/consumer.mts",
    options: { module: "esnext", moduleResolution: "bundler" },
  },
};

/** Declarations of dependencies are checked as well: `skipLibCheck` is not everyone's. */
const STRICTEST = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
  typeRoots: [join(ROOT, "node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: false,
  skipLibCheck: false,
  noEmit: true,
};

const COMPILERS: readonly (readonly string[])[] = [
  TOOLS.tsc,
  [process.execPath, join(ROOT, "node_modules/typescript-7/bin/tsc")],
];

/** Compiles every consumer with every compiler against the declarations of the packed packages. */
export async function checkTypes(project: string): Promise<RuntimeResult[]> {
  const results: RuntimeResult[] = [];
  for (const compiler of COMPILERS) {
    const begin = performance.now();
    const version = (await runCommand([...compiler, "--version"])).output.replace(/[^\d.]/g, "");
    const checks: CheckResult[] = [];
    for (const name of Object.keys(CONSUMERS)) checks.push(await compile(project, name, compiler));
    results.push({ runtime: "types", version, checks, seconds: (performance.now() - begin) / 1000 });
  }
  return results;
}

async function compile(project: string, name: string, compiler: readonly string[]): Promise<CheckResult> {
  const { file, options } = CONSUMERS[name] ?? {};
  const folder = join(project, "types", name.replace(/\W+/g, "-"));
  await mkdir(folder, { recursive: true });
  const configuration = { compilerOptions: { ...STRICTEST, ...options }, files: [`../${file}`] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration, null, 2));
  const { code, output } = await runCommand([...compiler, "-p", folder], { cwd: project });
  return code === 0 ? { name, ok: true } : { name, ok: false, error: output.trim().slice(0, 3000) };
}
