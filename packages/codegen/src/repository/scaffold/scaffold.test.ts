import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STRICT_OPTIONS } from "../../emit/tree/tree-project.ts";
import { clientEmitter, testingEmitter } from "../../emitters/tree-emitters.ts";
import { TEMPLATES } from "../../stamp.ts";

const read = (path: string) => JSON.parse(readFileSync(new URL(`${path}.template`, TEMPLATES), "utf8"));

test.each([clientEmitter, testingEmitter])("the package $name exports every module of its emitter", (emitter) => {
  const [, ...others] = emitter.entries ?? [];
  const names = others.map((path) => `./${path.split("/")[1]}`);
  const { exports } = read(`packages/${emitter.name}/package.json`);
  expect(Object.keys(exports)).toEqual([".", ...names, "./package.json"]);
  for (const [at, path] of others.entries())
    expect(exports[names[at] ?? ""]).toEqual({
      types: `./dist/generated/${path}.d.ts`,
      default: `./dist/generated/${path}.js`,
    });
});

test("the packages of a repository are compiled as strictly as a tree", () => {
  expect(read("tsconfig.base.json").compilerOptions).toMatchObject(STRICT_OPTIONS);
});
