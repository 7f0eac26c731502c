import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type PackedRepository, versionDifferences } from "@svc/codegen/release";
import { writeInside } from "@svc/codegen/workspace";
import ts from "typescript";
import { must } from "../toolkit/run-command.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";
import { type Budgets, budgetFor, type Figures, overBudget, type Surface, surfaceDifferences } from "./figures.ts";
import { exportDifferences } from "./packed/exports-agree.ts";
import { importExports } from "./packed/import-exports.ts";
import { lintContent } from "./packed/lint-content.ts";
import { lintTarball } from "./packed/lint-tarball.ts";
import { packPackages } from "./packed/pack-packages.ts";
import { type Manifest, publishedPackages } from "./packed/packages.ts";
import { unpackTarballs } from "./packed/unpack-tarballs.ts";

const BUDGET_FILE = "scripts/release/budget.json";
const SURFACE_FILE = "scripts/release/exports.json";

/** Files to write instead of comparing with them. */
export interface Update {
  readonly budget: boolean;
  readonly exports: boolean;
}

/**
 * Packs every published package into `directory`, and holds each tarball against everything that is asked of it.
 *
 * @param options.update what to write down instead of comparing with it
 */
export async function inspectPackages(directory: string, options: { update: Update }): Promise<PackedRepository> {
  const tarballs = await packPackages(directory);
  const project = join(directory, "unpacked");
  const manifests = await unpackTarballs(tarballs, project);
  const { findings } = await importExports(manifests, project);
  findings.push(...publishedPackages().flatMap(({ manifest }) => exportDifferences(manifest)));
  const figures: Figures[] = [];
  for (const [index, tarball] of tarballs.entries()) {
    const manifest = manifests[index] ?? tarball.package.manifest;
    const unpacked = join(project, "node_modules", manifest.name);
    findings.push(...(await lintContent(manifest, unpacked)), ...(await lintTarball(tarball)));
    figures.push(await measureTarball(manifest, tarball.file, unpacked));
  }
  if (options.update.budget) writeByName(BUDGET_FILE, figures, budgetFor);
  if (options.update.exports) writeByName(SURFACE_FILE, figures, (one) => one.exports);
  const budgets = readJson(BUDGET_FILE) as Budgets;
  const surface = readJson(SURFACE_FILE) as Surface;
  findings.push(...figures.flatMap((one) => [...overBudget(one, budgets), ...surfaceDifferences(one, surface)]));
  findings.push(...versionDifferences(figures));
  const packages = figures.map((one, index) => ({ ...one, size: one.packed, tarball: tarballs[index]?.file ?? "" }));
  return { packages, findings };
}

function writeByName(file: string, figures: readonly Figures[], value: (one: Figures) => unknown): void {
  const entries = Object.fromEntries(figures.map((one) => [one.name, value(one)]));
  writeInside(ROOT, file, `${JSON.stringify(entries, null, 2)}\n`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8"));
}

/**
 * Writes a bill of materials in CycloneDX for each package into `directory`: what is installed with it, by the lock file.
 *
 * @returns their paths
 * @throws Error with what the package manager said, or where one is missing
 */
export async function writeSboms(names: readonly string[], directory: string): Promise<string[]> {
  const filters = names.map((name) => `--filter=${name}`);
  const out = join(directory, "%s-%v.cdx.json");
  const command = [...TOOLS.pnpm, "sbom", "--sbom-format", "cyclonedx", "--prod", "--split", "--out", out, ...filters];
  const { output } = await must(command, ROOT);
  const files = (await readdir(directory)).filter((file) => file.endsWith(".cdx.json")).sort();
  if (files.length !== names.length) throw new Error(`There is no bill of materials:\n${output}`);
  return files.map((file) => join(directory, file));
}

const PRINTER = ts.createPrinter({ removeComments: true });

/** Characters of a declaration that are kept; what a longer one has beyond them is kept as a hash. */
const LONGEST_DECLARATION = 1000;

/** Measures a packed package: the tarball, and what was unpacked from it into `directory`. */
async function measureTarball(manifest: Manifest, tarball: string, directory: string): Promise<Figures> {
  const sizes = await fileSizes(directory);
  return {
    name: manifest.name,
    version: manifest.version,
    files: sizes.length,
    packed: (await stat(tarball)).size,
    unpacked: sizes.reduce((sum, size) => sum + size, 0),
    dependencies: Object.keys(manifest.dependencies ?? {}).sort(),
    exports: exportedNames(manifest, directory),
  };
}

async function fileSizes(directory: string): Promise<number[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(directory.length).includes("node_modules"));
  return Promise.all(files.map(async (file) => (await stat(file)).size));
}

/** Exported names and declarations of each entry with types, as the compiler resolves them. */
function exportedNames(manifest: Manifest, directory: string): Figures["exports"] {
  const typed = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === "object" && target["types"] !== undefined
      ? [{ subpath, file: join(directory, target["types"]) }]
      : [],
  );
  const program = ts.createProgram(
    typed.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, noEmit: true, skipLibCheck: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const declarations = (file: string): Record<string, string> => {
    const source = program.getSourceFile(file);
    const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`${manifest.name}: ${file} is no module`);
    const entries = checker.getExportsOfModule(symbol).map((one) => [one.name, declarationOf(one, checker)] as const);
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([name, text]) => [name, text.replaceAll(`"${manifest.version}"`, "VERSION")]),
    );
  };
  return Object.fromEntries(typed.map(({ subpath, file }) => [subpath, declarations(file)]));
}

/** A declaration without comments and line breaks, and no more of it than people read. */
function declarationOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const text = (target.declarations ?? [])
    .map((node) => PRINTER.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))
    .join(" ")
    .replace(/\s+/g, " ");
  if (text.length <= LONGEST_DECLARATION) return text;
  return `${text.slice(0, LONGEST_DECLARATION)} … ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}
