import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyStage, finishApplying } from "./apply-stage.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-bump-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(base: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
}

const BEFORE = { "spec/openapi.yaml": "old", "types/a.ts": "old", "types/gone.ts": "old" };
const CHANGES = { write: ["spec/openapi.yaml", "spec/history/1.json", "types/a.ts"], remove: ["types/gone.ts"] };
const AFTER = { "spec/openapi.yaml": "new", "spec/history/1.json": "old", "types/a.ts": "new" };

/** The sources, without what lies in `.tmp`. */
function tree(folder = ""): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => name !== ".tmp")
      .flatMap((entry) => {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        return entry.isDirectory() ? Object.entries(tree(path)) : [[path, readFileSync(join(root, path), "utf8")]];
      }),
  );
}

function prepare(): string {
  rmSync(root, { recursive: true, force: true });
  const stage = join(root, ".tmp/stage");
  write(root, BEFORE);
  write(stage, AFTER);
  return stage;
}

/** Runs a bump that is killed after so many steps; true where it came to its end. */
function runUntil(steps: number): boolean {
  let left = steps;
  try {
    applyStage(root, prepare(), CHANGES, () => {
      if (left-- === 0) throw new Error("killed");
    });
    return true;
  } catch {
    return false;
  }
}

describe("applyStage", () => {
  test("moves what was written, removes what is gone, and leaves nothing behind", () => {
    applyStage(root, prepare(), CHANGES);
    expect(tree()).toEqual(AFTER);
    expect(readdirSync(join(root, ".tmp"))).toEqual([]);
  });

  test("killed after any step, the next run finds the tree as before or completes it", () => {
    const found: string[] = [];
    for (let steps = 0; !runUntil(steps); steps++) {
      const wasJournalled = finishApplying(root);
      expect(tree()).toEqual(wasJournalled ? AFTER : steps > 1 ? AFTER : BEFORE);
      expect(existsSync(join(root, ".tmp/bump-journal.json"))).toBe(false);
      found.push(wasJournalled ? "completed" : steps > 1 ? "complete" : "as before");
    }
    expect(found).toEqual(["as before", "completed", "completed", "completed", "completed", "completed", "complete"]);
  });

  test("a stage that is gone is said, not taken for one that was moved", () => {
    runUntil(3);
    rmSync(join(root, ".tmp/stage"), { recursive: true });
    expect(() => finishApplying(root)).toThrow(
      /^\.tmp\/stage: the files of an interrupted bump are gone.*Restore the tree/,
    );
    expect(existsSync(join(root, ".tmp/bump-journal.json"))).toBe(true);
  });

  test("completing is possible twice", () => {
    runUntil(3);
    expect([finishApplying(root), finishApplying(root)]).toEqual([true, false]);
  });
});
