import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasRedis, type RedisServer, startRedis } from "../../packages/client/test/redis/redis-server.ts";
import { endCommands, runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { joinResults, type Page, type PagesResult } from "./page.ts";
import { createProject } from "./project.ts";
import { runOther } from "./run-other.ts";
import { ENV, runScripts } from "./run-scripts.ts";
import { placeOf, type Script, scriptsOf, startOf } from "./script.ts";

/** Type-checks and runs the blocks of pages against the packed packages. */
export async function checkPages(pages: readonly Page[]): Promise<PagesResult> {
  const directory = await mkdtemp(join(tmpdir(), "svc-pages-"));
  const written = pages.flatMap(scriptsOf);
  const redis = written.some(needsRedis) && hasRedis() ? await startRedis() : undefined;
  try {
    const project = await createProject(
      directory,
      written.map((script) => withPort(script, redis)),
    );
    const scripts = written.map((script) => withReason(script, redis));
    const isRun = ({ checkOnly }: Script): boolean => checkOnly === undefined;
    const by = Map.groupBy(scripts.filter(isRun), ({ runner }) => runner);
    // The compiler has one core, everything else the other.
    const [types, others, rest] = await Promise.all([
      checkTypes(scripts, project),
      inTurn(
        () => runScripts(by.get("node") ?? [], project, redis && { REDIS_URL: redis.url }),
        () => runVitest(by.get("vitest") ?? [], project),
      ),
      runOthers(pages, project),
    ]);
    const result = joinResults(rest);
    return {
      findings: [...types, ...others, ...result.findings],
      run: result.run + scripts.filter(isRun).reduce((sum, { parts }) => sum + parts.length, 0),
      checkedOnly: scripts.filter((script) => !isRun(script)).length + result.checkedOnly,
      notRun: result.notRun,
    };
  } finally {
    await redis?.close();
    endCommands();
    await rm(directory, { recursive: true, force: true });
  }
}

async function inTurn(...tasks: (() => Promise<string[]>)[]): Promise<string[]> {
  const findings: string[] = [];
  for (const task of tasks) findings.push(...(await task()));
  return findings;
}

async function runOthers(pages: readonly Page[], project: string): Promise<PagesResult[]> {
  const results: PagesResult[] = [];
  for (const page of pages) results.push(await runOther(page, project));
  return results;
}

function needsRedis({ code }: Script): boolean {
  return /from "redis"/.test(code);
}

/** Redis of this check listens on another port than the one that pages show. */
function withPort(script: Script, redis: RedisServer | undefined): Script {
  return redis === undefined || !needsRedis(script)
    ? script
    : { ...script, code: script.code.replaceAll("6379", String(redis.port)) };
}

function withReason(script: Script, redis: RedisServer | undefined): Script {
  const isWithout = script.checkOnly === undefined && needsRedis(script) && redis === undefined;
  return isWithout ? { ...script, checkOnly: "redis-server is not installed" } : script;
}

/** Type-checks every script in one program. */
export async function checkTypes(scripts: readonly Script[], project: string): Promise<string[]> {
  if (scripts.length === 0) return [];
  const { code, output } = await runCommand([...TOOLS.tsc, "-p", project, "--pretty", "false"], { cwd: project });
  if (code === 0) return [];
  const byFile = new Map(scripts.map((script) => [`${script.page.folder}/${script.name}`, script]));
  return output
    .trim()
    .split(/\n(?!\s)/)
    .map((message) => {
      const [, file = "", line = "", text = ""] = /^([^(]+)\((\d+),\d+\): (.*)$/s.exec(message) ?? [];
      const script = byFile.get(file);
      return script === undefined ? message : `${placeOf(script, Number(line))}: ${text}`;
    });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs test files in one run of vitest. Returns what is wrong: a file without a test, too. */
async function runVitest(scripts: readonly Script[], project: string): Promise<string[]> {
  if (scripts.length === 0) return [];
  const file = join(project, "vitest.json");
  // Of its own, lest it look for one further up; patient, where the machine is busy.
  await writeFile(join(project, "vitest.config.mjs"), "export default { test: { testTimeout: 30_000 } };\n");
  const names = scripts.map(({ page, name }) => `${page.folder}/${name}`);
  const command = [...TOOLS.vitest, "run", "--reporter=json", `--outputFile=${file}`, ...names];
  const { output } = await runCommand(command, { cwd: project, env: ENV });
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  if (report === undefined) return [`vitest did not run:\n${output}`];
  return scripts.flatMap((script) => {
    const result = report.testResults.find(({ name }) => name.endsWith(`${script.page.folder}/${script.name}`));
    if (result === undefined || result.assertionResults.length === 0)
      return [`${startOf(script)}: no test ran\n${result?.message ?? ""}`];
    return result.assertionResults
      .filter(({ status }) => status !== "passed")
      .map(({ title, failureMessages = [] }) => `${startOf(script)}: ${title}\n${failureMessages.join("\n")}`);
  });
}
