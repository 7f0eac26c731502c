import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { openCorpus } from "../checks/documents/run/corpus.ts";
import { readForeignDocument } from "../engines/model/test-support/documents.ts";
import { availableNodes } from "../scripts/release/packed/import-exports.ts";
import { packPackages } from "../scripts/release/packed/pack-packages.ts";
import { type CommandResult, runCommand } from "../scripts/toolkit/run-command.ts";
import type { BenchOptions, Report } from "./report.ts";

/** Writes the seconds of processor time of a process, and of its threads, as the last line of its errors. */
const METER =
  'import { writeSync } from "node:fs"; process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(2, "\\ncpu " + (user + system) / 1e6 + "\\n"); });';

/**
 * The packed generator in an empty folder, with the machine's own Node.js and npm: two documents of the repository, and
 * those of `--corpus`. The packages have to be built.
 */
export async function run({ corpus, sample }: BenchOptions): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "svc-fresh-"));
  try {
    const node = availableNodes().at(-1) ?? process.execPath;
    const env = { PATH: [dirname(node), process.env["PATH"]].join(delimiter) };
    const tarballs = (await packPackages(join(folder, "tarballs"))).map(({ file }) => file);
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    await must(["npm", "install", "--no-audit", "--no-fund", ...tarballs, "fast-check"], folder, env);
    const { output } = await must([node, "--version"], folder, env);
    mkdirSync(join(folder, "documents"));
    for (const name of ["train-travel.json", "clerk.yaml"])
      writeFileSync(join(folder, "documents", name), readForeignDocument(name.replace(/\.\w+$/, "")));
    const own = readdirSync(join(folder, "documents")).map((name) => join(folder, "documents", name));
    using opened = corpus === undefined ? undefined : openCorpus({ corpus, ...(sample && { sample: `${sample}` }) });
    const rows = [];
    for (const spec of [...own, ...(opened?.files ?? [])]) rows.push(await measure(spec, { folder, node, env }));
    return {
      name: "fresh",
      title: "The packed generator in an empty folder",
      method: `\`svc-codegen --spec FILE --out DIR --name acme\` of the tarballs, installed by npm, under Node.js ${output.trim().replace(/\s[\s\S]*/, "")}; then the compiler over the tree, its build, and the first call of its README. Seconds of processor time of one run each, wall time in brackets.`,
      columns: ["document", "operations", "generate, s", "type-check, s", "files", "kB", "first call"],
      rows,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Fresh {
  readonly folder: string;
  readonly node: string;
  readonly env: { readonly [name: string]: string };
}

async function measure(spec: string, { folder, node, env }: Fresh): Promise<(string | number)[]> {
  const name = basename(spec);
  const out = `sdk-${name.replaceAll(/\W/g, "-")}`;
  const tree = join(folder, out);
  const packages = join(folder, "node_modules");
  const timed = async (args: readonly string[], cwd: string): Promise<string> => {
    const begin = performance.now();
    const meter = `data:text/javascript,${encodeURIComponent(METER)}`;
    const { output } = await must([node, `--import=${meter}`, ...args], cwd, env);
    const wall = ((performance.now() - begin) / 1000).toFixed(1);
    const cpu = Number(/\ncpu (.+)/.exec(output)?.[1]).toFixed(1);
    return `${cpu} (${wall})`;
  };
  const bin = join(packages, "@svc/codegen/dist/bin.js");
  const generated = await timed([bin, "--spec", spec, "--out", out, "--name", "acme"], folder);
  const tsc = join(packages, "typescript/bin/tsc");
  const checked = await timed([tsc, "-p", tree], folder);
  await must([node, tsc, "-p", join(tree, "tsconfig.build.json")], tree, env);
  const tried = await runCommand([node, "dist/try.js"], { cwd: tree, env });
  const files = readdirSync(tree, { recursive: true, encoding: "utf8" }).filter(
    (path) => !path.startsWith("dist") && statSync(join(tree, path)).isFile(),
  );
  const bytes = files.reduce((sum, path) => sum + statSync(join(tree, path)).size, 0);
  const operations = (JSON.parse(readFileSync(join(tree, "operations.json"), "utf8")) as unknown[]).length;
  const answered = tried.code === 0 ? "answered" : "failed";
  return [name, operations, generated, checked, files.length, Math.round(bytes / 1000), answered];
}

/** @throws Error with the output of a command that fails */
async function must(command: readonly string[], cwd: string, env: Fresh["env"]): Promise<CommandResult> {
  const result = await runCommand([...command], { cwd, env });
  if (result.code !== 0) throw new Error(`${command.map((part) => basename(part)).join(" ")}:\n${result.output}`);
  return result;
}
