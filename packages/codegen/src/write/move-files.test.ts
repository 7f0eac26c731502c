import {
  chmodSync,
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
import { afterEach, beforeEach, expect, test } from "vitest";
import { endingAt, endingBefore, refusing } from "../../test/support/failing-fs.ts";
import { finishMoves, moveFiles } from "./move-files.ts";
import type { FileSystem } from "./move-place.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-moves-"));
  restore();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const BEFORE = { "spec/openapi.yaml": "old", "types/a.ts": "old", "types/gone/b.ts": "old", "types/c.ts": "old" };
const AFTER = {
  "spec/openapi.yaml": "new",
  "spec/history/1.json": "old",
  "types/a.ts": "new",
  "types/c.ts": "new: – ä",
};
const CHANGES = { write: new Map(Object.entries(AFTER)), remove: ["types/gone/b.ts"] };

const place = (fs?: FileSystem) => ({ root, journal: ".moves", ...(fs && { fs }) });
const move = (fs?: FileSystem) => moveFiles(place(fs), CHANGES);

function write(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** The tree as git restores it: what it does not know is gone, what it ignores stays. */
function restore(): void {
  for (const name of readdirSync(root)) if (name !== ".moves") rmSync(join(root, name), { recursive: true });
  write(BEFORE);
}

/** All files but those of the journal. */
function tree(folder = ""): Record<string, string> {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => name !== ".moves");
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? Object.entries(tree(path)) : [[path, readFileSync(join(root, path), "utf8")]];
    }),
  );
}

type State = "before" | "half" | "after";

function state(): State {
  const text = JSON.stringify(Object.entries(tree()).sort());
  const is = (files: Record<string, string>) => JSON.stringify(Object.entries(files).sort()) === text;
  return is(BEFORE) ? "before" : is(AFTER) ? "after" : "half";
}

/** Runs moves that are killed before each of their steps in turn, and something after each kill. */
function atEachKill(then: (step: number) => void): number {
  for (let step = 0; ; step++) {
    rmSync(join(root, ".moves"), { recursive: true, force: true });
    restore();
    try {
      move(endingAt(step));
      return step;
    } catch (error) {
      expect((error as Error).message).toContain("ended");
    }
    then(step);
  }
}

test("files are written and removed, with their folders, and nothing is left behind", () => {
  move();
  expect(tree()).toEqual(AFTER);
  expect(readdirSync(root).sort()).toEqual(["spec", "types"]);
  expect(existsSync(join(root, "types/gone"))).toBe(false);
});

test("a file keeps its mode", () => {
  chmodSync(join(root, "types/a.ts"), 0o755);
  move();
  expect(statSync(join(root, "types/a.ts")).mode & 0o777).toBe(0o755);
});

test("killed before any step, the next run finds the tree as before or completes it", () => {
  const found: string[] = [];
  const steps = atEachKill(() => {
    const left = state();
    const done = finishMoves(place());
    found.push(`${left}: ${done}: ${state()}`);
    expect(existsSync(join(root, ".moves"))).toBe(false);
  });
  expect(found).toHaveLength(steps);
  // In the order of the steps, each as often as there are steps that leave it.
  expect(found.filter((one, index) => one !== found[index - 1])).toEqual([
    "before: undefined: before",
    "before: dropped: before",
    "half: completed: after",
    "after: completed: after",
    "after: undefined: after",
  ]);
});

test("killed again while it completes, the run after that completes it", () => {
  atEachKill(() => {
    for (let step = 0, isDone = state() !== "half"; !isDone; step++) {
      try {
        finishMoves(place(endingAt(step)));
        isDone = true;
      } catch (error) {
        expect((error as Error).message).toContain("ended");
      }
    }
    finishMoves(place());
    expect(state()).not.toBe("half");
  });
});

test("killed before any step and restored by git, nothing is moved later, and edits stay", () => {
  atEachKill(() => {
    restore();
    write({ "types/a.ts": "edited", "spec/history/1.json": "mine" });
    const edited = tree();
    expect(finishMoves(place(), { isDry: true })).toBeUndefined();
    expect([undefined, "dropped"]).toContain(finishMoves(place()));
    expect(tree()).toEqual(edited);
    expect(existsSync(join(root, ".moves"))).toBe(false);
  });
});

test("if files were changed after a kill between two moves, nothing is moved, and the ways out are reported", () => {
  expect(() => move(endingBefore(({ name, path }) => name === "renameSync" && path.endsWith("types/a.ts")))).toThrow();
  write({ "types/a.ts": "edited", "types/c.ts": "edited" });
  const edited = tree();
  for (const isDry of [true, false])
    expect(() => finishMoves(place(), { isDry })).toThrow(
      "cannot be completed, because these files were changed since: types/a.ts, types/c.ts. Nothing was changed. " +
        "To give that run up, restore what it has written (spec/openapi.yaml, spec/history/1.json); " +
        "to keep all files as they are, remove .moves.",
    );
  expect(() => move()).toThrow(".moves: moves of another run are unfinished");
  expect(tree()).toEqual(edited);
  rmSync(join(root, "spec/history"), { recursive: true });
  write({ "spec/openapi.yaml": "old" });
  expect(finishMoves(place())).toBe("dropped");
});

test("a dry run changes nothing: it reports what is half-way", () => {
  atEachKill(() => {
    const before = [tree(), existsSync(join(root, ".moves"))];
    const dry = () => finishMoves(place(), { isDry: true });
    if (state() === "half") expect(dry).toThrow(/files of an interrupted run are in place: spec\/openapi\.yaml/);
    else expect(dry()).toBeUndefined();
    expect([tree(), existsSync(join(root, ".moves"))]).toEqual(before);
  });
});

test.each([...Object.keys(AFTER), "types/gone/b.ts"])("if %s cannot be moved, all is put back", (path) => {
  const fs = refusing((operation) => operation.path === join(root, path));
  expect(() => move(fs)).toThrow(`EROFS: read-only file system`);
  expect(tree()).toEqual(BEFORE);
  expect(readdirSync(root).sort()).toEqual(["spec", "types"]);
  expect(readdirSync(join(root, "spec"))).toEqual(["openapi.yaml"]);
  expect(finishMoves(place())).toBeUndefined();
  move();
  expect(tree()).toEqual(AFTER);
});

test("if a completion meets a file that cannot be moved, all is put back, and nothing is left to complete", () => {
  expect(() => move(endingBefore(({ name, path }) => name === "renameSync" && path.endsWith("types/a.ts")))).toThrow();
  const fs = refusing((operation) => operation.path === join(root, "types/c.ts"));
  expect(() => finishMoves(place(fs))).toThrow("EROFS");
  expect(tree()).toEqual(BEFORE);
  expect(finishMoves(place())).toBeUndefined();
});

test("if files can be neither moved nor put back, the old ones are kept, and a later run completes", () => {
  let moves = 0;
  const fs = refusing(({ name, path }) => name === "renameSync" && !path.includes(".moves") && moves++ > 1);
  expect(() => move(fs)).toThrow(/could not be put back; the old ones are in .*\.moves\/previous/);
  expect(readFileSync(join(root, ".moves/previous/spec/openapi.yaml"), "utf8")).toBe("old");
  expect(finishMoves(place())).toBe("completed");
  expect(tree()).toEqual(AFTER);
});

test("a file that is changed while others are moved is not replaced", () => {
  const edit = refusing(({ name, path }) => {
    if (name === "renameSync" && path.endsWith("history/1.json")) write({ "types/a.ts": "edited" });
    return false;
  });
  expect(() => move(edit)).toThrow("types/a.ts: was changed meanwhile");
  expect(tree()).toEqual({ ...BEFORE, "types/a.ts": "edited" });
});

test.each(["../escape.ts", "/etc/escape.ts", "a/../../escape.ts"])("a path that leads out is refused: %s", (path) => {
  expect(() => moveFiles(place(), { write: new Map([[path, ""]]), remove: [] })).toThrow("leads out of the folder");
  expect(tree()).toEqual(BEFORE);
});

test("a link that stands for a folder of a path is refused, and so is a journal that cannot be read", () => {
  mkdirSync(join(root, "elsewhere"));
  symlinkSync(join(root, "elsewhere"), join(root, "docs"));
  expect(() => moveFiles(place(), { write: new Map([["docs/a.md", ""]]), remove: [] })).toThrow("docs: is a link");
  expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
  write({ ".moves/journal.json": "" });
  expect(() => finishMoves(place())).toThrow(".moves: cannot be read; restore the files with git, and remove it");
});
