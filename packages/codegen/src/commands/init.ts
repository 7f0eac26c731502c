import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { escapeInvisible } from "@svc/model";
import { type Command, defineCommand, type Input } from "../cli/command.ts";
import { SCOPE } from "../config/check-config.ts";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { sdkName } from "../emit/sdk-name.ts";
import { DOCUMENT, type InitPlan, planInit } from "../repository/plan-init.ts";
import { readSource, type Source } from "../repository/read-source.ts";
import { describeFile, type PlannedFile, plannedFiles, writePlanned } from "../repository/write-plan.ts";
import { UsageError } from "../usage-error.ts";
import { type Difference, differences } from "../write/differences.ts";
import { finishMoves } from "../write/move-files.ts";
import { replaceOutputs } from "../write/replace-outputs.ts";
import { treePlace } from "../write/update-tree.ts";
import { proposeName } from "./propose-name.ts";

const OPTIONS = {
  spec: { type: "string", value: "FILE", text: "the OpenAPI document; it is copied" },
  "allow-network": { type: "boolean", text: "allow FILE to be an https: address; nothing else is fetched" },
  name: {
    type: "string",
    value: "NAME",
    text: "name of the SDK: acme becomes createAcmeClient (default: the document's title)",
  },
  scope: { type: "string", value: "@SCOPE", text: "scope of the packages (default: @ and the name)" },
  yes: { type: "boolean", text: "in an existing repository, write new files and keep those that differ" },
  force: { type: "boolean", text: "also replace files that differ, even if they were edited by hand" },
} as const;

/** Makes a repository of the folder in which it runs. */
export function initCommand(root: string, api: URL): Command {
  return defineCommand({
    options: OPTIONS,
    description: `Creates a repository for one API in this folder: the document with overlays and history, packages of
types, client and fake, an example, guides, changesets, workflows. Continue with pnpm start and pnpm test. In an
existing repository it only lists what it would write; --yes writes new files, --force also replaces files that
differ.`,
    run: ({ values }) => run(root, api, values),
  });
}

type Values = Input<typeof OPTIONS>["values"];

async function run(root: string, api: URL, values: Values): Promise<number> {
  finishMoves(treePlace(root));
  const source = await givenSource(values);
  const present = await presentConfig(root, api, values);
  const config = present ?? (await newConfig(root, source, values));
  const plan = await planInit({ root, source, config });
  const planned = plannedFiles(root, plan.files);
  const stale = differences(plan.outputs);
  if (present === undefined) checkFree(root, stale);
  if (planned.length === 0 && stale.length === 0) {
    console.log("Nothing to do: all files are up to date.");
    return 0;
  }
  const isOther = planned.length < plan.files.size || planned.some(({ before }) => before !== undefined);
  if (isOther) {
    showChanges(
      planned,
      stale.map(({ path, kind }) => `${MARKS[kind]} ${relative(root, path)} (generated)`),
      values.force === true,
    );
    if (!values.yes && !values.force) {
      console.log("\nNothing was written: --yes writes what is new, --force also replaces what differs.");
      return 1;
    }
  }
  const written = planned.filter(({ before }) => before === undefined || values.force === true);
  writePlanned(treePlace(root), written);
  if (stale.length > 0) replaceOutputs(plan.outputs, root);
  showResult(plan, config.scope);
  if (isOther) console.log(`Files written: ${written.length}; kept as they were: ${planned.length - written.length}.`);
  if (written.some(({ path }) => path === DOCUMENT)) console.log(`\nNext:\n${NEXT}`);
  return 0;
}

/** The document that is given. @throws UsageError where none is named */
async function givenSource({ spec, "allow-network": allowNetwork = false }: Values): Promise<Source | undefined> {
  if (spec === "") throw new UsageError("--spec is empty: pass the path of the OpenAPI document.");
  return spec === undefined ? undefined : readSource(spec, { allowNetwork });
}

/** The configuration that the folder has. @throws UsageError where the command line says otherwise */
async function presentConfig(root: string, api: URL, { name, scope }: Values): Promise<RepositoryConfig | undefined> {
  const loaded = await loadConfig(root, undefined, api);
  if (loaded === undefined) return undefined;
  const { config } = loaded;
  if (config.scope === undefined)
    throw new UsageError("svc.config.ts: has no scope, so it belongs to a tree; choose another folder.");
  if ((scope ?? config.scope) !== config.scope || (name ?? config.name) !== config.name)
    throw new UsageError("--name, --scope: differ from svc.config.ts; change them there, and run svc-codegen.");
  return { ...config, scope: config.scope };
}

/** @throws UsageError where a folder that is replaced as a whole has files, and no earlier run can have written them */
function checkFree(root: string, stale: readonly Difference[]): void {
  const other = stale.find(({ kind }) => kind !== "missing");
  if (other === undefined) return;
  const path = relative(root, other.path);
  throw new UsageError(`${path}: is where svc-codegen would replace all files; move it away. Nothing was written.`);
}

type RepositoryConfig = Config & { readonly scope: string };

/** The configuration that a new repository begins with: what is not given is taken from the title. */
async function newConfig(root: string, source: Source | undefined, values: Values): Promise<RepositoryConfig> {
  const given = values.name ?? proposeName(await titleOf(root, source));
  if (given === "") throw new UsageError("--name NAME is missing: the document's title contains no name.");
  const name = sdkName(given).kebab;
  const scope = values.scope ?? `@${name}`;
  if (!SCOPE.test(scope)) throw new UsageError(`--scope ${scope}: expected a scope of npm: @acme.`);
  return { name, scope };
}

async function titleOf(root: string, given: Source | undefined): Promise<string> {
  if (given === undefined && !existsSync(join(root, DOCUMENT)))
    throw new UsageError("--spec FILE is missing: the OpenAPI document.");
  const { document } = given ?? (await readSource(join(root, DOCUMENT)));
  const { info } = document as { readonly info?: { readonly title?: unknown } };
  return String(info?.title ?? "");
}

const MARKS = { missing: "+", changed: "~", unexpected: "-" } as const;

/** Generated files that a list names; of more, it tells the number. */
const MAX_GENERATED = 12;

function showChanges(planned: readonly PlannedFile[], generated: readonly string[], isForced: boolean): void {
  const others = planned.filter(({ before }) => before !== undefined);
  for (const file of planned) if (file.before === undefined) console.log(describeFile(file));
  for (const line of generated.slice(0, MAX_GENERATED)) console.log(line);
  if (generated.length > MAX_GENERATED) console.log(`... and ${generated.length - MAX_GENERATED} more generated files`);
  if (others.length === 0) return;
  console.log(`\nFiles that differ from the generated ones; ${isForced ? "replaced" : "kept as they are"}:`);
  for (const file of others) console.log(describeFile(file));
}

function showResult({ model, files, repairs }: InitPlan, scope: string): void {
  for (const line of repairs) console.error(line);
  const { operations } = model;
  const title = escapeInvisible(`${model.title} ${model.version}`);
  console.log(`${title}: ${operations.length} operations as ${scope}/client, ${scope}/testing, ${scope}/types`);
  console.log(`${files.size} files that you may edit; svc-codegen replaces those in folders named generated.`);
}

const NEXT = `  git init
  npx -y pnpm@12 start    installs, builds, and makes a first call against the fake
  npx -y pnpm@12 test     checks types and tests; must pass
`;
