import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { model } from "./generated/model.ts";

const PACKAGES = new URL("../../", import.meta.url).pathname;

/** Hand-written sources of the packages, but for tests, which have documents of their own. */
function sources(): { readonly file: string; readonly text: string }[] {
  const folders = readdirSync(PACKAGES).map((name) => join(PACKAGES, name, "src"));
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(
      ({ name, parentPath }) =>
        name.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(name) && !/[\\/]generated(?:[\\/]|$)/.test(parentPath),
    )
    .map(({ name, parentPath }) => join(parentPath, name))
    .map((file) => ({ file: file.slice(PACKAGES.length), text: withoutComments(readFileSync(file, "utf8")) }));
}

/** Comments may show an example of a call. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Names of the document of more than one word: what nobody writes by chance. */
function names(): string[] {
  const own = [
    ...model.operations.flatMap(({ id, path }) => [id, path]),
    ...Object.values(model.schemas).flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
  ];
  return [...new Set(own)].filter((name) => /[_/]|[a-z][A-Z]/.test(name) && !ELSEWHERE.has(name));
}

/** Names that OAuth, HTTP and the rate limit's own answers have, too. */
const ELSEWHERE = new Set(["httpOnly"]);

test("no hand-written code names an operation, a path or a field of the committed document", () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(100);
  const found = names().flatMap((name) =>
    files.filter(({ text }) => text.includes(name)).map(({ file }) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
