import { createHash } from "node:crypto";
import {
  appendFileSync,
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
import { petDocument } from "@svc/diff/test-support/pet-document";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCommandLine } from "../cli/run-command-line.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { loadRepository } from "../repository/load-repository.ts";
import { commandsOf } from "./index.ts";

const API = new URL("../index.ts", import.meta.url);

let folder = "";
let root = "";
let printed = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-init-"));
  root = join(folder, "acme");
  mkdirSync(root);
  printed = "";
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line) => print(`${line}\n`));
});
afterEach(() => rmSync(folder, { recursive: true }));

function print(text: string): void {
  printed += text;
}

const at = (path: string) => join(root, path);
const read = (path: string) => readFileSync(at(path), "utf8");

function document(edit: (document: ReturnType<typeof petDocument>) => void = () => {}, name = "api.json"): string {
  const edited = petDocument();
  edit(edited);
  return write(name, JSON.stringify(edited));
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** A document with an extension of ten thousand levels. */
function deep(): string {
  const text = JSON.stringify(petDocument());
  return `${text.slice(0, -1)},"x-deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
}

/** Runs a command as on a command line that nobody sits at. Returns its exit code. */
function run(...argv: string[]): Promise<number> {
  const commands = commandsOf(root, API);
  return runCommandLine({ argv, commands, program: "svc-codegen", write: print, writeError: print });
}

/** Hash of every file below the repository. */
function state(): string {
  const names = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

test("init makes a repository whose generated files are what its document gives", async () => {
  expect(await run("init", "--spec", document(), "--name", "acme")).toBe(0);
  expect(JSON.parse(read("packages/client/package.json"))).toMatchObject({ name: "@acme/client", version: "0.0.0" });
  expect(read("svc.config.ts")).toContain('scope: "@acme"');
  expect(read("examples/quickstart/src/main.ts")).toContain("fake.client(createAcmeClient)");
  expect(read("packages/client/src/generated/client/index.ts")).toContain('from "@acme/types"');
  expect(printed).toContain("pnpm@12 start");
  const repository = await loadRepository(root, API);
  expect(await generateRepository(repository, { check: true, onWarning: () => {} })).toBe(0);
});

test("without a name it is that of the title; a scope is that of the name", async () => {
  const file = document((d) => (d.info.title = "The Pet-Store Service API (v2)"));
  expect(await run("init", "--spec", file, "--yes")).toBe(0);
  expect(read("svc.config.ts")).toMatch(/name: "pet-store"[\s\S]*scope: "@pet-store"/);
});

test("the pages show the programs that the repository runs", async () => {
  expect(await run("init", "--spec", document(), "--name", "acme")).toBe(0);
  const page = read("AGENTS.md");
  const block = (file: string) => `\`\`\`ts\n${read(`examples/quickstart/src/${file}`).trim()}\n\`\`\``;
  for (const file of ["main.ts", "quickstart.test.ts"]) expect(page).toContain(block(file));
  for (const text of ["README.md", "docs/guide.md", "packages/client/README.md"])
    expect(read(text)).toContain(block("call.ts"));
  const links = [...read("llms.txt").matchAll(/\]\((.*)\)/g)].map(([, link = ""]) => existsSync(at(link)));
  expect(links).toEqual([true, true, true, true]);
});

test("each operation has a page that the list leads to, with the names of the packages", async () => {
  const unknown = { "x-svc-unknown": ["The order of the pets."] };
  const file = document((d) => Object.assign(d.paths["/pets"].get, unknown));
  expect(await run("init", "--spec", file, "--name", "acme")).toBe(0);
  const list = read("docs/generated/operations.md");
  const pages = [...list.matchAll(/\]\(\.\/(.*)\)/g)].map(([, link = ""]) => read(`docs/generated/${link}`));
  expect(pages).toHaveLength(JSON.parse(read("docs/generated/operations.json")).length);
  for (const page of pages) expect(page).toMatch(/^# .*\n[\s\S]*from "@acme\/client"[\s\S]*createFakeAcme/m);
  const links = pages.flatMap((page) => [...page.matchAll(/\]\((\.\.\/.*?)\)/g)].map(([, link = ""]) => link));
  expect(links.map((link) => existsSync(join(at("docs/generated/operations"), link)))).toEqual([true]);
});

test("what has to be repaired is an overlay that a reviewer sees", async () => {
  const file = document((d) => (d.paths["/pets/{petId}"].get.parameters = []));
  expect(await run("init", "--spec", file, "--name", "acme")).toBe(0);
  expect(printed).toMatch(/repaired: has no parameter "petId"/);
  expect(read("spec/overlays/repairs.overlay.yaml")).toContain("petId");
});

test("over a repository it shows what it would write, and writes nothing without being told", async () => {
  const file = document();
  await run("init", "--spec", file, "--name", "acme");
  printed = "";
  expect(await run("init")).toBe(0);
  expect(printed).toContain("Nothing to do");
  appendFileSync(at("README.md"), "By hand.\n");
  rmSync(at("docs/guide.md"));
  appendFileSync(at("packages/client/src/generated/client/table.ts"), "// by hand\n");
  const before = state();
  expect(await run("init")).toBe(1);
  expect(printed).toMatch(
    /\+ docs\/guide\.md[\s\S]*~ packages\/client\S* \(generated\)[\s\S]*~ README\.md\n {4}- By hand\./,
  );
  expect(state()).toBe(before);
  expect(await run("init", "--yes")).toBe(0);
  expect(printed).toContain("Files written: 1; kept as they were: 1.");
  expect(existsSync(at("docs/guide.md"))).toBe(true);
  expect(read("packages/client/src/generated/client/table.ts")).not.toContain("by hand");
  expect(read("README.md")).toContain("By hand.");
  expect(await run("init", "--force")).toBe(0);
  expect(read("README.md")).not.toContain("By hand.");
});

test("after a release, init leaves version and changesets alone", async () => {
  await run("init", "--spec", document(), "--name", "acme");
  rmSync(at(".changeset/first-release.md"));
  for (const name of ["types", "client", "testing"]) {
    const file = `packages/${name}/package.json`;
    writeFileSync(
      at(file),
      read(file)
        .replaceAll("0.0.0", "0.1.0")
        .replace(/(@svc\/\w+": "\^)0\.1\.0/, "$10.0.0"),
    );
  }
  printed = "";
  expect(await run("init")).toBe(0);
  expect(printed).toContain("Nothing to do");
});

test("a file that was there before is kept, and told", async () => {
  writeFileSync(at("package.json"), "{}");
  const file = document();
  expect(await run("init", "--spec", file, "--name", "acme")).toBe(1);
  expect(readdirSync(root)).toEqual(["package.json"]);
  expect(await run("init", "--spec", file, "--name", "acme", "--yes")).toBe(0);
  expect(read("package.json")).toBe("{}");
  expect(printed).toMatch(/kept as they are[\s\S]*kept as they were: 1[\s\S]*pnpm@12 start/);
});

test.each<[string, (file: string) => string[], RegExp]>([
  ["no document", () => [], /--spec FILE is missing/],
  ["an empty path", () => ["--spec", ""], /--spec is empty: pass the path/],
  [
    "an address",
    () => ["--spec", "https://example.com/a.yaml"],
    /is an address, .* --allow-network; give that, too, or/,
  ],
  ["no such file", () => ["--spec", "none.yaml"], /none\.yaml: there is no such file/],
  ["a folder", () => ["--spec", folder], /it is a directory/],
  ["a device", () => ["--spec", "/dev/zero"], /it is a device/],
  ["a name that is none", (file) => ["--spec", file, "--name", "9"], /--name 9: expected a letter/],
  ["a scope that is none", (file) => ["--spec", file, "--scope", "acme"], /--scope acme: expected a scope of npm/],
  ["the scope of the runtimes", (file) => ["--spec", file, "--name", "a", "--scope", "@svc"], /the scope of the runtimes/],
  ["a document too deep for YAML", () => ["--spec", write("d.json", deep()), "--name", "a"], /nested too deep/],
  ["a scope with a path", (file) => ["--spec", file, "--scope", "@a/../b"], /expected a scope of npm/],
  [
    "a title without a word",
    () => ["--spec", document((d) => (d.info.title = "API 2"), "t.json")],
    /--name NAME is missing/,
  ],
  ["no OpenAPI", () => ["--spec", document((d) => delete d.openapi, "o.json")], /openapi/],
])("%s is refused with one line, and nothing is written", async (_, args, message) => {
  expect(await run("init", ...args(document()))).toBeGreaterThan(0);
  expect(printed.trim().split("\n")[0]).toMatch(message);
  expect(readdirSync(root)).toEqual([]);
});

test.each(["docs/generated/own.md", "packages/types/src/generated/own.ts", "docs/generated/operations.md"])(
  "%s, which was there before and would be replaced with its folder, is refused before anything is written",
  async (path) => {
    mkdirSync(at(path.replace(/[^/]+$/, "")), { recursive: true });
    writeFileSync(at(path), "mine");
    for (const flag of ["--yes", "--force"])
      expect(await run("init", "--spec", document(), "--name", "acme", flag)).toBe(2);
    expect(printed).toContain(`${path}: is where svc-codegen would replace all files`);
    expect(read(path)).toBe("mine");
    expect(readdirSync(root)).toEqual([path.split("/")[0]]);
  },
);

test("a symbolic link in the place of a folder is refused before anything is written", async () => {
  symlinkSync(folder, at("packages"));
  expect(await run("init", "--spec", document(), "--name", "acme", "--force")).toBe(2);
  expect(printed).toContain("packages: is a symbolic link, where a folder has to be");
  expect(readdirSync(root)).toEqual(["packages"]);
});

test("another document than the repository has is taken by a bump only", async () => {
  await run("init", "--spec", document(), "--name", "acme");
  const before = state();
  expect(
    await run(
      "init",
      "--spec",
      document((d) => (d.info.version = "2"), "next.json"),
      "--force",
    ),
  ).toBe(2);
  expect(printed).toContain("svc-codegen bump");
  expect(await run("init", "--name", "other")).toBe(2);
  expect(state()).toBe(before);
});

test.each<[string, () => string, RegExp]>([
  ["no such file", () => "none.yaml", /there is no such file/],
  ["no document", () => document((d) => delete d.openapi, "bad.json"), /openapi/],
  ["no JSON", () => write("x.json", "{"), /x\.json/],
  ["the same version", () => document((d) => delete d.components.schemas.Pet.properties.nick, "n.json"), /as before/],
  ["an older version", () => document((d) => (d.info.version = "0.0.1"), "n.json"), /below/],
])("a bump to %s is refused, and nothing changes", async (_, file, message) => {
  await run("init", "--spec", document(), "--name", "acme");
  const before = state();
  printed = "";
  expect(await run("bump", file())).toBe(1);
  expect(printed).toMatch(message);
  expect(state()).toBe(before);
});

test("a bump outside of a repository is refused", async () => {
  expect(await run("bump", document())).toBe(2);
  expect(printed).toContain("svc-codegen init makes a repository");
});

test("a dry bump tells the level, and names the packages and the variable of the repository in what it would write", async () => {
  await run("init", "--spec", document(), "--name", "acme");
  const before = state();
  const next = document((d) => {
    d.info.version = "2.0.0";
    delete d.components.schemas.Pet.properties.nick;
  }, "next.json");
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await run("bump", next, "--dry-run")).toBe(0);
  const text = written.mock.calls.map(([chunk]) => String(chunk)).join("");
  expect(text).toMatch(/level: major[\s\S]*spec\/openapi\.yaml[\s\S]*\.changeset\/document-2\.0\.0\.md/);
  expect(state()).toBe(before);
});

test("dates, checked answers and emitters are for packages, too; what the manifests lack for them is told", async () => {
  const born = { type: "string", format: "date-time" };
  await run(
    "init",
    "--spec",
    document((d) => Object.assign(d.components.schemas.Pet.properties, { born })),
    "--name",
    "acme",
  );
  expect(read("packages/types/src/generated/types/wire/index.ts")).toContain('export type * from "../index.ts"');
  const config = `import { defineConfig, msw, zod } from "@svc/codegen";
export default defineConfig({ name: "acme", scope: "@acme", dates: "Date", validate: true, emitters: [zod(), msw()] });
`;
  writeFileSync(at("svc.config.ts"), config);
  const warnings: string[] = [];
  const onWarning = ({ file, message }: { file: string; message: string }) => void warnings.push(`${file}: ${message}`);
  expect(await generateRepository(await loadRepository(root, API), { check: false, onWarning })).toBe(0);
  expect(read("packages/types/src/generated/types/wire/openapi.ts")).toContain("export type Pet");
  expect(read("packages/testing/src/generated/testing/index.ts")).toContain("@svc/testing/runtime");
  expect(existsSync(at("packages/client/src/generated/zod/index.ts"))).toBe(true);
  expect(existsSync(at("packages/testing/src/generated/msw/index.ts"))).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(/^packages\/client\/package\.json: lacks zod/),
    expect.stringMatching(/^packages\/client\/package\.json: has no \.\/zod/),
    expect.stringMatching(/^packages\/testing\/package\.json: lacks msw/),
    expect.stringMatching(/^packages\/testing\/package\.json: has no \.\/msw/),
  ]);
});

test("a bump where nothing is installed is refused, and nothing changes", async () => {
  await run("init", "--spec", document(), "--name", "acme");
  const before = state();
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(
    await run(
      "bump",
      document((d) => Object.assign(d.info, { version: "2.0.0" }), "next.json"),
    ),
  ).toBe(2);
  written.mockRestore();
  expect(printed).toContain("typescript: is not installed here");
  expect(state()).toBe(before);
});

test("a bump beside another one is refused", async () => {
  await run("init", "--spec", document(), "--name", "acme");
  mkdirSync(at(".tmp"));
  writeFileSync(at(".tmp/bump.lock"), String(process.ppid));
  expect(
    await run(
      "bump",
      document((d) => Object.assign(d.info, { version: "2.0.0" }), "next.json"),
    ),
  ).toBe(2);
  expect(printed).toContain("another bump is running");
});
