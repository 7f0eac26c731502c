import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readForeignDocument } from "../engines/model/test/support/documents.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";
import { median, type Report, ratioOf, runNode } from "./report.ts";

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
  using folder = mkdtempDisposableSync(join(import.meta.dirname, ".tmp/types-"));
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(at("github.json"), readForeignDocument("github"));
  runNode([join(ROOT, "main.ts"), "generate", "--spec", at("github.json"), "--out", at("tree")]);
  const times = { ours: [] as number[], theirs: [] as number[] };
  const variants = Object.entries({ ours: OURS, theirs: THEIRS }) as [keyof typeof times, string][];
  for (const [name, source] of variants) {
    writeFileSync(at(`${name}.ts`), source);
    writeFileSync(at(`${name}.json`), JSON.stringify({ ...TSCONFIG, files: [`${name}.ts`] }));
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name] of variants) times[name].push(check(at(`${name}.json`)));
  }
  const { ours, theirs } = times;
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
}

function check(project: string): number {
  const tsc = join(import.meta.dirname, "node_modules/typescript/bin/tsc");
  const output = runNode([tsc, "-p", project, "--extendedDiagnostics"]);
  const found = /Check time:\s*([\d.]+)s/.exec(output)?.[1];
  if (found === undefined) throw new Error(`No check time in:\n${output}`);
  return Number(found);
}
