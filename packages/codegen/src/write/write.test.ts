import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { endingBefore } from "../../test/support/failing-fs.ts";
import { hashOf } from "../stamp.ts";
import { differences } from "./differences.ts";
import { finishMoves, moveFiles } from "./move-files.ts";
import { writeInside } from "./move-place.ts";
import { publish } from "./publish.ts";
import { replaceOutputs } from "./replace-outputs.ts";
import { treePlace, updateTree } from "./update-tree.ts";

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

test.each(["packages/client", "packages/client/generated"])(
  "a link at %s is refused, and nothing is written",
  (link) => {
    const outside = mkdtempSync(join(tmpdir(), "svc-outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    mkdirSync(dirname(at(link)), { recursive: true });
    symlinkSync(outside, at(link));
    const outputs = [directory("first", { "x.ts": "1" }), directory("packages/client/generated", { "x.ts": "1" })];
    expect(() => publish(outputs, { check: false, root, command: "" })).toThrow(`${link}: is a link`);
    expect([readdirSync(outside), existsSync(at("first"))]).toEqual([[], false]);
  },
);

test("a link in the place of a single file is refused, whoever writes it", () => {
  writeFileSync(at("target"), "kept");
  symlinkSync(at("target"), at("AGENTS.md"));
  const page = { path: at("AGENTS.md"), content: "new" };
  for (const write of [
    () => replaceOutputs([directory("first", { "x.ts": "1" }), page], root),
    () => writeInside(root, "AGENTS.md", "new"),
    () => moveFiles({ root, journal: ".journal" }, { write: new Map([["AGENTS.md", "new"]]), remove: [] }),
  ])
    expect(write).toThrow("AGENTS.md: is a link");
  expect([read("target"), existsSync(at("first"))]).toEqual(["kept", false]);
});

test("what writes into a repository goes through this folder, which refuses links", () => {
  const sources = join(import.meta.dirname, "..");
  const scripts = join(sources, "../../../scripts");
  const writers = [sources, scripts].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|node_modules/.test(path))
      .filter((path) =>
        /\b(?:writeFile|copyFile|rename|cp|appendFile)(?:Sync)?\(/.test(readFileSync(join(folder, path), "utf8")),
      ),
  );
  expect(writers.filter((path) => !path.startsWith("write/")).sort()).toEqual([
    // Locks and copies below .tmp, which is refused where it is a link.
    "bump/bump-lock.ts",
    "bump/stage.ts",
    // A copy with a name of its own, which must not be there.
    "config/load-config.ts",
    // The site, which git ignores.
    "docs/build.ts",
    "docs/site/assemble.ts",
    // A folder of tarballs, new folders, and files that are removed before they are written.
    "release/packed/pack-packages.ts",
    "release/propose-bump.ts",
    "release/try-consumer.ts",
  ]);
});

describe("replaceOutputs", () => {
  test("a directory is replaced as a whole: what is no longer emitted is gone", () => {
    replaceOutputs([directory("a/generated", { "x.ts": "1", "deep/y.ts": "2" })], root);
    replaceOutputs([directory("a/generated", { "x.ts": "3" })], root);
    expect(readdirSync(at("a/generated"))).toEqual(["x.ts"]);
    expect(read("a/generated/x.ts")).toBe("3");
  });

  test("nothing is left beside the outputs", () => {
    replaceOutputs([directory("generated", { "x.ts": "1" }), { path: at("FILE.md"), content: "text" }], root);
    expect(readdirSync(root).sort()).toEqual(["FILE.md", "generated"]);
  });

  test("a file keeps its mode", () => {
    writeFileSync(at("run.sh"), "old", { mode: 0o755 });
    replaceOutputs([{ path: at("run.sh"), content: "new" }], root);
    expect([read("run.sh"), statSync(at("run.sh")).mode & 0o777]).toEqual(["new", 0o755]);
  });

  test("where one output cannot be written, none is", () => {
    replaceOutputs([directory("one", { "x.ts": "old" })], root);
    writeFileSync(at("two"), "a file where a folder must be");
    expect(() =>
      replaceOutputs([directory("one", { "x.ts": "new" }), directory("two/generated", { "y.ts": "1" })], root),
    ).toThrow();
    expect(read("one/x.ts")).toBe("old");
    expect(readdirSync(root).sort()).toEqual(["one", "two"]);
  });

  test("where one output cannot be moved into place, those moved before go back", () => {
    replaceOutputs([directory("one", { "x.ts": "old" })], root);
    // What is to be moved into the first one moves away with it.
    const failing = { path: at("one/inner.txt"), content: "text" };
    expect(() => replaceOutputs([directory("one", { "x.ts": "new" }), failing], root)).toThrow();
    expect(read("one/x.ts")).toBe("old");
  });

  test.each(["../escape.ts", "/etc/escape.ts", "a/../../escape.ts"])(
    "a path that leaves the tree is refused: %s",
    (path) => {
      expect(() => replaceOutputs([directory("generated", { [path]: "x" })], root)).toThrow("outside its tree");
      expect(existsSync(at("generated"))).toBe(false);
    },
  );
});

describe("updateTree", () => {
  const tree = (files: Record<string, string>) => new Map(Object.entries(files));
  const owned = (files: Record<string, string>) =>
    new Map(Object.entries(files).map(([path, text]) => [path, hashOf([text])]));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const update = (files: Record<string, string>, before: Record<string, string>) =>
    updateTree({ directory: root, files: tree({ ...files, stamp: "done" }), owned: owned({ ...before, stamp: "" }) });

  test("files of others stay, what is no longer emitted goes, with its empty folders", () => {
    for (const [path, text] of [
      [".git/HEAD", "ref"],
      [".npmrc", "a"],
      ["own.ts", "mine"],
      ["a.ts", "1"],
      ["deep/b.ts", "1"],
    ])
      write(path ?? "", text ?? "");
    expect(update({ "a.ts": "2", "new/c.ts": "3" }, { "a.ts": "1", "deep/b.ts": "1" })).toEqual([]);
    expect(readdirSync(root).sort()).toEqual([".git", ".npmrc", "a.ts", "new", "own.ts", "stamp"]);
    expect([read("a.ts"), read("new/c.ts"), read("own.ts"), read(".git/HEAD"), read("stamp")]).toEqual([
      "2",
      "3",
      "mine",
      "ref",
      "done",
    ]);
  });

  test("a file that is no longer emitted stays where it was changed, and is told", () => {
    write("old.ts", "edited");
    expect(update({ "a.ts": "1" }, { "old.ts": "1" })).toEqual(["old.ts"]);
    expect(read("old.ts")).toBe("edited");
  });

  test("a file of others in the place of a new one is refused, and nothing is written", () => {
    write("a.ts", "mine");
    expect(() => update({ "a.ts": "1", "b.ts": "1" }, {})).toThrow(
      "a.ts: was not generated, and stands where a file has to be",
    );
    expect([readdirSync(root), read("a.ts")]).toEqual([["a.ts"], "mine"]);
  });

  test("a link is refused, which would lead out of the tree", () => {
    mkdirSync(at("elsewhere"));
    symlinkSync(at("elsewhere"), at("client"));
    expect(() => update({ "client/a.ts": "1" }, {})).toThrow("client: is a link");
    expect(readdirSync(at("elsewhere"))).toEqual([]);
  });

  test("where one file cannot be moved into place, those moved before go back, and the stamp is the old one", () => {
    write("a.ts", "1");
    write("stamp", "old");
    mkdirSync(at("b.ts/folder"), { recursive: true });
    expect(() => update({ "a.ts": "2", "b.ts": "1", "b.ts/folder": "1" }, { "a.ts": "1", "b.ts": "1" })).toThrow();
    expect([read("a.ts"), read("stamp"), readdirSync(root).sort()]).toEqual(["1", "old", ["a.ts", "b.ts", "stamp"]]);
  });

  test("a file that comes to the place of a new one after a killed run is that of its author", () => {
    write("a.ts", "1");
    const files = tree({ "a.ts": "2", "b.ts": "1", stamp: "done" });
    const ends = endingBefore(({ name, path }) => name === "renameSync" && path.endsWith("b.ts"));
    expect(() => moveFiles({ ...treePlace(root), fs: ends }, { write: files, remove: [] })).toThrow("ended");
    expect(read("a.ts")).toBe("2");
    write("b.ts", "mine");
    expect(() => finishMoves(treePlace(root))).toThrow("cannot be completed");
    expect(read("b.ts")).toBe("mine");
  });

  test("an interrupted update is completed by the next run, and found by a check", () => {
    write("a.ts", "1");
    const ends = endingBefore(({ name, path }) => name === "renameSync" && path.endsWith("stamp"));
    const changes = { write: tree({ "a.ts": "2", stamp: "done" }), remove: [] };
    expect(() => moveFiles({ ...treePlace(root), fs: ends }, changes)).toThrow("ended");
    expect(() => finishMoves(treePlace(root), { isDry: true })).toThrow(
      "1 of 2 files of an interrupted run are in place: a.ts",
    );
    finishMoves(treePlace(root));
    expect([readdirSync(root).sort(), read("a.ts"), read("stamp")]).toEqual([["a.ts", "stamp"], "2", "done"]);
  });
});

describe("differences", () => {
  test("beside files of others, those that the generator owns are looked at", () => {
    writeFileSync(at("own.ts"), "mine");
    writeFileSync(at("old.ts"), "1");
    const output = { ...directory(".", { "a.ts": "1" }), owned: new Map([["old.ts", ""]]) };
    expect(differences([output]).map(({ path, kind }) => [path, kind])).toEqual([
      [at("a.ts"), "missing"],
      [at("old.ts"), "unexpected"],
    ]);
  });

  test("missing, changed and unexpected files are named", () => {
    replaceOutputs([directory("generated", { "same.ts": "1", "changed.ts": "1", "old.ts": "1" })], root);
    const found = differences([directory("generated", { "same.ts": "1", "changed.ts": "2", "new.ts": "1" })]);
    expect(found).toEqual([
      { path: at("generated/changed.ts"), kind: "changed" },
      { path: at("generated/new.ts"), kind: "missing" },
      { path: at("generated/old.ts"), kind: "unexpected" },
    ]);
  });

  test("what was written is said in other words than what a check finds", () => {
    replaceOutputs([directory("generated", { "changed.ts": "1", "old.ts": "1" })], root);
    const outputs = [directory("generated", { "changed.ts": "2", "new.ts": "1" })];
    const lines: string[] = [];
    for (const name of ["log", "error"] as const)
      vi.spyOn(console, name).mockImplementation((line) => lines.push(line));
    for (const check of [true, false]) publish(outputs, { check, root, command: "pnpm generate" });
    vi.restoreAllMocks();
    const kinds = lines.map((text) => [...text.matchAll(/^ {2}(\w+)/gm)].map(([, kind]) => kind).join());
    expect(kinds).toEqual(["changed,missing,unexpected", "changed,added,removed"]);
  });

  test("a directory that is not there lacks everything", () => {
    expect(differences([directory("none", { "x.ts": "1" })])).toEqual([{ path: at("none/x.ts"), kind: "missing" }]);
  });

  test("links are listed and not followed", () => {
    replaceOutputs([directory("generated", {})], root);
    symlinkSync("/", at("generated/link"));
    expect(differences([directory("generated", {})])).toEqual([{ path: at("generated/link"), kind: "unexpected" }]);
  });
});
