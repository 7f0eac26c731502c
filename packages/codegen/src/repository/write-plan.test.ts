import * as fs from "node:fs";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommandLine } from "../cli/run-command-line.ts";
import { treePlace } from "../write/update-tree.ts";
import { writePlanned } from "./write-plan.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-plan-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const planned = (files: Record<string, string>, before?: string) =>
  Object.entries(files).map(([path, text]) => ({ path, text, before }));

/** A disk that is full behind the first file: the second is there, and empty. */
function fullDisk(): typeof fs {
  let written = 0;
  const writeFileSync: typeof fs.writeFileSync = (file, text) => {
    fs.writeFileSync(file, written === 0 ? text : "");
    if (written++ > 0)
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  };
  return { ...fs, writeFileSync };
}

test("on a full disk no file is left empty or cut, and none is replaced", () => {
  writeFileSync(join(root, "a.txt"), "old");
  const files = [...planned({ "a.txt": "new" }, "old"), ...planned({ "deep/b.txt": "b" })];
  expect(() => writePlanned({ ...treePlace(root), fs: fullDisk() }, files)).toThrow("ENOSPC");
  expect([readdirSync(root), readFileSync(join(root, "a.txt"), "utf8")]).toEqual([["a.txt"], "old"]);
  writePlanned(treePlace(root), files);
  expect([readdirSync(root).sort(), readFileSync(join(root, "deep/b.txt"), "utf8")]).toEqual([["a.txt", "deep"], "b"]);
});

test("a new file that has come meanwhile is not replaced", () => {
  writeFileSync(join(root, "a.txt"), "theirs");
  expect(() => writePlanned(treePlace(root), planned({ "a.txt": "new" }))).toThrow("a.txt: has come meanwhile");
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("theirs");
});

test("what the system refuses is one line without a stack, and exit code 1", async () => {
  const said: string[] = [];
  const run = () =>
    Promise.reject(Object.assign(new Error("EACCES: permission denied, mkdir"), { code: "EACCES", syscall: "mkdir" }));
  const load = async () => ({ options: {}, description: "", run });
  const code = await runCommandLine({
    argv: ["init"],
    commands: [{ name: "init", summary: "", load }],
    program: "svc-codegen",
    write: () => {},
    writeError: (text) => said.push(text),
  });
  expect([code, said]).toEqual([
    1,
    ["EACCES: permission denied, mkdir. Nothing was replaced; make room or give access, and run the command again.\n"],
  ]);
});
