import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import { type Started, startProcess } from "../start-process.ts";
import type { CodeBlock } from "./code-blocks.ts";
import { type Command, commandsOf, toCommand } from "./command.ts";
import { joinResults, type Page, type PagesResult } from "./page.ts";

/** The port that pages show for `svc-fake`; the one that is used is free. */
const SHOWN_PORT: RegExp = /\b4010\b/g;
const NONE: PagesResult = { findings: [], run: 0, checkedOnly: 0, notRun: 0 };

/** Runs a page's blocks of shell in their order, and parses its data. Everything happens in its own folder. */
export async function runOther(page: Page, project: string): Promise<PagesResult> {
  const folder = join(project, page.folder);
  await mkdir(folder, { recursive: true });
  // Commands of the checkout are shown with paths from its root.
  if (!existsSync(join(folder, "spec"))) await symlink(join(ROOT, "spec"), join(folder, "spec"), "junction");
  const fake = join(project, "node_modules/@svc/testing/dist/bin.js");
  await chmod(fake, 0o755);
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: { [name: string]: string };
  };
  const run: PageRun = { page, folder, fake, scripts, server: undefined };
  try {
    const results: PagesResult[] = [];
    for (const block of page.blocks) results.push(await runBlock(run, block));
    return joinResults(results);
  } finally {
    await run.server?.stop();
  }
}

interface PageRun {
  readonly page: Page;
  readonly folder: string;
  /** File of `svc-fake`. */
  readonly fake: string;
  readonly scripts: { readonly [name: string]: string };
  server: Started | undefined;
}

async function runBlock(run: PageRun, block: CodeBlock): Promise<PagesResult> {
  const place = `${run.page.path}:${block.line}`;
  switch (block.language) {
    case "ts":
      return NONE;
    case "sh":
      return runShell(run, block, place);
    case "json":
    case "yaml":
      return parseData(run, block, place);
    case "text":
    case "txt":
      return NONE;
    default:
      return { ...NONE, findings: [`${place}: a block in "${block.language}", which nothing checks`] };
  }
}

async function runShell(run: PageRun, { code }: CodeBlock, place: string): Promise<PagesResult> {
  const commands = commandsOf(code).map((text) => toCommand(text, run.scripts));
  const findings: string[] = [];
  for (const command of commands) {
    const problem = await execute(run, command);
    if (problem !== undefined) findings.push(`${place}: ${problem}`);
  }
  const notRun = commands.filter(({ kind }) => kind === "skip").length;
  return { findings, run: notRun < commands.length ? 1 : 0, checkedOnly: 0, notRun };
}

/** Says what went wrong. */
async function execute(run: PageRun, command: Command): Promise<string | undefined> {
  if (command.kind === "skip") return undefined;
  if (command.kind === "finding") return `${command.text}: ${command.message}`;
  if (command.kind === "serve") {
    const options = command.options
      .replace(/--port \d+/, "")
      .split(/\s+/)
      .filter(Boolean);
    await run.server?.stop();
    run.server = await startProcess([...TOOLS.node, run.fake, ...options], run.folder, /"url":"http:\/\/[^"]*:(\d+)/);
    return undefined;
  }
  const { code, output } = await runCommand(["sh", "-ec", atPort(run, command.text)], {
    cwd: run.folder,
    env: { SVC_FAKE: run.fake, SVC_TOKEN: "any-token" },
  });
  return code === 0 ? undefined : `${command.text}: exit code ${code}\n${output.trim()}`;
}

function atPort({ server }: PageRun, text: string): string {
  return server === undefined ? text : text.replaceAll(SHOWN_PORT, server.ready[1] ?? "");
}

/** Data that begins with a file's name is kept under it, for the commands that follow. */
async function parseData(run: PageRun, { code, language }: CodeBlock, place: string): Promise<PagesResult> {
  try {
    const value: unknown = language === "json" ? JSON.parse(code) : parse(code);
    const name = /^# ([\w.-]+\.ya?ml)\n/.exec(code)?.[1];
    if (name !== undefined) await writeFile(join(run.folder, name), code);
    const unmatched = Object.hasOwn(Object(value), "overlay") ? await applyToDocument(value, place) : [];
    return { ...NONE, findings: unmatched, checkedOnly: 1 };
  } catch (error) {
    return { ...NONE, findings: [`${place}: ${(error as Error).message}`] };
  }
}

/** An overlay must apply to the document that is here. */
async function applyToDocument(overlay: unknown, place: string): Promise<string[]> {
  const { applyOverlay } = await import("@svc/codegen/workspace");
  const document: unknown = parse(await readFile(join(ROOT, "spec/openapi.yaml"), "utf8"));
  return applyOverlay(document, overlay).unmatched.map(({ pointer, message }) => `${place}: ${pointer}: ${message}`);
}
