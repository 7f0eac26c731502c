import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createStage } from "@svc/codegen/bump";
import { publishTarballs, type Registry, startRegistry } from "@svc/codegen/release";
import { runCommand } from "../toolkit/run-command.ts";
import type { Step, StepOutcome } from "../toolkit/step.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { downstreamEnv, findChromium } from "./environment.ts";
import type { KeptInspection } from "./inspect-packages.ts";
import { installTools, lintWorkflows } from "./release-tools.ts";
import { MANAGERS, PROJECTS, type ProjectEnvironment, runProject } from "./run-project.ts";
import { runRepository } from "./run-repository.ts";

/** The steps of a rehearsal, and what they leave behind. */
export interface Rehearsal {
  readonly steps: readonly Step[];
  /** Measured by the steps. */
  readonly figures: KeptInspection["figures"];
  /** Temporary folders to remove at the end. */
  readonly folders: readonly string[];
  /** Ends the registry. */
  close(): void;
}

/** A rehearsal with its files in `directory`. Nothing happens before its steps run. */
export function createRehearsal(directory: string): Rehearsal {
  const state: RehearsalState = {
    directory,
    folders: [directory],
    inspection: undefined,
    stage: "",
    registry: undefined,
  };
  const step = (name: string, needs: string[], run: (state: RehearsalState) => Promise<StepOutcome>): Step => ({
    name,
    needs,
    run: () => run(state),
  });
  const steps = [
    step("tools", [], install),
    step("lint workflows", ["tools"], lint),
    step("version and generate", ["tools"], version),
    step("build and pack", ["version and generate"], pack),
    step("check tarballs", ["build and pack"], check),
    step("registry", [], serve),
    step("publish", ["build and pack", "registry"], publish),
    step("generator in an empty folder", ["publish"], (state) => runGenerator(projectEnvironment(state))),
    step("repository made by init", ["publish"], (state) => runRepository(projectEnvironment(state))),
    ...PROJECTS.flatMap((project) =>
      MANAGERS.map((manager) =>
        step(`${project.name}, ${manager}`, ["publish"], (state) =>
          runProject(project, manager, projectEnvironment(state)),
        ),
      ),
    ),
  ];
  return {
    steps,
    folders: state.folders,
    get figures() {
      return state.inspection?.figures ?? [];
    },
    close: () => state.registry?.close(),
  };
}

/** Results of steps that later steps need. */
interface RehearsalState {
  /** Folder of everything but the copy of the checkout. */
  readonly directory: string;
  /** Temporary folders to remove at the end. */
  readonly folders: string[];
  /** The copy of the checkout. */
  stage: string;
  registry: Registry | undefined;
  inspection: KeptInspection | undefined;
}

/** Installs what a release needs. */
async function install(): Promise<StepOutcome> {
  await installTools();
  return { ok: true };
}

/** Reads the workflows as GitHub would. */
async function lint(): Promise<StepOutcome> {
  return withoutFindings(await lintWorkflows());
}

/** Copies the checkout, and makes the next version of the copy. */
function version(state: RehearsalState): Promise<StepOutcome> {
  state.stage = createStage(ROOT);
  state.folders.push(state.stage);
  return inStage(state, "release", "version");
}

/** Builds, packs and inspects the packages of the copy. */
async function pack(state: RehearsalState): Promise<StepOutcome> {
  const packed = join(state.directory, "packed");
  mkdirSync(packed);
  // The exports are written with a version, and reviewed with it.
  const outcome = await inStage(state, "release", "check", "--update-exports", "--keep", packed);
  const file = join(packed, "inspection.json");
  if (!existsSync(file)) return { ...outcome, ok: false };
  state.inspection = JSON.parse(readFileSync(file, "utf8")) as KeptInspection;
  return { ok: true, note: `version ${publishedVersion(state)}` };
}

/** Fails for findings in the tarballs. A step of its own, so that the projects run all the same. */
async function check(state: RehearsalState): Promise<StepOutcome> {
  return withoutFindings(state.inspection?.findings ?? []);
}

/** Starts the registry. */
async function serve(state: RehearsalState): Promise<StepOutcome> {
  state.registry = await startRegistry();
  writeFileSync(join(state.directory, "npmrc"), npmrc(state.registry.url, await configuredRegistry()));
  return { ok: true, note: state.registry.url };
}

/** Publishes the tarballs, as the release workflow does. */
async function publish(state: RehearsalState): Promise<StepOutcome> {
  const packages = state.inspection?.figures ?? [];
  const command = { cwd: state.directory, env: projectEnvironment(state).env };
  const { published } = await publishTarballs(packages, { command });
  return { ok: published.length === packages.length, note: `${published.length} packages` };
}

/** Environment of the downstream projects. */
function projectEnvironment(state: RehearsalState): ProjectEnvironment {
  const { directory } = state;
  const env = downstreamEnv(process.env, { userconfig: join(directory, "npmrc"), cache: join(directory, "npm-cache") });
  return { directory, env, chromium: findChromium(process.env), version: publishedVersion(state) };
}

function publishedVersion(state: RehearsalState): string {
  return state.inspection?.figures[0]?.version ?? "";
}

function withoutFindings(findings: readonly string[]): StepOutcome {
  const note = findings.length === 0 ? "" : `${findings.length} findings`;
  return { ok: findings.length === 0, note, output: findings.join("\n") };
}

async function inStage({ stage }: RehearsalState, ...args: string[]): Promise<StepOutcome> {
  const { code, output } = await runCommand(svc(stage, ...args), { cwd: stage });
  return { ok: code === 0, output };
}

/**
 * Whatever is installed under the names of ours, and of the example that `init` makes, was published here; all else comes from
 * the registry of the machine. npm publishes nothing without a token; this registry takes any.
 */
function npmrc(url: string, others: string): string {
  const scopes = ["@svc", "@acme"].map((scope) => `${scope}:registry=${url}\n`).join("");
  return `registry=${others}\n${scopes}${url.slice("http:".length)}:_authToken=none\nfund=false\naudit=false\n`;
}

async function configuredRegistry(): Promise<string> {
  const { code, output } = await runCommand(["npm", "config", "get", "registry"], { cwd: ROOT });
  const url = /^https?:\/\/\S+$/m.exec(output)?.[0];
  if (code !== 0 || url === undefined) throw new Error(`npm does not say which registry it uses:\n${output}`);
  return url;
}

const DOCUMENT = join(ROOT, "engines/model/fixtures/documents/train-travel.json");

/**
 * Runs the published generator in an empty folder, as somebody does who has nothing but Node.js and npm: generates, and
 * runs the lines that it says to try.
 */
async function runGenerator({ directory, env, version }: ProjectEnvironment): Promise<StepOutcome> {
  const folder = join(directory, "generator");
  const tree = join(folder, "sdk");
  mkdirSync(folder);
  const generate = ["--spec", DOCUMENT, "--out", "sdk", "--name", "acme"];
  const commands = [
    { command: ["npx", "--yes", `@svc/codegen@${version}`, ...generate], cwd: folder },
    { command: ["npm", "install", "--no-audit", "--no-fund"], cwd: tree },
    { command: ["npm", "run", "check"], cwd: tree },
    { command: ["npm", "run", "try"], cwd: tree },
  ];
  let output = "";
  for (const { command, cwd } of commands) {
    const result = await runCommand(command, { cwd, env });
    ({ output } = result);
    if (result.code !== 0)
      return { ok: false, note: `failed: ${command.map((part) => basename(part)).join(" ")}`, output };
  }
  const isAnswered = /stations\.list \{\n/.test(output);
  return {
    ok: isAnswered,
    note: isAnswered ? "npx, npm install, check, try" : "the first call was not answered",
    output,
  };
}
