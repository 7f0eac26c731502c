import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { differences } from "./differences.ts";
import { replaceOutputs } from "./replace-outputs.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-write-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const at = (path: string) => join(root, path);
const read = (path: string) => readFileSync(at(path), "utf8");
const directory = (path: string, files: Record<string, string>) => ({
  path: at(path),
  content: new Map(Object.entries(files)),
});

describe("replaceOutputs", () => {
  test("a directory is replaced as a whole: what is no longer emitted is gone", () => {
    replaceOutputs([directory("a/generated", { "x.ts": "1", "deep/y.ts": "2" })]);
    replaceOutputs([directory("a/generated", { "x.ts": "3" })]);
    expect(readdirSync(at("a/generated"))).toEqual(["x.ts"]);
    expect(read("a/generated/x.ts")).toBe("3");
  });

  test("nothing is left beside the outputs", () => {
    replaceOutputs([directory("generated", { "x.ts": "1" }), { path: at("FILE.md"), content: "text" }]);
    expect(readdirSync(root).sort()).toEqual(["FILE.md", "generated"]);
  });

  test("entries to keep are moved over", () => {
    mkdirSync(at("out/node_modules/x"), { recursive: true });
    replaceOutputs([{ ...directory("out", { "x.ts": "1" }), keep: ["node_modules"] }]);
    expect(existsSync(at("out/node_modules/x"))).toBe(true);
  });

  test("where one output cannot be written, none is", () => {
    replaceOutputs([directory("one", { "x.ts": "old" })]);
    writeFileSync(at("two"), "a file where a folder must be");
    expect(() =>
      replaceOutputs([directory("one", { "x.ts": "new" }), directory("two/generated", { "y.ts": "1" })]),
    ).toThrow();
    expect(read("one/x.ts")).toBe("old");
    expect(readdirSync(root).sort()).toEqual(["one", "two"]);
  });

  test("where one output cannot be moved into place, those moved before go back", () => {
    replaceOutputs([directory("one", { "x.ts": "old" })]);
    mkdirSync(at("two"));
    const failing = { ...directory("two", { "y.ts": "1" }), keep: ["kept", "y.ts/impossible"] };
    mkdirSync(at("two/kept"));
    mkdirSync(at("two/y.ts/impossible"), { recursive: true });
    expect(() => replaceOutputs([directory("one", { "x.ts": "new" }), failing])).toThrow();
    expect(read("one/x.ts")).toBe("old");
  });

  test.each(["../escape.ts", "/etc/escape.ts", "a/../../escape.ts"])(
    "a path that leaves the tree is refused: %s",
    (path) => {
      expect(() => replaceOutputs([directory("generated", { [path]: "x" })])).toThrow("outside its tree");
      expect(existsSync(at("generated"))).toBe(false);
    },
  );
});

describe("differences", () => {
  test("missing, changed and unexpected files are named", () => {
    replaceOutputs([directory("generated", { "same.ts": "1", "changed.ts": "1", "old.ts": "1" })]);
    const found = differences([directory("generated", { "same.ts": "1", "changed.ts": "2", "new.ts": "1" })]);
    expect(found).toEqual([
      { path: at("generated/changed.ts"), kind: "changed" },
      { path: at("generated/new.ts"), kind: "missing" },
      { path: at("generated/old.ts"), kind: "unexpected" },
    ]);
  });

  test("a directory that is not there lacks everything", () => {
    expect(differences([directory("none", { "x.ts": "1" })])).toEqual([{ path: at("none/x.ts"), kind: "missing" }]);
  });

  test("links are listed and not followed", () => {
    replaceOutputs([directory("generated", {})]);
    symlinkSync("/", at("generated/link"));
    expect(differences([directory("generated", {})])).toEqual([{ path: at("generated/link"), kind: "unexpected" }]);
  });
});
