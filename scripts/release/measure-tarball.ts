import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import type { Figures } from "./figures.ts";
import type { Manifest } from "./packed/packages.ts";

const PRINTER = ts.createPrinter({ removeComments: true });

/** Characters of a declaration that are kept; what a longer one has beyond them is kept as a hash. */
const LONGEST_DECLARATION = 1000;

/** Measures a packed package: the tarball, and what was unpacked from it into `directory`. */
export async function measureTarball(manifest: Manifest, tarball: string, directory: string): Promise<Figures> {
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
