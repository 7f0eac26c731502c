import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStage } from "../bump/stage.ts";
import { runCommand } from "../shared/run-command.ts";
import type { StepOutcome } from "../shared/step.ts";
import { ROOT, svc } from "../shared/tools.ts";
import type { KeptInspection } from "./inspect-packages.ts";
import { installTools } from "./install-tools.ts";
import { lintWorkflows } from "./lint-workflows.ts";
import { publishTarballs } from "./publish-tarballs.ts";
import type { Surroundings } from "./run-project.ts";
import { startRegistry } from "./start-registry.ts";
import { downstreamEnv, findChromium } from "./surroundings.ts";

/** What the steps of a rehearsal hand on to those after them. */
export interface RehearsalState {
  /** Where everything is put that is not the copy of the checkout. */
  readonly directory: string;
  /** Temporary folders to remove at the end. */
  readonly folders: string[];
  /** The copy of the checkout. */
  stage: string;
  /** Address of the registry. */
  registry: string;
  inspection: KeptInspection | undefined;
}

/** Installs what a release needs. */
export async function install(): Promise<StepOutcome> {
  await installTools();
  return { ok: true };
}

/** Reads the workflows as GitHub would. */
export async function lint(): Promise<StepOutcome> {
  return withoutFindings(await lintWorkflows());
}

/** Copies the checkout, and makes the next version of the copy. */
export function version(state: RehearsalState): Promise<StepOutcome> {
  state.stage = createStage(ROOT);
  state.folders.push(state.stage);
  return inStage(state, "release", "version");
}

/** Builds, packs and inspects the packages of the copy. */
export async function pack(state: RehearsalState): Promise<StepOutcome> {
  const packed = join(state.directory, "packed");
  mkdirSync(packed);
  // What is exported is written down with a version, and reviewed then.
  const outcome = await inStage(state, "release", "check", "--update-exports", "--keep", packed);
  const file = join(packed, "inspection.json");
  if (!existsSync(file)) return { ...outcome, ok: false };
  state.inspection = JSON.parse(readFileSync(file, "utf8")) as KeptInspection;
  return { ok: true, note: `version ${publishedVersion(state)}` };
}

/** What was found in the tarballs: a step of its own, so that the projects run all the same. */
export async function check(state: RehearsalState): Promise<StepOutcome> {
  return withoutFindings(state.inspection?.findings ?? []);
}

/** Starts the registry. */
export async function serve(state: RehearsalState): Promise<StepOutcome> {
  state.registry = await startRegistry(join(state.directory, "registry"), await configuredRegistry());
  writeFileSync(join(state.directory, "npmrc"), npmrc(state.registry));
  return { ok: true, note: state.registry };
}

/** Publishes the tarballs, as the release workflow does. */
export async function publish(state: RehearsalState): Promise<StepOutcome> {
  const packages = state.inspection?.figures ?? [];
  const command = { cwd: state.directory, env: surroundings(state).env };
  const published = await publishTarballs(packages, { command });
  return { ok: published.length === packages.length, note: `${published.length} packages` };
}

/** Where downstream projects find themselves. */
export function surroundings(state: RehearsalState): Surroundings {
  const { directory, registry } = state;
  const files = { userconfig: join(directory, "npmrc"), cache: join(directory, "npm-cache"), registry };
  const env = downstreamEnv(process.env, files);
  return { directory, registry, env, chromium: findChromium(process.env), version: publishedVersion(state) };
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

/** npm publishes nothing without a token; this registry takes any. */
function npmrc(registry: string): string {
  return `registry=${registry}\n${registry.slice("http:".length)}:_authToken=none\nfund=false\naudit=false\n`;
}

async function configuredRegistry(): Promise<string> {
  const { code, output } = await runCommand(["npm", "config", "get", "registry"], { cwd: ROOT });
  const url = /^https?:\/\/\S+$/m.exec(output)?.[0];
  if (code !== 0 || url === undefined) throw new Error(`npm does not say which registry it uses:\n${output}`);
  return url;
}
