import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { availableNodes } from "../../scripts/release/packed/import-exports.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { codeBlocks } from "../readme/code-blocks.ts";

const DOCUMENT = join(ROOT, "engines/model/fixtures/documents/train-travel.json");

/** Tools that a repository declares, taken from the workspace: nothing is downloaded. */
const TOOLS = ["typescript", "vitest", "@types/node"];

/**
 * Makes a repository with the packed generator, as `svc-codegen init` does in an empty folder, and goes through its first day: the
 * first call, its tests, a bump.
 *
 * @param project folder that has the unpacked packages in its `node_modules`
 * @returns a line for each thing that is not as it has to be
 */
export async function tryRepository(project: string): Promise<string[]> {
  const root = join(project, "repository");
  mkdirSync(root);
  const node = (...args: readonly string[]) => runCommand([process.execPath, ...args], { cwd: root });
  // The Node.js of the machine may be older than that of the tooling.
  const oldest = availableNodes().at(-1) ?? process.execPath;
  const bin = join(project, "node_modules/@svc/codegen/dist/bin.js");
  const codegen = (...args: readonly string[]) => runCommand([oldest, bin, ...args], { cwd: root });
  const tool = (path: string, ...args: readonly string[]) => node(join(ROOT, "node_modules", path), ...args);
  const findings: string[] = [];
  type Result = Awaited<ReturnType<typeof runCommand>>;
  const expect = (what: string, { code, output }: Result, isFine = code === 0): void => {
    if (!isFine) findings.push(`repository made by init: ${what} (exit code ${code}):\n${output}`);
  };

  expect("init", await codegen("init", "--spec", DOCUMENT, "--name", "acme"));
  linkPackages(root);
  expect("generated files", await codegen("--check"));
  const programs = writePrograms(root);
  expect("types and build", await tool("typescript/bin/tsc", "-b"));
  expect("the tests on its pages", await node("--input-type=module", "--eval", programs));
  const first = await node("examples/quickstart/dist/main.js");
  expect("the first call", first, first.code === 0 && first.output.includes("1 call, handled by the fake"));
  expect("its tests", await tool("vitest/vitest.mjs", "run", "--root", root));

  const bumped = await codegen("bump", nextDocument(project));
  const changeset = readText(join(root, ".changeset/document-1.1.0.md"));
  expect("a bump", bumped, bumped.code === 0 && /"@acme\/client": patch[\s\S]*`Station\.lift`/.test(changeset));
  expect("generated files after a bump", await codegen("--check"));
  expect("types after a bump", await tool("typescript/bin/tsc", "-b"));
  return findings;
}

/** Links what a package manager would install: the tools, and the packages of the repository. */
function linkPackages(root: string): void {
  const links = [
    ...TOOLS.map((name) => [name, join(ROOT, "node_modules", name)] as const),
    ...["types", "client", "testing"].map((name) => [`@acme/${name}`, join(root, "packages", name)] as const),
  ];
  for (const [name, target] of links) {
    const link = join(root, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, "junction");
  }
}

/** Writes the programs of the pages beside the example, which `tsc -b` compiles. Returns a program that runs those that need no server. */
function writePrograms(root: string): string {
  const pages = join(root, "docs/generated/operations");
  return readdirSync(pages)
    .flatMap((page) =>
      codeBlocks(readText(join(pages, page)))
        .filter(({ language }) => language === "ts")
        .map(({ code }, index) => {
          const name = `${page}-${index}`;
          writeFileSync(join(root, "examples/quickstart/src", `${name}.ts`), code);
          return code.includes("const fake =") ? `await import("./examples/quickstart/dist/${name}.js");` : "";
        }),
    )
    .join("\n");
}

/** A file with the next version of the document, which has one more property. */
function nextDocument(project: string): string {
  const document = JSON.parse(readFileSync(DOCUMENT, "utf8"));
  document.components.schemas.Station.properties.lift = { type: "boolean" };
  document.info.version = "1.1.0";
  const file = join(project, "next.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
