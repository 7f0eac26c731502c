import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import { type Started, startProcess } from "../start-process.ts";
import type { CodeBlock } from "./code-blocks.ts";
import { type Command, commandsOf, toCommand } from "./command.ts";
import type { Page } from "./page.ts";

/** The port that pages show for `svc-fake`; the one that is used is free. */
const SHOWN_PORT: RegExp = /\b4010\b/g;

/** Runs a page's blocks of shell in their order, and parses its data. Everything happens in its own folder. */
export async function runOther({ path, folder, blocks }: Page, project: string): Promise<string[]> {
  const cwd = join(project, folder);
  await mkdir(cwd, { recursive: true });
  // Commands of the checkout are shown with paths from its root.
  if (!existsSync(join(cwd, "spec"))) await symlink(join(ROOT, "spec"), join(cwd, "spec"), "junction");
  const fake = join(project, "node_modules/@svc/testing/dist/bin.js");
  await chmod(fake, 0o755);
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Pick<PageRun, "scripts">;
  const run: PageRun = { cwd, fake, scripts, server: undefined };
  const findings: string[] = [];
  try {
    for (const block of blocks)
      findings.push(...(await runBlock(run, block)).map((finding) => `${path}:${block.line}: ${finding}`));
    return findings;
  } finally {
    await run.server?.stop();
  }
}

interface PageRun {
  readonly cwd: string;
  /** File of `svc-fake`. */
  readonly fake: string;
  readonly scripts: { readonly [name: string]: string };
  server: Started | undefined;
}

/** Returns what went wrong. */
async function runBlock(run: PageRun, { language, code }: CodeBlock): Promise<string[]> {
  if (/^(?:ts|text|txt)$/.test(language)) return [];
  if (/^(?:json|yaml)$/.test(language)) return parseData(run, language, code);
  if (language !== "sh") return [`a block in "${language}", which nothing checks`];
  const findings: string[] = [];
  for (const text of commandsOf(code)) {
    const problem = await execute(run, toCommand(text, run.scripts));
    if (problem !== undefined) findings.push(problem);
  }
  return findings;
}

/** Says what went wrong. */
async function execute(run: PageRun, command: Command): Promise<string | undefined> {
  const { cwd, fake } = run;
  const serve = async (options = ""): Promise<void> => {
    const given = options.replace(/--port \d+/, "").split(/\s+/);
    await run.server?.stop();
    const started = [...TOOLS.node, fake, ...given.filter(Boolean)];
    run.server = await startProcess(started, cwd, /"url":"http:\/\/[^"]*:(\d+)/);
  };
  if (command.kind === "skip") return undefined;
  if (command.kind === "finding") return `${command.text}: ${command.message}`;
  if (command.kind === "serve") return void (await serve(command.options));
  // Pages of operations name the command that starts the fake in their text.
  if (run.server === undefined && command.text.match(SHOWN_PORT) !== null) await serve();
  const text = command.text.replaceAll(SHOWN_PORT, run.server?.ready[1] ?? "");
  const env = { SVC_FAKE: fake, SVC_TOKEN: "any-token" };
  const { code, output } = await runCommand(["sh", "-ec", text], { cwd, env });
  return code === 0 ? undefined : `${command.text}: exit code ${code}\n${output.trim()}`;
}

/** Data that begins with a file's name is kept under it, for the commands that follow. */
async function parseData({ cwd }: PageRun, language: string, code: string): Promise<string[]> {
  try {
    const value: unknown = language === "json" ? JSON.parse(code) : parse(code);
    const name = /^# ([\w.-]+\.ya?ml)\n/.exec(code)?.[1];
    if (name !== undefined) await writeFile(join(cwd, name), code);
    return Object.hasOwn(Object(value), "overlay") ? await applyToDocument(value) : [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** An overlay must apply to the document that is here. */
async function applyToDocument(overlay: unknown): Promise<string[]> {
  const { applyOverlay } = await import("@svc/codegen/workspace");
  const document: unknown = parse(await readFile(join(ROOT, "spec/openapi.yaml"), "utf8"));
  return applyOverlay(document, overlay).unmatched.map(({ pointer, message }) => `${pointer}: ${message}`);
}
