import { mkdtempDisposableSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasRedis, type RedisServer, startRedis } from "../../packages/client/test/redis/redis-server.ts";
import { endCommands, runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import type { Page } from "./page.ts";
import { createProject } from "./project.ts";
import { runOther } from "./run-other.ts";
import { ENV, runScripts } from "./run-scripts.ts";
import { placeOf, type Script, scriptsOf } from "./script.ts";

/** Type-checks and runs the blocks of pages against the packed packages. Returns what is wrong, and how many were run. */
export async function checkPages(pages: readonly Page[]): Promise<{ findings: string[]; run: number }> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "svc-pages-"));
  const written = pages.flatMap(scriptsOf);
  const redis = written.some(needsRedis) && hasRedis() ? await startRedis() : undefined;
  try {
    const scripts = written.map((script) => (needsRedis(script) ? onRedis(script, redis) : script));
    const project = await createProject(folder.path, scripts);
    const run = scripts.filter(({ checkOnly }) => checkOnly === undefined);
    const by = Map.groupBy(run, ({ runner }) => runner);
    // The compiler has one core, everything else the other.
    const findings = await Promise.all([
      checkTypes(scripts, project),
      runScripts(by.get("node") ?? [], project, redis && { REDIS_URL: redis.url }).then(async (found) => [
        ...found,
        ...(await runVitest(by.get("vitest") ?? [], project)),
      ]),
      runOthers(pages, project),
    ]);
    return { findings: findings.flat(), run: run.reduce((sum, { parts }) => sum + parts.length, 0) };
  } finally {
    await redis?.close();
    endCommands();
  }
}

async function runOthers(pages: readonly Page[], project: string): Promise<string[]> {
  const findings: string[] = [];
  for (const page of pages) findings.push(...(await runOther(page, project)));
  return findings;
}

function needsRedis({ code }: Script): boolean {
  return /from "redis"/.test(code);
}

/** Redis of this check listens on another port than the one that pages show. */
function onRedis(script: Script, redis: RedisServer | undefined): Script {
  if (redis === undefined) return { ...script, checkOnly: script.checkOnly ?? "redis-server is not installed" };
  return { ...script, code: script.code.replaceAll("6379", String(redis.port)) };
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

/** Runs test files, whose names tell page and line, in one run of vitest: a file without a test fails, too. */
async function runVitest(scripts: readonly Script[], project: string): Promise<string[]> {
  if (scripts.length === 0) return [];
  // Of its own, lest it look for one further up; patient, where the machine is busy.
  await writeFile(join(project, "vitest.config.mjs"), "export default { test: { testTimeout: 30_000 } };\n");
  const names = scripts.map(({ page, name }) => `${page.folder}/${name}`);
  const { code, output } = await runCommand([...TOOLS.vitest, "run", ...names], { cwd: project, env: ENV });
  return code === 0 ? [] : [`tests of pages:\n${output.trim()}`];
}
