import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { FAKE_URL } from "../../scripts/docs/pages/call-code.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";

/** Results of the code on the operations' pages. */
export interface CodeReport {
  readonly findings: readonly string[];
  /** Blocks that were run. */
  readonly run: number;
}

/** Each page is read by itself: it finds nothing of what those before it have made or removed. */
const RESET = "/__fake/reset";

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** Has curl say what went wrong, and end with another code than 0. */
const LOUD = "--silent --show-error --fail";

/** Type-checks and runs every block of the operations' pages, those for curl and Python included, against `svc-fake`. */
export async function runSampleCode(pages: string, folder: string): Promise<CodeReport> {
  const blocks = readBlocks(pages).filter(({ language }) => /^(?:ts|sh|python)$/.test(language));
  const scripts = blocks.filter(({ language }) => language === "ts");
  const fake = await startFake();
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    const here = (code: string): string => code.replaceAll(FAKE_URL, fake.url);
    for (const [index, { code }] of scripts.entries()) writeFileSync(join(folder, `block-${index}.ts`), here(code));
    const types = runCommand([...TOOLS.tsc, "-p", folder, "--pretty", "false"], { cwd: folder });
    const findings = await runScripts(scripts, folder, fake.url);
    for (const { page, language, code } of blocks.filter(({ language: one }) => one !== "ts")) {
      await fetch(`${fake.url}${RESET}`, { method: "POST" });
      const command = language === "python" ? ["python3", "-c", here(code)] : ["sh", "-c", `${here(code)} ${LOUD}`];
      const { code: exit, output } = await runCommand(command);
      if (exit !== 0) findings.push(`${page}: ${command[0]} ends with ${exit}: ${output.trim()}`);
    }
    const { code, output } = await types;
    if (code !== 0) findings.push(output.trim());
    return { findings, run: blocks.length };
  } finally {
    fake.stop();
  }
}

/** Runs the scripts of a folder one after the other in one process: a process of its own for each takes minutes of a large document. */
async function runScripts(scripts: readonly Block[], folder: string, url: string): Promise<string[]> {
  const failures = join(folder, "failures.json");
  const pages = scripts.map(({ page }) => page);
  writeFileSync(join(folder, "run.mjs"), runnerCode(pages, { failures, url }));
  const { code, output } = await runCommand([...TOOLS.node, "--conditions=@svc/source", join(folder, "run.mjs")], {
    cwd: ROOT,
  });
  const found = existsSync(failures) ? (JSON.parse(readFileSync(failures, "utf8")) as string[]) : [];
  // What it printed last is of the one that ended all.
  return code === 0
    ? found
    : [...found, `the examples end with ${code}:\n${output.trim().split("\n").slice(-20).join("\n")}`];
}

function runnerCode(
  pages: readonly string[],
  { failures, url }: { readonly failures: string; readonly url: string },
): string {
  return `import { writeFileSync } from "node:fs";
import { inspect } from "node:util";
const failures = [];
for (const [index, page] of ${JSON.stringify(pages)}.entries()) {
  console.log(page);
  await fetch(${JSON.stringify(url + RESET)}, { method: "POST" });
  try {
    await import(\`./block-\${index}.ts\`);
  } catch (error) {
    failures.push(\`\${page}: an example fails: \${inspect(error)}\`);
    writeFileSync(${JSON.stringify(failures)}, JSON.stringify(failures));
  }
}
`;
}

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

interface RunningFake {
  readonly url: string;
  stop(): void;
}

/** Starts `svc-fake` on a free port; the pages name a fixed one. */
async function startFake(): Promise<RunningFake> {
  const [file = "", ...args] = [...TOOLS.node, "--conditions=@svc/source", join(ROOT, "packages/testing/src/bin.ts")];
  const child = spawn(file, [...args, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url: string };
    return { url, stop: () => void child.kill("SIGTERM") };
  }
  throw new Error("svc-fake ended before it was ready.");
}
