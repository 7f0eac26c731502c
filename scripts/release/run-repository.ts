import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { type CommandResult, runCommand } from "../toolkit/run-command.ts";
import type { StepOutcome } from "../toolkit/step.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";
import { lintTarball } from "./packed/lint-tarball.ts";
import { lintWorkflows } from "./release-tools.ts";
import type { ProjectEnvironment } from "./run-project.ts";
import { runJob } from "./run-workflow.ts";

const DOCUMENT = join(ROOT, "engines/model/fixtures/documents/train-travel.json");

const PACKAGES = ["types", "client", "testing"] as const;

/** Values of the expressions in the workflows. */
const VALUES = { "github.token": "none", "vars.DOCUMENT_URL": "", "runner.temp": tmpdir() };

/** Stands for `gh`: notes what it is asked for, and makes the tag of a release. */
const GH = `#!/bin/sh
echo "$*" >> "$GH_LOG"
case "$1 $2" in
  "release create") git push --quiet origin "HEAD:refs/tags/$3" ;;
  "pr create") echo https://github.com/acme/sdk/pull/1 ;;
esac
`;

/** The program of a user of the released packages. */
const PROGRAM = `import { createAcmeClient } from "@acme/client";
import type { UploadToOptions } from "@acme/client/uploads";
import { createFakeAcme } from "@acme/testing";

const fake = createFakeAcme();
const { data } = await fake.client(createAcmeClient).stations.list();
const [station] = data ?? [];
const options: UploadToOptions | undefined = undefined;
console.log(typeof station?.name, options, fake.calls.length);
`;

/** It uses what the second version adds. */
const NEXT_PROGRAM = `${PROGRAM}export const lift: boolean | undefined = station?.lift;\n`;

/**
 * Makes a repository with the published generator, and goes with it through two releases as its people and its workflows do: CI,
 * the pull request of a version, its rehearsal, the publication; a bump, and all that again. A project that has installed the
 * first version from the registry is brought up to the second.
 */
export async function runRepository(environment: ProjectEnvironment): Promise<StepOutcome> {
  const begin = performance.now();
  const places = createPlaces(environment);
  try {
    await makeRepository(places, environment.version);
    await inClone(places, "ci", (clone) => run(places, clone, "ci.yml test"));
    await inClone(places, "bump", (clone) => run(places, clone, "bump.yml bump", "nothing to look at"));
    await inClone(places, "rehearse", async (clone) => {
      await run(places, clone, "release.yml rehearse", "rehearsed in");
      await run(places, clone, "release.yml publish", "Nothing to publish");
    });
    await release(places, "0.1.0");
    const project = await install(places);
    await call(places, project, PROGRAM);
    await bump(places);
    await release(places, "0.1.1", "`Station.lift`");
    await must(places, project, "npm", "update");
    await call(places, project, NEXT_PROGRAM);
    await expectVersion(project, "0.1.1");
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    return { ok: true, note: `init, ci, release 0.1.0, bump, release 0.1.1, upgrade: ${seconds} s` };
  } catch (error) {
    const { message } = error as Error;
    return { ok: false, note: message.split("\n")[0] ?? "", output: message };
  }
}

interface Places {
  readonly folder: string;
  /** The checkout of those who made the repository. */
  readonly root: string;
  /** A bare repository, which stands for that on GitHub. */
  readonly origin: string;
  readonly log: string;
  readonly env: ProjectEnvironment["env"];
}

function createPlaces({ directory, env }: ProjectEnvironment): Places {
  const folder = join(directory, "repository");
  const [root, origin, log] = [join(folder, "acme"), join(folder, "origin.git"), join(folder, "gh.log")];
  mkdirSync(root, { recursive: true });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/gh"), GH);
  chmodSync(join(folder, "bin/gh"), 0o755);
  writeFileSync(log, "");
  const person = { NAME: "A maintainer", EMAIL: "maintainer@example.com" };
  const names = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  );
  return {
    folder,
    root,
    origin,
    log,
    env: {
      ...env,
      ...Object.fromEntries(names),
      PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
      GH_LOG: log,
      // The store and the caches of the machine know other bytes of the versions that are published here.
      XDG_DATA_HOME: join(folder, "data"),
      XDG_CACHE_HOME: join(folder, "cache"),
      // Two steps that run `npx` of one package at once would install it into one folder, and one would find half of it.
      npm_config_cache: join(folder, "npm-cache"),
      CI: undefined,
      ACTIONS_ID_TOKEN_REQUEST_URL: undefined,
    },
  };
}

/** `init` and the first command, as the README of the generator says it; then the first commit. */
async function makeRepository(places: Places, version: string): Promise<void> {
  const { root, origin } = places;
  const init = ["init", "--spec", DOCUMENT, "--scope", "@acme", "--name", "acme", "--yes"];
  await must(places, root, "npx", "--yes", `@svc/codegen@${version}`, ...init);
  const started = await must(places, root, "npx", "-y", "pnpm@12", "start");
  if (!started.output.includes("1 call, answered by the fake")) throw new Error(`start:\n${started.output}`);
  const findings = await lintWorkflows(join(root, ".github/workflows"));
  if (findings.length > 0) throw new Error(findings.join("\n"));
  await must(places, root, "git", "init", "--quiet", "--initial-branch", "main");
  await must(places, root, "git", "init", "--quiet", "--bare", "--initial-branch", "main", origin);
  await must(places, root, "git", "remote", "add", "origin", origin);
  await push(places, "Make the repository");
}

/** From the pull request of a version to its tag. */
async function release(places: Places, version: string, entry = "The first release"): Promise<void> {
  await inClone(places, "propose", async (clone) => {
    await run(places, clone, "release.yml propose", "https://github.com/acme/sdk/pull/1");
    expect(places, `pr create --head release/next --base main --title Release ${version}`);
    const changelog = readFileSync(join(clone, "packages/client/CHANGELOG.md"), "utf8");
    if (!changelog.includes(`## ${version}`) || !changelog.includes(entry)) throw new Error(`changelog:\n${changelog}`);
  });
  // The merge of the pull request, which is the decision to release.
  await must(places, places.root, "git", "pull", "--quiet", "origin", "release/next");
  await must(places, places.root, "git", "push", "--quiet", "origin", "main");
  await inClone(places, "publish", async (clone) => {
    await run(places, clone, "release.yml publish", `published @acme/testing@${version}`);
    expect(places, `release create v${version}`);
  });
}

/** A new version of the document, taken by the people of the repository. */
async function bump(places: Places): Promise<void> {
  const document = JSON.parse(readFileSync(DOCUMENT, "utf8"));
  document.info.version = "1.1.0";
  document.components.schemas.Station.properties.lift = { type: "boolean" };
  const file = join(places.folder, "next.json");
  writeFileSync(file, JSON.stringify(document));
  await must(places, places.root, "npx", "-y", "pnpm@12", "spec:bump", file);
  await push(places, "Take the new version of the document");
}

/** A project in an empty folder that installs the packages, each of which is linted as it comes from the registry. */
async function install(places: Places): Promise<string> {
  const project = join(places.folder, "consumer");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await must(places, project, "npm", "install", "@acme/client", "@acme/testing");
  for (const name of PACKAGES) {
    const { output } = await must(places, project, "npm", "pack", "--silent", `@acme/${name}`);
    const manifest = { name: `@acme/${name}`, version: "0.1.0", exports: {} };
    const tarball = { file: join(project, output.trim()), package: { directory: project, manifest } };
    const findings = await lintTarball(tarball);
    if (findings.length > 0) throw new Error(findings.join("\n"));
  }
  const client = JSON.parse(readFileSync(join(project, "node_modules/@acme/client/package.json"), "utf8"));
  const { url } = client.repository;
  if (url !== "git+https://github.com/acme/sdk.git" || client.dependencies["@acme/types"] !== "^0.1.0")
    throw new Error(`@acme/client was published with\n${JSON.stringify(client, null, 2)}`);
  return project;
}

/** Type-checks a program against what is installed, and runs it. */
async function call(places: Places, project: string, program: string): Promise<void> {
  writeFileSync(join(project, "main.ts"), program);
  const options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  await must(places, project, ...TOOLS.tsc, ...options, "main.ts");
  const { output } = await must(places, project, process.execPath, "main.js");
  if (output.trim() !== "string undefined 1") throw new Error(`the program of a user printed\n${output}`);
}

async function expectVersion(project: string, version: string): Promise<void> {
  for (const name of PACKAGES) {
    const manifest = JSON.parse(readFileSync(join(project, `node_modules/@acme/${name}/package.json`), "utf8"));
    if (manifest.version !== version) throw new Error(`@acme/${name} is still ${manifest.version}`);
  }
}

/** Runs a job of a workflow, `ci.yml test`, as GitHub does. @throws Error where its output has not a text */
async function run(places: Places, cwd: string, job: string, text = ""): Promise<void> {
  const [file = "", name = ""] = job.split(" ");
  const github = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_SERVER_URL: "https://github.com" };
  const env = { ...places.env, ...github, GITHUB_REPOSITORY: "acme/sdk" };
  const output = await runJob(file, name, { cwd, env, values: VALUES });
  if (!output.includes(text)) throw new Error(`${job} does not say "${text}":\n${output}`);
}

/** Fails where `gh` was not asked for something. */
function expect({ log }: Places, asked: string): void {
  const text = readFileSync(log, "utf8");
  if (!text.includes(asked)) throw new Error(`gh ${asked}: was not called, but\n${text}`);
}

/** A fresh clone; of a second run of the same job the first one brought up to date, to install less often. */
async function inClone(places: Places, name: string, use: (clone: string) => Promise<void>): Promise<void> {
  const clone = join(places.folder, name);
  if (existsSync(clone)) {
    await must(places, clone, "git", "switch", "--quiet", "main");
    await must(places, clone, "git", "pull", "--quiet");
  } else await must(places, places.folder, "git", "clone", "--quiet", places.origin, clone);
  await use(clone);
}

async function push(places: Places, message: string): Promise<void> {
  await must(places, places.root, "git", "add", "--all");
  await must(places, places.root, "git", "commit", "--quiet", "--message", message);
  await must(places, places.root, "git", "push", "--quiet", "--set-upstream", "origin", "main");
}

async function must({ env }: Places, cwd: string, ...command: readonly string[]): Promise<CommandResult> {
  const result = await runCommand(command, { cwd, env });
  if (result.code !== 0)
    throw new Error(`failed: ${command.map((part) => basename(part)).join(" ")}\n${result.output}`);
  return result;
}
