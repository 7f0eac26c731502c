import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyOf, petDocument } from "@svc/diff/test-support/pet-document";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { stringify } from "yaml";
import { endingBefore } from "../../test/support/failing-fs.ts";
import { moveFiles } from "../write/move-files.ts";
import { writeFiles } from "./stage.ts";
import { takeDocument } from "./take-document.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-take-"));
  for (const [path, text] of Object.entries(BEFORE)) write(path, text);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => rmSync(root, { recursive: true }));

const versionOf = (version: string): string => {
  const document = copyOf(petDocument());
  document.info.version = version;
  return stringify(document);
};
const BEFORE = { "spec/openapi.yaml": versionOf("1.0.0"), "a.ts": "old", "b.ts": "old" };

const read = (path: string) => readFileSync(join(root, path), "utf8");
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Leaves a bump to version 1.5.0 that was killed before its file `b.ts` was moved. */
function killBump(): void {
  const after = { "spec/openapi.yaml": versionOf("1.5.0"), "a.ts": "new", "b.ts": "new" };
  const fs = endingBefore(({ name, path }) => name === "renameSync" && path.endsWith("b.ts"));
  const changes = { write: new Map(Object.entries(after)), remove: [] };
  expect(() => moveFiles({ root, journal: ".tmp/bump-moves", fs }, changes)).toThrow("ended");
}

/** Bumps to version 2.0.0, which changes the document alone. A remark of null: a step fails. */
function take({
  isDry = false,
  onRead = () => {},
  onCarry = (): unknown => "",
  remark = "" as string | null,
} = {}): Promise<number> {
  write("node_modules/next.yaml", versionOf("2.0.0"));
  return takeDocument({
    repository: { root, packages: [], version: "1.0.0" },
    file: join(root, "node_modules/next.yaml"),
    values: { "dry-run": isDry },
    read: async () => {
      onRead();
      return versionOf("2.0.0");
    },
    carryOut: async (plan, stage) => {
      onCarry();
      writeFiles(stage, plan.files);
      return remark ?? undefined;
    },
  });
}

test("a bump completes one that was killed, and leaves nothing behind", async () => {
  killBump();
  expect(await take()).toBe(0);
  expect([read("a.ts"), read("b.ts"), read("spec/openapi.yaml")]).toEqual(["new", "new", versionOf("2.0.0")]);
  expect(readdirSync(join(root, "spec/history"))).toEqual(["1.5.0.json"]);
  expect(readdirSync(join(root, ".tmp"))).toEqual([]);
});

test("if the tree was restored since, a bump starts from it, and edits stay", async () => {
  killBump();
  for (const [path, text] of Object.entries({ ...BEFORE, "b.ts": "edited" })) write(path, text);
  expect(await take()).toBe(0);
  expect([read("a.ts"), read("b.ts")]).toEqual(["old", "edited"]);
  expect(readdirSync(join(root, "spec/history"))).toEqual(["1.0.0.json"]);
});

test("a dry run moves nothing: half of a bump is reported, and of a restored one nothing is seen", async () => {
  killBump();
  await expect(take({ isDry: true })).rejects.toThrow(
    "2 of 3 files of an interrupted run are in place: spec/openapi.yaml, a.ts",
  );
  expect([read("a.ts"), read("b.ts")]).toEqual(["new", "old"]);
  for (const [path, text] of Object.entries(BEFORE)) write(path, text);
  expect(await take({ isDry: true })).toBe(0);
  expect([read("a.ts"), read("spec/openapi.yaml")]).toEqual(["old", BEFORE["spec/openapi.yaml"]]);
  expect(existsSync(join(root, ".tmp/bump-moves/journal.json"))).toBe(true);
});

test("if a file cannot be moved, nothing is changed, and the next bump works", async () => {
  // A file stands where the folder of the frozen document has to be.
  write("spec/history", "a file");
  await expect(take()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(read("spec/openapi.yaml")).toBe(BEFORE["spec/openapi.yaml"]);
  rmSync(join(root, "spec/history"));
  expect(await take()).toBe(0);
  expect(readdirSync(join(root, ".tmp"))).toEqual([]);
});

test("what is edited while the plan is made stops the bump, too", async () => {
  const edited = `${BEFORE["spec/openapi.yaml"]}x-mine: true\n`;
  const bump = take({ onRead: () => write("spec/openapi.yaml", edited) });
  await expect(bump).rejects.toThrow("spec/openapi.yaml was changed while the bump ran");
  expect(read("spec/openapi.yaml")).toBe(edited);
  expect(readdirSync(join(root, ".tmp"))).toEqual([]);
});

test.each(["spec/openapi.yaml", "spec/history", "spec"])(
  "a link at %s is refused at once, and its target stays",
  async (path) => {
    const outside = mkdtempSync(join(tmpdir(), "svc-outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    const target = join(outside, "target");
    if (path === "spec/history") mkdirSync(target);
    else renameSync(join(root, path), target);
    symlinkSync(target, join(root, path));
    const carryOut = vi.fn();
    await expect(take({ onCarry: carryOut })).rejects.toThrow(`${path}: is a link`);
    expect(carryOut).not.toHaveBeenCalled();
    expect(existsSync(join(target, "1.0.0.json"))).toBe(false);
    const document = path === "spec" ? join(target, "openapi.yaml") : target;
    if (path !== "spec/history") expect(readFileSync(document, "utf8")).toBe(BEFORE["spec/openapi.yaml"]);
  },
);

describe("in a repository of git", () => {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@a.example", ...args], { cwd: root });
  beforeEach(() => {
    write(".gitignore", ".tmp\nnode_modules\n");
    git("init", "-q");
    git("add", "--all");
    git("commit", "-q", "--no-gpg-sign", "--message", "all");
  });

  test("an edit of the document that is not committed is not replaced", async () => {
    const edited = `${BEFORE["spec/openapi.yaml"]}x-mine: true\n`;
    write("spec/openapi.yaml", edited);
    await expect(take()).rejects.toThrow("spec/openapi.yaml: has changes that are not committed");
    expect(read("spec/openapi.yaml")).toBe(edited);
    git("commit", "-qa", "--no-gpg-sign", "--message", "edit");
    expect(await take()).toBe(0);
  });

  test("what a bump has written is no edit: the next one goes on from it", async () => {
    expect(await take()).toBe(0);
    expect(await take()).toBe(0);
  });
});

/** Everything that was printed. */
const printed = () =>
  vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]) => String(text))
    .join("");

/** Files of the checkout with their texts, without those of the bump itself. */
const snapshot = () =>
  new Map(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => !/^(?:\.tmp|node_modules)/.test(path) && statSync(join(root, path)).isFile())
      .map((path) => [path, read(path)]),
  );

test("the files that a bump names are those that have changed, each once", async () => {
  const before = snapshot();
  expect(await take()).toBe(0);
  const changed = [...snapshot()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  const [, count, list = ""] =
    /✓ (\d+) files written, 0 removed\. Review and commit:\n((?: {2}\S+\n)*)/.exec(printed()) ?? [];
  expect(list.trim().split(/\n\s+/).sort()).toEqual(changed.sort());
  expect(Number(count)).toBe(changed.length);
});

test("a dry run names what a bump writes before it generates, and changes nothing", async () => {
  const before = snapshot();
  expect(await take({ isDry: true })).toBe(0);
  const [, list = ""] = /Would write:\n((?: {2}\S+\n)*)and regenerate/.exec(printed()) ?? [];
  expect(snapshot()).toEqual(before);
  vi.mocked(process.stdout.write).mockClear();
  expect(await take()).toBe(0);
  for (const path of list.trim().split(/\n\s+/)) expect(printed()).toContain(`\n  ${path}\n`);
});

test("a step that fails ends a bump with exit code 1, and nothing has changed", async () => {
  const before = snapshot();
  expect(await take({ remark: null })).toBe(1);
  expect(snapshot()).toEqual(before);
  expect(printed()).not.toContain("files written");
});

test("remarks of the linter, changes of what the fake stores, and the level below 1.0.0 are printed if there are any", async () => {
  expect(await take()).toBe(0);
  expect(printed()).not.toMatch(/^(?:lint|fake|for packages)/m);
  vi.mocked(process.stdout.write).mockClear();
  const next = copyOf(petDocument());
  next.info.version = "3.0.0";
  delete next.paths["/pets"];
  const thing = { type: "object", required: ["id"], properties: { id: { type: "string" }, name: { type: "string" } } };
  const body = { content: { "application/json": { schema: thing } } };
  const things = { type: "array", items: thing };
  next.paths["/things"] = {
    get: { responses: { 200: { description: "All", content: { "application/json": { schema: things } } } } },
    post: { requestBody: body, responses: { 201: { description: "Made", ...body } } },
  };
  next.paths["/things/{id}"] = {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { responses: { 200: { description: "One", ...body } } },
  };
  const repository = { root, packages: [], version: "0.1.0", lint: () => Promise.resolve(["lint: 1 remark"]) };
  const file = join(root, "node_modules/next.yaml");
  write("node_modules/next.yaml", stringify(next));
  const values = { "dry-run": true };
  expect(await takeDocument({ repository, file, values, carryOut: () => Promise.resolve("") })).toBe(0);
  expect(printed()).toMatch(
    /^level: major[\s\S]*^for packages below 1\.0\.0: minor\n[\s\S]*^fake: \/things is stored now\n[\s\S]*^lint: 1 remark\n/m,
  );
});

test("an overlay that no longer applies marks the bump, and is told by its own file and line", async () => {
  expect(await take()).toBe(0);
  expect(printed()).toMatch(/^✓ \d+ files written/m);
  vi.mocked(process.stdout.write).mockClear();
  const actions = [{ target: "$.paths['/gone']", remove: true }];
  write("spec/overlays/10.yaml", stringify({ overlay: "1.0.0", info: { title: "t", version: "1" }, actions }));
  write("spec/openapi.yaml", BEFORE["spec/openapi.yaml"]);
  expect(await take()).toBe(0);
  expect(printed()).toMatch(/^! \d+ files written/m);
  expect(printed()).not.toContain("✓");
  expect(printed()).toMatch(/1 to edit, which no longer apply to the new document:\n {2}spec\/overlays\/10\.yaml:\d+/);
});

test("so does whatever people have to do by hand", async () => {
  const remark = "Pages are left to edit.";
  expect(await take({ remark: remark })).toBe(0);
  expect(printed()).toMatch(/^! \d+ files written[\s\S]*Pages are left to edit\.\n$/m);
});

test("a bump from a document to itself writes nothing", async () => {
  write("spec/openapi.yaml", versionOf("2.0.0").replaceAll("\n", "\r\n"));
  const before = read("spec/openapi.yaml");
  expect(await take()).toBe(0);
  expect(read("spec/openapi.yaml")).toBe(before);
  expect(readdirSync(join(root, "spec"))).toEqual(["openapi.yaml"]);
  expect(printed()).toContain("Nothing to do: the document is the one that is here already.\n");
});
