import { spawnSync } from "node:child_process";
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
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { withBumpLock } from "./bump-lock.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-lock-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const lock = () => join(root, ".tmp/bump.lock");

function lockOf(text: string): void {
  mkdirSync(join(root, ".tmp"));
  writeFileSync(lock(), text);
}

/** A process that has ended, and whose id nobody has taken yet. */
function deadPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

test("a bump holds the lock while it runs, and leaves nothing behind", async () => {
  const held = await withBumpLock(root, async () => readFileSync(lock(), "utf8"));
  expect(held).toBe(String(process.pid));
  expect(readdirSync(join(root, ".tmp"))).toEqual([]);
});

test("a link in the place of the folder of locks and copies is refused, and its target stays empty", async () => {
  const outside = mkdtempSync(join(tmpdir(), "svc-outside-"));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  symlinkSync(outside, join(root, ".tmp"));
  await expect(withBumpLock(root, () => Promise.resolve())).rejects.toThrow(".tmp: is a link");
  expect(readdirSync(outside)).toEqual([]);
});

test("one that fails releases it, too", async () => {
  await expect(withBumpLock(root, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(existsSync(lock())).toBe(false);
});

test("beside a living process a bump is refused, with its id and the way out, and the lock stays", async () => {
  lockOf(String(process.ppid));
  const run = withBumpLock(root, () => Promise.resolve("ran"));
  await expect(run).rejects.toThrow(
    `(process ${process.ppid}); wait for it. If that process is no bump, remove .tmp/bump.lock`,
  );
  expect(readFileSync(lock(), "utf8")).toBe(String(process.ppid));
  expect(readdirSync(join(root, ".tmp"))).toEqual(["bump.lock"]);
});

test("of two at once one runs", async () => {
  let release = (): void => {};
  const first = withBumpLock(root, () => new Promise<void>((resolve) => (release = resolve)));
  await expect(withBumpLock(root, () => Promise.resolve())).rejects.toThrow("another bump is running");
  release();
  await first;
  expect(await withBumpLock(root, () => Promise.resolve("ran"))).toBe("ran");
});

test.each([
  ["of a dead process", () => String(deadPid())],
  ["that names no process", () => ""],
])("a lock %s is taken over", async (_, text) => {
  lockOf(text());
  expect(await withBumpLock(root, async () => readFileSync(lock(), "utf8"))).toBe(String(process.pid));
  expect(readdirSync(join(root, ".tmp"))).toEqual([]);
});
