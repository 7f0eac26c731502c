import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { readForeignDocument } from "../engines/model/test/support/documents.ts";
import { emitTree, sdkName } from "../packages/codegen/src/workspace.ts";
import { bundle } from "../scripts/toolkit/bundle.ts";
import type { Report } from "./report.ts";

const runFile = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");
/** Operations whose cost is taken beyond that of the first. */
const MORE = 20;

const DOCUMENTS: readonly (readonly [name: string, file: string, text: () => string])[] = [
  ["this project's", "openapi.yaml", () => readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8")],
  ["Clerk's", "clerk.yaml", () => readForeignDocument("clerk")],
  ["GitHub's", "github.json", () => readForeignDocument("github")],
];

/** One call, and some calls, of each generator's client for the same document, as an application bundles them. */
export async function run(): Promise<Report> {
  mkdirSync(join(import.meta.dirname, ".tmp"), { recursive: true });
  const directory = mkdtempSync(join(import.meta.dirname, ".tmp/bundles-"));
  try {
    const rows: (string | number)[][] = [];
    for (const [name, file, text] of DOCUMENTS) {
      const folder = join(directory, name.replaceAll(/\W/g, ""));
      mkdirSync(folder);
      const spec = join(folder, file);
      writeFileSync(spec, text());
      for (const [client, programs] of Object.entries(await clientsOf(folder, spec, text()))) {
        const { operations, one, some } = programs;
        const small = await sizeOf(folder, one);
        const large = some && (await sizeOf(folder, some.source));
        const each = some && large ? ((large - small) / (some.count - 1)).toFixed(0) : "all are in it";
        rows.push([`${name}, ${operations} operations`, client, small, each]);
      }
    }
    return {
      name: "bundles",
      title: "A bundle of one call of a generated client",
      method: `The same documents through each generator in this run; esbuild, minified, ES2022, everything that it imports included; bytes after gzip. "Each further": the difference to ${MORE + 1} operations (or all, where there are fewer), divided.`,
      columns: ["document", "client", "one call", "each further operation"],
      rows,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Programs of one client: a call, and several, where a bundle has only those that it calls. */
interface Programs {
  readonly operations: number;
  readonly one: string;
  readonly some?: { readonly source: string; readonly count: number };
}

async function clientsOf(folder: string, spec: string, text: string): Promise<{ readonly [name: string]: Programs }> {
  const tree = emitTree(text, spec, { sdk: sdkName("acme") });
  for (const [path, content] of tree) write(join(folder, "ours", path), content);
  const operations = (JSON.parse(tree.get("operations.json") ?? "[]") as { name: string[] }[]).map(({ name }) => name);
  const cli = (path: string): string => join(import.meta.dirname, "node_modules", path);
  const hey = join(folder, "hey-api");
  const plugins = ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"];
  await node([cli("@hey-api/openapi-ts/bin/run.js"), "-i", spec, "-o", hey, "-p", ...plugins]);
  const redocly = join(folder, "redocly/client.ts");
  await node([cli("@redocly/cli/bin/cli.js"), "generate-client", spec, "-o", redocly, "--import-ext", "ts"]);
  const ours = exportsOf(tree.get("client/functions.ts") ?? "", /^export const (\S+?): OperationFunction/gm);
  const theirs = exportsOf(readFileSync(join(hey, "sdk.gen.ts"), "utf8"), /^export const (\S+) = </gm);
  const [shared] = exportsOf(readFileSync(redocly, "utf8"), /^export const \{ (\S+?)[, ].* \} = client;$/gm);
  const first = operations[0]?.map((part) => `[${JSON.stringify(part)}]`).join("") ?? "";
  const count = operations.length;
  const functions = (names: readonly string[], from: string, client: string): string =>
    `import { ${[...names, ...(client === "" ? [] : [client])].join(", ")} } from "${from}";
const client = ${client === "" ? "undefined" : `${client}({ baseUrl: location.origin })`};
${names.map((name) => `console.log(await ${name}(client));`).join("\n")}`;
  const several = (
    names: readonly string[],
    make: (names: readonly string[]) => string,
  ): Omit<Programs, "operations"> => {
    const some = names.slice(0, MORE + 1);
    return { one: make(names.slice(0, 1)), some: { source: make(some), count: some.length } };
  };
  return {
    "ours, method": {
      operations: count,
      one: `import { createAcmeClient } from "./ours/client/index.ts"; console.log(await createAcmeClient()${first}());`,
    },
    "ours, functions": {
      operations: count,
      ...several(ours, (names) => functions(names, "./ours/client/functions.ts", "createAcmeFunctions")),
    },
    "hey-api, functions": {
      operations: theirs.length,
      ...several(theirs, (names) => functions(names, "./hey-api/sdk.gen.ts", "")),
    },
    "Redocly's client": {
      operations: count,
      one: `import { ${shared} } from "./redocly/client.ts"; console.log(await ${shared}());`,
    },
  };
}

function exportsOf(text: string, pattern: RegExp): string[] {
  const names = Array.from(text.matchAll(pattern), ([, name = ""]) => name);
  if (names.length === 0) throw new Error(`${pattern}: a generator exports no functions any more`);
  return names;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function node(args: readonly string[]): Promise<void> {
  // Peers report and look for newer versions of themselves.
  const env = { ...process.env, CI: "true", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  await runFile(process.execPath, [...args], { env, maxBuffer: 2 ** 28 });
}

/** Bytes of a program after gzip, as an application bundles it. */
async function sizeOf(folder: string, source: string): Promise<number> {
  return gzipSync(await bundle(source, folder), { level: 9 }).length;
}
