import { execFile, execFileSync, execSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { ROOT } from "../toolkit/tools.ts";
import { divideTests } from "./document-tests.ts";

const root = mkdtempSync(join(tmpdir(), "svc-divide-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const exports = { ".": { "@svc/source": "./src/index.ts" }, "./own/*": "./own/*.ts" };

/** A checkout whose one package has an entry that reaches the document, and one that does not. In capitals: this file imports nothing of it. */
const FILES = {
  "packages/pets/package.json": JSON.stringify({ name: "@pets/all", exports }),
  "packages/pets/src/generated/model.ts": "export const model = {};",
  "packages/pets/src/index.ts": 'export { model } FROM "./generated/model.ts";',
  "packages/pets/own/plain.ts":
    'import type { model } FROM "../src/generated/model.ts";\nexport type M = typeof model;',
  "packages/pets/src/deep.test.ts": 'import { a } FROM "../../../scripts/a.ts";',
  "scripts/a.ts": 'export { model as a } FROM "@pets/all";',
  "scripts/types.test.ts": 'import { M } FROM "@pets/all/own/plain";',
  "scripts/later.test.ts": 'test("x", async () => void (await IMPORT("@pets/all")));',
  "scripts/plain.test.ts": 'import { readFileSync } FROM "node:fs";',
  "scripts/starts.test.ts": 'import { spawn } FROM "node:child_process";',
  "scripts/threads.test.ts": 'import { Worker } FROM "node:worker_threads";',
  "checks/computed.test.ts": "await IMPORT(name);",
};

test("a test is of the document where what it imports is, or where that cannot be told", () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text.replaceAll("FROM", "from").replaceAll("IMPORT", "import"));
  }
  const { ofDocument, others } = divideTests(root);
  expect(others).toEqual(["scripts/plain.test.ts", "scripts/starts.test.ts", "scripts/types.test.ts"]);
  expect(ofDocument).toEqual([
    "checks/computed.test.ts",
    "packages/pets/src/deep.test.ts",
    "scripts/later.test.ts",
    "scripts/threads.test.ts",
  ]);
});

const document = join(ROOT, "spec/openapi.yaml");
const refused = "which a bump of the document writes";

test("this test, which a bump leaves out, cannot read the document", async () => {
  expect(() => readFileSync(document)).toThrow(refused);
  await expect(async () => readFile(document)).rejects.toThrow(refused);
  await expect(async () => openAsBlob(document)).rejects.toThrow(refused);
  expect(() => readFileSync(Buffer.from(document))).toThrow(refused);
  expect(() => readdirSync(join(ROOT, "node_modules/@svc/client/src/generated"))).toThrow(refused);
  expect(() => readdirSync(join(ROOT, "packages"), { recursive: true })).toThrow(refused);
  expect(readdirSync(join(ROOT, "packages"))).toContain("client");
});

test("nor can a process that it starts, by itself or by one of its own; other programs are not started", async () => {
  const run = promisify(execFile);
  const reading = `require("node:fs").readFileSync(${JSON.stringify(document)})`;
  const below = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(reading)}])`;
  const loading = `IMPORT(${JSON.stringify(join(ROOT, "packages/client/src/generated/table.ts"))})`.replace(
    "IMPORT",
    "import",
  );
  for (const program of [reading, below, loading])
    await expect(run(process.execPath, ["-e", program])).rejects.toThrow(refused);
  expect(() => execFileSync(process.execPath, ["-e", reading], { stdio: "pipe", env: {} })).toThrow(refused);
  await expect(run(process.execPath, ["-e", "console.log(1)"])).resolves.toMatchObject({ stdout: "1\n" });
  await expect(async () => run("cat", [document])).rejects.toThrow("This test starts cat");
  expect(() => execSync("true")).toThrow("This test starts true");
  expect(() => execFileSync(process.execPath, ["-p", "1; cat spec/openapi.yaml"], { shell: true })).toThrow(
    "This test starts",
  );
});

test("git runs in a folder of a test's own, and not in the checkout; a browser runs wherever it lies", async () => {
  const run = promisify(execFile);
  await expect(run("git", ["--version"], { cwd: root })).resolves.toMatchObject({
    stdout: expect.stringContaining("git"),
  });
  await expect(async () => run("git", ["show", "HEAD:spec/openapi.yaml"])).rejects.toThrow("This test starts git");
  await expect(async () => run("git", ["ls-files"], { cwd: ROOT })).rejects.toThrow("This test starts git");
  const browser = join(root, "a browser");
  vi.stubEnv("SVC_CHROMIUM", browser);
  expect(() => execFileSync(browser)).toThrow("ENOENT");
});

test("a guarded process is started as it was asked to, whatever of the arguments is left out", async () => {
  const printed = ["-p", "process.cwd()"];
  const here = realpathSync(root);
  const input = "console.log(process.cwd())";
  const options = { cwd: root, encoding: "utf8", input } as const;
  expect(spawnSync(process.execPath, undefined, options).stdout).toBe(`${here}\n`);
  expect(execFileSync(process.execPath, null as never, options)).toBe(`${here}\n`);
  expect(execFileSync(process.execPath, options)).toBe(`${here}\n`);
  const called = new Promise((resolve) => {
    execFile(process.execPath, printed, undefined, (_error, stdout) => resolve(stdout));
  });
  expect(await called).toBe(`${process.cwd()}\n`);
  expect(execFileSync(process.execPath, printed, { cwd: root, env: undefined, timeout: 60_000 }).toString()).toBe(
    `${here}\n`,
  );
});
