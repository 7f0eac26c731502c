import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readForeignDocument } from "../engines/model/test/support/documents.ts";
import { median, type Report, ratioOf } from "./report.ts";

const ROOT = resolve(import.meta.dirname, "..");
const ROUNDS = 5;

/** Three calls of a client that is generated from GitHub's document, into the folder `tree`. */
export const OURS: string = `import { createSvcClient } from "./tree/client/index.ts";
const svc = createSvcClient();
export const a = (await svc.meta.get()).domains;
export const b = (await svc.repos.get("o", "r")).full_name;
export const c = (await svc.zen.get()).length;
`;

const THEIRS = `import createClient from "openapi-fetch";
import type { paths } from "./tree/types/index.ts";
const client = createClient<paths>();
export const a = (await client.GET("/meta")).data?.domains;
export const b = (await client.GET("/repos/{owner}/{repo}", { params: { path: { owner: "o", repo: "r" } } })).data?.full_name;
export const c = (await client.GET("/zen")).data?.length;
`;

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
    module: "preserve",
    moduleResolution: "bundler",
    strict: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
};

/** Type-checks a consumer of three calls, ours and openapi-fetch's in turn, over the same generated types. */
export async function run(): Promise<Report> {
  mkdirSync(join(import.meta.dirname, ".tmp"), { recursive: true });
  const directory = mkdtempSync(join(import.meta.dirname, ".tmp/types-"));
  try {
    const spec = join(directory, "github.json");
    writeFileSync(spec, readForeignDocument("github"));
    node([join(ROOT, "main.ts"), "generate", "--spec", spec, "--out", join(directory, "tree")]);
    const variants = { "@svc/client": OURS, "openapi-fetch": THEIRS };
    const times = new Map<string, number[]>();
    for (const [name, source] of Object.entries(variants)) {
      writeFileSync(join(directory, `${fileOf(name)}.ts`), source);
      writeFileSync(
        join(directory, `${fileOf(name)}.json`),
        JSON.stringify({ ...TSCONFIG, files: [`${fileOf(name)}.ts`] }),
      );
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(variants))
        times.set(name, [...(times.get(name) ?? []), check(join(directory, `${fileOf(name)}.json`))]);
    }
    const [ours = [], theirs = []] = [times.get("@svc/client"), times.get("openapi-fetch")];
    return {
      name: "types",
      title: "Type-checking a consumer",
      method: `TypeScript's own check time for three calls against GitHub's document, seconds, median of ${ROUNDS} in turn.`,
      columns: ["client", "check time", "ratio"],
      rows: [
        ["openapi-fetch, client.GET", median(theirs).toFixed(2), "1.00"],
        ["@svc/client, methods", median(ours).toFixed(2), ratioOf(ours, theirs)],
      ],
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function fileOf(name: string): string {
  return name.replace(/\W+/g, "-");
}

function check(project: string): number {
  const output = node([
    join(import.meta.dirname, "node_modules/typescript/bin/tsc"),
    "-p",
    project,
    "--extendedDiagnostics",
  ]);
  const found = /Check time:\s*([\d.]+)s/.exec(output)?.[1];
  if (found === undefined) throw new Error(`No check time in:\n${output}`);
  return Number(found);
}

function node(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}:\n${stdout}${stderr}`);
  return stdout;
}
