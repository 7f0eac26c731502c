import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAKE_URL } from "@svc/codegen/pages";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import { startFakeOf } from "../console/start-fake.ts";

/** Results of the code on the operations' pages. */
export interface CodeReport {
  readonly findings: readonly string[];
  /** Blocks that were run. */
  readonly run: number;
}

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** Has curl say what went wrong, and end with another code than 0. */
const LOUD = "--silent --show-error --fail";

/** Type-checks and runs every block of the operations' pages, those for curl included, against `svc-fake`. */
export async function runSampleCode(pages: string, folder: string): Promise<CodeReport> {
  const blocks = readBlocks(pages).filter(({ language }) => /^(?:ts|sh)$/.test(language));
  const fake = await startFakeOf(undefined, "--port", "0");
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    const here = ({ page, code }: Block) => ({ page, code: code.replaceAll(FAKE_URL, fake.url) });
    const of = (one: string) => blocks.filter(({ language }) => language === one).map(here);
    const scripts = of("ts");
    for (const [index, { code }] of scripts.entries()) writeFileSync(join(folder, `block-${index}.ts`), code);
    const types = runCommand([...TOOLS.tsc, "-p", folder, "--pretty", "false"], { cwd: folder });
    const run = { folder, reset: `${fake.url}/__fake/reset` };
    const node = [...TOOLS.node, "--conditions=@svc/source"];
    const findings = await runAll(scripts, { ...run, command: node, name: "run.mjs", program: RUN_SCRIPTS });
    for (const { page, code } of of("sh")) {
      await fetch(run.reset, { method: "POST" });
      const { code: exit, output } = await runCommand(["sh", "-c", `${code} ${LOUD}`]);
      if (exit !== 0) findings.push(`${page}: sh ends with ${exit}: ${output.trim()}`);
    }
    const { code, output } = await types;
    if (code !== 0) findings.push(output.trim());
    return { findings, run: blocks.length };
  } finally {
    await fake.stop();
  }
}

interface Runner {
  readonly folder: string;
  /** Address at which the fake forgets everything: a page is read by itself, and finds nothing of what others have made or removed. */
  readonly reset: string;
  readonly command: readonly string[];
  readonly name: string;
  readonly program: string;
}

/** Runs blocks one after the other in one process: a process of its own for each takes minutes of a large document. */
async function runAll(
  blocks: readonly Pick<Block, "page" | "code">[],
  { folder, reset, command, name, program }: Runner,
): Promise<string[]> {
  const [given, failures] = [`${name}.blocks.json`, `${name}.failures.json`].map((file) => join(folder, file)) as [
    string,
    string,
  ];
  writeFileSync(given, JSON.stringify(blocks));
  writeFileSync(join(folder, name), program);
  const { code, output } = await runCommand([...command, join(folder, name), given, failures, reset], { cwd: ROOT });
  const found = existsSync(failures) ? (JSON.parse(readFileSync(failures, "utf8")) as string[]) : [];
  // What it printed last is of the one that ended all.
  const last = output.trim().split("\n").slice(-20).join("\n");
  return code === 0 ? found : [...found, `${name} ends with ${code}:\n${last}`];
}

const RUN_SCRIPTS = `import { readFileSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";
const [, , given, file, reset] = process.argv;
const failures = [];
for (const [index, { page }] of JSON.parse(readFileSync(given, "utf8")).entries()) {
  console.log(page);
  await fetch(reset, { method: "POST" });
  try {
    await import(\`./block-\${index}.ts\`);
  } catch (error) {
    failures.push(\`\${page}: an example fails: \${inspect(error)}\`);
    writeFileSync(file, JSON.stringify(failures));
  }
}
`;

const TSCONFIG = {
  extends: join(ROOT, "tsconfig.base.json"),
  compilerOptions: {
    isolatedDeclarations: false,
    declaration: false,
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable", "esnext.disposable"],
  },
  include: ["block-*.ts"],
};

function readBlocks(pages: string): Block[] {
  return readdirSync(pages).flatMap((page) =>
    [...readFileSync(join(pages, page), "utf8").matchAll(/^```(\w+)(?: \[\w+\])?\n([\s\S]*?)\n```$/gm)].map(
      ([, language = "", code = ""]) => ({ page: `operations/${page}`, language, code }),
    ),
  );
}
