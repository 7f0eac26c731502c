import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import type { CheckResult, Runtime } from "./runtime.ts";

/** Consumers: their file, and how they are compiled. */
const CONSUMERS: { readonly [name: string]: readonly [file: string, options: object] } = {
  "ES module, moduleResolution node16": ["consumer.mts", { module: "node16" }],
  "ES module, moduleResolution nodenext": ["consumer.mts", { module: "nodenext" }],
  "ES module, moduleResolution bundler": ["consumer.mts", { module: "esnext", moduleResolution: "bundler" }],
  "ES module, module preserve": ["consumer.mts", { module: "preserve" }],
  "ES module, Node.js instead of the DOM": ["consumer.mts", { module: "nodenext", lib: ["es2022"], types: ["node"] }],
  "CommonJS with import(), node16": ["imports.cts", { module: "node16" }],
  "CommonJS with require(), node16": ["requires.cts", { module: "node20", moduleResolution: "node16" }],
  "CommonJS with require(), nodenext": ["requires.cts", { module: "nodenext" }],
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

export const COMPILERS: { readonly [name: string]: readonly string[] } = {
  "TypeScript 5": TOOLS.tsc,
  "TypeScript 7": TOOLS.tsc7,
};

/** Compiles every consumer against the declarations of the packed packages. */
export function checkTypes(tsc: readonly string[]): Runtime["run"] {
  return async ({ project }) => {
    const checks: CheckResult[] = [];
    for (const [name, [file, options]] of Object.entries(CONSUMERS)) {
      const folder = join(project, "types", name.replace(/\W+/g, "-"));
      await mkdir(folder, { recursive: true });
      const configuration = { compilerOptions: { ...STRICTEST, ...options }, files: [`../${file}`] };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration));
      const { code, output } = await runCommand([...tsc, "-p", folder], { cwd: project });
      checks.push({ name, error: code === 0 ? undefined : output.trim().slice(0, 3000) });
    }
    return checks;
  };
}
