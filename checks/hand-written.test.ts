import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listSources } from "@svc/codegen/bump";
import { loadSpec } from "@svc/codegen/workspace";
import { createModel, type Model, parseDocument } from "@svc/model";
import { expect, test } from "vitest";
import { ROOT } from "../scripts/toolkit/tools.ts";

const LEFT_OUT: readonly RegExp[] = [
  // In a stage, which no git tells of: what tools put there meanwhile.
  /(?:^|\/)\.[^/]+\//,
  /(?:^|\/)generated\//,
  // Programs and pages for the committed document, which wait for people in a bump.
  /^(?:examples\/|docs\/guides\/|docs\/console\/snippets\.ts$)/,
  // Tests have documents of their own, some with the same names.
  /\.test(?:-d)?\.[cm]?[jt]s$/,
  /^(?:packages|engines)\/[^/]+\/test(?:-support)?\//,
];

/** The code of this checkout that is written by hand, by its files, without comments: they may show an example of a call. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  listSources(ROOT)
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !LEFT_OUT.some((pattern) => pattern.test(file)))
    .map((file) => [file, withoutComments(readFileSync(join(ROOT, file), "utf8"))]),
);

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Operations, paths and methods. A short method, `files.get`, is written by chance where it is not called at a client. */
function operationNames({ operations }: Model): string[] {
  return operations.flatMap(({ id, path, name }) => [id, path, `${name.length < 3 ? "svc." : ""}${name.join(".")}`]);
}

function schemaNames({ schemas }: Model): string[] {
  return Object.values(schemas).flatMap(({ wireName, builderName, schema }) => [
    wireName,
    `build.${builderName}`,
    ...Object.keys(schema.properties ?? {}),
  ]);
}

/** The files that have a name, by the name. Names and paths of one word alone are left out: code has them by chance. */
function filesWith(names: readonly string[]): { readonly [name: string]: readonly string[] } {
  const telling = [...new Set(names)].filter((name) =>
    /[_/.]|[a-z][A-Z]/.test(name.replace(/^\//, "").replace(/\/\{[^{}]*\}$/, "")),
  );
  const found = telling.map((name): [string, string[]] => {
    const pattern = patternOf(name);
    return [name, [...SOURCES].filter(([, text]) => pattern.test(text)).map(([file]) => file)];
  });
  return Object.fromEntries(found.filter(([, files]) => files.length > 0));
}

/** A name counts as a word of its own, a path at the end of an address, with or without values in it. */
function patternOf(name: string): RegExp {
  const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (!name.startsWith("/")) return new RegExp(`(?<!\\w)${plain(name)}(?!\\w)`);
  const segments = name.split(/\{[^{}]*\}/).map(plain);
  return new RegExp(`(?<=["'\`}])${segments.join("[^/\\s\"'`]+")}(?![\\w./-])`);
}

test("no hand-written code names an operation, a path or a method of the committed document", async () => {
  expect(SOURCES.size).toBeGreaterThan(700);
  const { model } = await loadSpec(join(ROOT, "spec"), ROOT);
  expect(filesWith(operationNames(model))).toEqual({});
});

test("nor a schema or a field of a document that stays as it is", () => {
  const file = join(ROOT, "engines/model/fixtures/service.yaml");
  const names = schemaNames(createModel(parseDocument(readFileSync(file, "utf8"), file).document));
  // Names that FastAPI gives, of which its dialect speaks.
  const own = new Set(["HTTPValidationError", "ValidationError"]);
  expect(filesWith(names.filter((name) => !own.has(name)))).toEqual({});
});
