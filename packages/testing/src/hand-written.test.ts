import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { model } from "./generated/model.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Hand-written sources of packages, engines, tools, checks and benchmarks, but for tests, which have documents of their own. */
function sources(): Source[] {
  const packages = ["packages", "engines"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name, "src")),
  );
  return (
    [...packages, ...["scripts", "checks", "bench"].map((name) => join(ROOT, name))]
      .flatMap(listSources)
      // Next versions of a document, written as code: what they add may be what the committed one has by now.
      .filter((file) => !/[\\/]checks[\\/]bump[\\/][\w-]+-document\.ts$/.test(file))
      .map((file) => ({ file: file.slice(ROOT.length), text: withoutComments(readFileSync(file, "utf8")) }))
  );
}

const LEFT_OUT = new Set(["generated", "node_modules", "dist", "policy", ".tmp"]);

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (LEFT_OUT.has(entry.name)) return [];
    if (entry.isDirectory()) return listSources(path);
    return /(?<!\.test(?:-d)?)\.[cm]?[jt]s$/.test(entry.name) ? [path] : [];
  });
}

/** Comments may show an example of a call. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Names of the document of more than one word: what nobody writes by chance. */
function names(): string[] {
  const own = [
    // A short method, `files.get`, is written by chance where it is not called at a client.
    ...model.operations.flatMap(({ id, path, name }) => [
      id,
      path,
      `${name.length < 3 ? "svc." : ""}${name.join(".")}`,
    ]),
    ...Object.values(model.schemas).flatMap(({ wireName, schema }) => [
      wireName,
      ...Object.keys(schema.properties ?? {}),
    ]),
  ];
  return [...new Set(own)].filter((name) => /[_/.]|[a-z][A-Z]/.test(name) && !ELSEWHERE.has(name));
}

/** Names that OAuth, HTTP, FastAPI and the rate limit's own answers have, too. */
const ELSEWHERE = new Set(["httpOnly", "HTTPValidationError", "ValidationError"]);

/** Files that are about the committed document. No bump waits for them but where it says so. */
const KNOWN: ReadonlySet<string> = new Set([
  // The suite that it measures, when somebody asks, is one that users of the committed SDK write: a resource's handle, a builder,
  // a method and a matcher of one thing, which no name that is found at run time would put together.
  "bench/fake/suite.ts",
  // It fills a fake of a document of its own, engines/model/fixtures/service.yaml, which has these names, too.
  "checks/inspector/pictures.ts",
  // The data that pages written for the committed document expect: it leaves out what another one does not take.
  "checks/readme/runner/main.mjs",
  // One call each, measured when somebody asks.
  ...["pacing/clients", "processes/worker", "redis/latency", "redis/worker", "soak/worker"].map(
    (name) => `bench/${name}.ts`,
  ),
]);

/** Names in sources, each as `FILE: NAME`. A name counts as a word of its own, a path as the beginning of a text. */
function found(files: readonly Source[], wanted: readonly string[]): string[] {
  const words = new Map(files.map(({ file, text }) => [file, new Set(text.match(/\w+/g))]));
  return wanted.flatMap((name) => {
    const plain = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern = new RegExp(name.startsWith("/") ? `["'\`]${plain}(?![\\w./-])` : `(?<!\\w)${plain}(?!\\w)`);
    // Documents have thousands of names: most are looked up, and few files are searched.
    const isWord = /^\w+$/.test(name);
    const names = ({ file, text }: Source) =>
      isWord ? words.get(file)?.has(name) === true : text.includes(name) && pattern.test(text);
    return files.filter(names).map(({ file }) => `${file}: ${name}`);
  });
}

test("no hand-written code names an operation, a path, a schema or a field of the committed document", () => {
  const files = sources().filter(({ file }) => !KNOWN.has(file));
  expect(files.length).toBeGreaterThan(400);
  expect(found(files, names())).toEqual([]);
});

test("a planted name is found, and a word that only begins like one is not", () => {
  const [operation] = model.operations;
  const id = operation?.id ?? "";
  const path = operation?.path ?? "";
  const plant = (text: string) => found([{ file: "planted.ts", text }], [id, path]);
  expect(plant(`call("${id}")`)).toEqual([`planted.ts: ${id}`]);
  expect(plant(`fetch(\`${path}\`)`)).toEqual([`planted.ts: ${path}`]);
  expect(plant(`import "..${path}.ts"; ${id}s()`)).toEqual([]);
});

test("each file that may name them does", () => {
  const naming = new Set(found(sources(), names()).map((line) => line.slice(0, line.indexOf(":"))));
  expect([...KNOWN].filter((file) => !naming.has(file))).toEqual([]);
});
