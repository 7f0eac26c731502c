import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAKE_URL } from "@svc/codegen/pages";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import { startFakeOf } from "../console/start-fake.ts";
import { fromSource } from "../from-source.ts";
import type { Page } from "../readme/page.ts";

/** Results of the code on the operations' pages. */
export interface CodeReport {
  readonly findings: readonly string[];
  /** Blocks that were run. */
  readonly run: number;
}

interface Sample {
  readonly page: string;
  readonly code: string;
}

/** Has curl say what went wrong, and end with another code than 0. */
const LOUD = "--silent --show-error --fail";

/** Type-checks and runs every block of the operations' pages, those for curl included, against `svc-fake`. */
export async function runSampleCode(pages: readonly Page[], folder: string): Promise<CodeReport> {
  const fake = await startFakeOf(undefined, "--port", "0");
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    const of = (wanted: string): Sample[] =>
      pages.flatMap(({ path, blocks }) =>
        blocks
          .filter(({ language }) => language === wanted)
          .map(({ code }) => ({ page: path, code: code.trimEnd().replaceAll(FAKE_URL, fake.url) })),
      );
    const [scripts, commands] = [of("ts"), of("sh")];
    for (const [index, { code }] of scripts.entries()) writeFileSync(join(folder, `block-${index}.ts`), code);
    const types = runCommand([...TOOLS.tsc, "-p", folder, "--pretty", "false"], { cwd: folder });
    const findings = await runAll(scripts, folder, `${fake.url}/__fake/reset`);
    for (const { page, code } of commands) {
      await fake.post("reset");
      const { code: exit, output } = await runCommand(["sh", "-c", `${code} ${LOUD}`]);
      if (exit !== 0) findings.push(`${page}: sh ends with ${exit}: ${output.trim()}`);
    }
    const { code, output } = await types;
    if (code !== 0) findings.push(output.trim());
    return { findings, run: scripts.length + commands.length };
  } finally {
    await fake.stop();
  }
}

/**
 * Runs blocks one after the other in one process: a process of its own for each takes minutes of a large document.
 *
 * @param reset address at which the fake forgets everything: a page is read by itself, and finds nothing of what others have made or removed
 */
async function runAll(blocks: readonly Sample[], folder: string, reset: string): Promise<string[]> {
  const at = (name: string): string => join(folder, name);
  const [program, given, failures] = [at("run.mjs"), at("blocks.json"), at("failures.json")];
  writeFileSync(given, JSON.stringify(blocks));
  writeFileSync(program, RUN_SCRIPTS);
  const { code, output } = await runCommand(fromSource(program, given, failures, reset), { cwd: ROOT });
  const found = existsSync(failures) ? (JSON.parse(readFileSync(failures, "utf8")) as string[]) : [];
  // What it printed last is of the one that ended all.
  const last = output.trim().split("\n").slice(-20).join("\n");
  return code === 0 ? found : [...found, `the examples end with ${code}:\n${last}`];
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
