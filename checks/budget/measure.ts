import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle } from "../../scripts/toolkit/bundle.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { fromSource } from "../from-source.ts";
import type { Figures } from "./compare.ts";
import type { Taken } from "./subject.ts";
import { SUBJECTS, type Subject } from "./subjects.ts";

/** Measures all subjects and the size of a bundled client: figures that are the same on every machine. */
export async function measure(): Promise<Figures> {
  const found = await Promise.all(SUBJECTS.map(async (subject) => figuresOf(subject, await run(subject))));
  const code = await bundle(
    'import { createSvcClient } from "./index.ts"; console.log(await createSvcClient({}).raw.GET("/health"));',
    join(ROOT, "packages/client/test/generated/client"),
  );
  return Object.assign({}, ...found, { "client, min+gzip": gzipSync(code, { level: 9 }).length });
}

/** Runs a subject in a process of its own. @throws Error with what it printed, if it fails */
export async function run({ name }: Pick<Subject, "name">): Promise<Taken> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "svc-budget-"));
  const file = join(folder.path, "taken.json");
  const command = fromSource(join(import.meta.dirname, "subject.ts"), name, file);
  const { code, output } = await runCommand(command, { cwd: ROOT });
  if (code !== 0) throw new Error(`${name}:\n${output}`);
  return JSON.parse(readFileSync(file, "utf8")) as Taken;
}

function figuresOf({ name, each, times = 1 }: Subject, { modules, calls }: Taken): Figures {
  const own = Object.entries(calls).filter(([url]) => !url.includes("/node_modules/"));
  const ones = Object.keys(modules).map((url) => [url, 1] as const);
  return {
    ...sums(`${name}: modules`, ones),
    ...sums(`${name}: bytes`, Object.entries(modules)),
    ...(each === undefined ? {} : sums(`${name}: calls for ${each}`, own, times)),
  };
}

/** The sum of all that is of this project or installed with it, and a part of it for each folder. */
function sums(name: string, counts: readonly (readonly [url: string, count: number])[], times = 1): Figures {
  const parts: { [folder: string]: number } = {};
  for (const [url, count] of counts) {
    const folder = url.startsWith("file:") ? folderOf(fileURLToPath(url)) : undefined;
    if (folder !== undefined) parts[folder] = (parts[folder] ?? 0) + count;
  }
  const shares = Object.entries(parts).map(([folder, count]) => [`${name} in ${folder}`, Math.round(count / times)]);
  const total = Object.values(parts).reduce((sum, count) => sum + count, 0);
  return { [name]: Math.round(total / times), ...Object.fromEntries(shares.filter(([, count]) => count !== 0)) };
}

/** `engines/model/src/load` of a file, `node_modules/yaml` of one that is installed; undefined for files of this check. */
function folderOf(file: string): string | undefined {
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (installed !== undefined) return `node_modules/${installed}`;
  const [first = "", ...path] = file.slice(ROOT.length).split("/").slice(0, -1);
  return /^(?:packages|engines|spec)$/.test(first) ? [first, ...path.slice(0, 3)].join("/") : undefined;
}
