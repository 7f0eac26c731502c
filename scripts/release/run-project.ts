import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { type CommandResult, runCommand } from "../toolkit/run-command.ts";
import type { StepOutcome } from "../toolkit/step.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";

/** Folders, versions and variables of {@link runProject}. */
export interface ProjectEnvironment {
  /** The version of our packages that has to arrive. */
  readonly version: string;
  /** A temporary folder. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of a Chromium, where there is one. */
  readonly chromium: string | undefined;
}

const VERSION_CHECK = join(import.meta.dirname, "sdk-version.mjs");

/** Installs a fresh copy of a project from the registry, and runs its tests. The note is the version that the fake saw. */
export async function runProject(
  project: Project,
  manager: Manager,
  environment: ProjectEnvironment,
): Promise<StepOutcome> {
  const directory = join(environment.directory, `${project.name}-${manager}`);
  await cp(project.folder, directory, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) });
  await cp(VERSION_CHECK, join(directory, "sdk-version.mjs"));
  configure(directory, environment);
  const env = {
    ...environment.env,
    SVC_CHROMIUM: environment.chromium ?? "",
    SVC_EXPECTED_VERSION: environment.version,
  };
  const run = (command: readonly string[]): Promise<CommandResult> => runCommand(command, { cwd: directory, env });
  const typed = existsSync(join(directory, "tsconfig.json"));
  const commands = [
    installCommand(manager, environment.directory),
    ...(typed ? [[...TOOLS.tsc, "-p", directory, "--noEmit"]] : []),
    [...(manager === "pnpm" ? TOOLS.pnpm : [manager]), "test"],
    [...TOOLS.node, "sdk-version.mjs"],
  ];
  let last: CommandResult = { code: 0, output: "" };
  for (const command of commands) {
    last = await run(command);
    if (last.code !== 0) return { ok: false, note: `failed: ${describe(command)}`, output: last.output };
  }
  return { ok: true, note: last.output.trim() };
}

/** A command without the paths of this machine. */
function describe(command: readonly string[]): string {
  return command.map((part) => basename(part)).join(" ");
}

/** Caches and stores are of the rehearsal: what is installed has come from its registry. */
function installCommand(manager: Manager, directory: string): string[] {
  if (manager === "npm") return ["npm", "install", "--no-audit", "--no-fund"];
  return [...TOOLS.pnpm, "install", "--no-frozen-lockfile", "--store-dir", join(directory, "pnpm-store")];
}

function configure(directory: string, { version }: ProjectEnvironment): void {
  const file = join(directory, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string> | undefined>;
  for (const dependencies of [manifest["dependencies"], manifest["devDependencies"]]) {
    for (const name of Object.keys(dependencies ?? {})) {
      if (name.startsWith("@svc/")) Object.assign(dependencies ?? {}, { [name]: version });
    }
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  // pnpm waits a day before it installs what is new; these packages are a minute old. It also wants each package's install
  // script to be allowed or not; none is needed here.
  const settings = ["packages: []", 'minimumReleaseAgeExclude: ["@svc/*"]', "ignoreScripts: true"];
  writeFileSync(join(directory, "pnpm-workspace.yaml"), `${settings.join("\n")}\n`);
}

/** A downstream project of the rehearsal: a folder with a `package.json` and a script `test`. */
export interface Project {
  readonly name: string;
  /** Absolute path of what is copied. */
  readonly folder: string;
  /** Description of what its tests run, a few words. */
  readonly ran: string;
}

/** The downstream projects: of the examples one of each kind. `pnpm test` runs the others. */
export const PROJECTS: readonly Project[] = [
  project("node-service", "tsc, node --test (ESM)"),
  project("vitest-suite", "tsc, vitest"),
  project("jest-suite", "tsc, Jest (VM modules)"),
  project("browser-vite", "vite build"),
];

function project(name: string, ran: string): Project {
  return { name, folder: join(ROOT, "examples", name), ran };
}

/** The package managers that install each project. */
export const MANAGERS = ["npm", "pnpm"] as const;

/** A package manager by its command. */
export type Manager = (typeof MANAGERS)[number];
