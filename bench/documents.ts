import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { COMPILERS, checkTrees } from "../checks/documents/check-trees.ts";
import { createTrees } from "../checks/documents/generated-trees.ts";
import { openCorpus } from "../checks/documents/run/corpus.ts";
import type { BenchOptions, Report } from "./report.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MODULES = join(import.meta.dirname, "node_modules");
const TIMEOUT_MS = 120_000;
/** Documents that one program of the compiler is made of. */
const BATCH = 20;

const execute = promisify(execFile);

/** A generator under comparison. */
interface Generator {
  readonly name: string;
  /** Arguments of Node.js that generate from a document into a folder. */
  readonly argv: (file: string, out: string) => readonly string[];
  /** A file that is there afterwards. */
  readonly result: string;
  /** Lines of the compiler about folders below a root. */
  readonly compile: (root: string, folders: readonly string[]) => Promise<readonly string[]>;
}

const GENERATORS: readonly Generator[] = [
  {
    name: "svc",
    argv: (file, out) => [
      ...["--conditions=@svc/source", "--disable-warning=ExperimentalWarning", join(ROOT, "main.ts")],
      ...["generate", "--spec", file, "--out", out],
    ],
    result: "client/index.ts",
    compile: (root, folders) => checkTrees(root, folders, COMPILERS[0] ?? ""),
  },
  {
    name: "openapi-typescript 7.13",
    argv: (file, out) => [join(MODULES, "openapi-typescript/bin/cli.js"), file, "-o", join(out, "index.ts")],
    result: "index.ts",
    compile: compilePlain,
  },
  {
    name: "@hey-api/openapi-ts 0.99",
    argv: (file, out) => [
      ...[join(MODULES, "@hey-api/openapi-ts/bin/run.js"), "-i", file, "-o", out],
      ...["--silent", "--no-log-file"],
    ],
    result: "sdk.gen.ts",
    compile: compilePlain,
  },
];

/** Documents as they come: of how many each generator makes something, and of how many that compiles. */
export async function run({ corpus, sample }: BenchOptions = {}): Promise<Report> {
  using documents = openCorpus({ corpus, sample: sample?.toString() });
  const { files } = documents;
  const rows: (readonly (string | number)[])[] = [];
  for (const generator of GENERATORS) rows.push(await measure(generator, files));
  return {
    name: "documents",
    title: "Documents as they come",
    method: `${files.length} documents, ${corpus === undefined ? "the regression corpus of this repository, each with a mistake that published documents have" : "a corpus of published ones"}: from how many something is generated, and of how many that compiles with TypeScript 5.9 (\`strict\`). Whether what compiles is right is another question: peers leave a path parameter that nobody declared out of the call.`,
    columns: ["generator", "generated", "generated and compiles", "share", "falls short, the first"],
    rows,
  };
}

async function measure(generator: Generator, files: readonly string[]): Promise<readonly (string | number)[]> {
  using trees = createTrees();
  const queue = [...files];
  const generated: string[] = [];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      if (await generate(generator, file, join(trees.root, basename(file)))) generated.push(basename(file));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const broken = new Set<string>();
  for (let at = 0; at < generated.length; at += BATCH) {
    const names = generated.slice(at, at + BATCH);
    const folders = names.map((name) => join(trees.root, name));
    for (const line of await generator.compile(trees.root, folders)) {
      const name = names.find((one) => line.startsWith(`${one}/`));
      if (name === undefined) throw new Error(`${generator.name}: ${line}`);
      broken.add(name);
    }
  }
  const right = generated.filter((name) => !broken.has(name));
  const short = files.map((file) => basename(file)).filter((name) => !right.includes(name));
  const share = `${((100 * right.length) / files.length).toFixed(1)} %`;
  return [generator.name, generated.length, right.length, share, short.slice(0, 5).join(", ")];
}

async function generate({ argv, result }: Generator, file: string, out: string): Promise<boolean> {
  mkdirSync(out, { recursive: true });
  try {
    await execute(process.execPath, argv(file, out), {
      cwd: resolve(file, ".."),
      timeout: TIMEOUT_MS,
      maxBuffer: 2 ** 28,
    });
  } catch {
    return false;
  }
  return existsSync(join(out, result));
}

/** Compiles what needs no package. */
async function compilePlain(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const config = join(mkdtempSync(join(root, "config-")), "tsconfig.json");
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "preserve",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: folders.map((folder) => `${folder}/**/*.ts`) }));
  const tsc = join(MODULES, "typescript/bin/tsc");
  try {
    await execute(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: root, maxBuffer: 2 ** 28 });
    return [];
  } catch (error) {
    const { stdout = "", message } = error as { readonly stdout?: string; readonly message: string };
    const lines = stdout.split("\n").filter((line) => /\berror TS/.test(line));
    return lines.length > 0 ? lines : [message];
  } finally {
    rmSync(config);
  }
}
