import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endCommands } from "../../scripts/toolkit/run-command.ts";
import { checkTypes } from "./check-types.ts";
import { joinResults, type Page, type PagesResult } from "./page.ts";
import { createProject } from "./project.ts";
import { type RedisServer, startRedis } from "./redis.ts";
import { runOther } from "./run-other.ts";
import { runScripts } from "./run-scripts.ts";
import { runVitest } from "./run-vitest.ts";
import { type Script, scriptsOf, startOf } from "./script.ts";

/** Type-checks and runs the blocks of pages against the packed packages. */
export async function checkPages(pages: readonly Page[]): Promise<PagesResult> {
  const directory = await mkdtemp(join(tmpdir(), "svc-pages-"));
  const written = pages.flatMap(scriptsOf);
  const redis = written.some(needsRedis) ? await startRedis(directory) : undefined;
  try {
    const project = await createProject(
      directory,
      written.map((script) => withPort(script, redis)),
    );
    const scripts = written.map((script) => withReason(script, project, redis));
    const isRun = ({ checkOnly }: Script): boolean => checkOnly === undefined;
    const by = Map.groupBy(scripts.filter(isRun), ({ runner }) => runner);
    const known = scripts.filter((script) => script.checkOnly !== NO_AXIOS);
    // The compiler has one core, everything else the other.
    const [types, others, rest] = await Promise.all([
      checkTypes(known, project),
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
      checkedOnly: [...scripts.filter((script) => !isRun(script)).map(toReason), ...result.checkedOnly],
      notRun: result.notRun,
    };
  } finally {
    redis?.stop();
    endCommands();
    await rm(directory, { recursive: true, force: true });
  }
}

const NO_AXIOS = "axios is not installed";

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

function toReason(script: Script): string {
  return `${startOf(script)}: ${script.checkOnly}`;
}

function needsRedis({ code }: Script): boolean {
  return /from "(?:redis|ioredis)"/.test(code);
}

/** Redis of this check listens on another port than the one that pages show. */
function withPort(script: Script, redis: RedisServer | undefined): Script {
  return redis === undefined || !needsRedis(script)
    ? script
    : { ...script, code: script.code.replaceAll("6379", String(redis.port)) };
}

function withReason(script: Script, project: string, redis: RedisServer | undefined): Script {
  if (script.checkOnly !== undefined) return script;
  if (needsRedis(script) && redis === undefined) return { ...script, checkOnly: "redis-server is not installed" };
  const isWithoutAxios = /from "axios"/.test(script.code) && !existsSync(join(project, "node_modules/axios"));
  return isWithoutAxios ? { ...script, checkOnly: NO_AXIOS } : script;
}
