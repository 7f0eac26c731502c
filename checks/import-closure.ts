import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "../scripts/toolkit/tools.ts";

const SOURCE = "@svc/source";
const PACKAGES = [
  "packages/testing",
  "packages/types",
  "engines/model",
  "engines/schema",
  "engines/fastapi-validation",
];

/** Files that a module loads by itself, and those that they load: static imports, types aside. Paths below the root. */
export function importClosure(entry: string): string[] {
  const exported = exportsOf([...PACKAGES, "engines/resources", "spec"]);
  const seen = new Set<string>();
  const waiting = [join(ROOT, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of importsOf(readFileSync(file, "utf8"))) {
      const found = specifier.startsWith(".") ? resolve(dirname(file), specifier) : exported.get(specifier);
      if (found !== undefined && existsSync(found)) waiting.push(found);
    }
  }
  return [...seen].map((file) => relative(ROOT, file)).sort();
}

/** Modules that a text imports for more than their types. */
function importsOf(text: string): string[] {
  const all = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^;"']*?)\s+from\s+)?["']([^"']+)["']/gm);
  return [...all].flatMap(([, names = "", specifier = ""]) => {
    const only = /^\{([^{}]*)\}$/.exec(names.trim())?.[1];
    const isTypes = only?.split(",").every((name) => /^\s*(?:type\s|$)/.test(name));
    return isTypes === true ? [] : [specifier];
  });
}

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Source files by the specifiers of workspace packages. */
function exportsOf(directories: readonly string[]): ReadonlyMap<string, string> {
  const entries = directories.flatMap((directory) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, directory, "package.json"), "utf8"));
    return Object.entries((manifest.exports ?? {}) as Exports).flatMap(([name, target]): [string, string][] => {
      const file = typeof target === "string" ? target : target[SOURCE];
      return file === undefined ? [] : [[manifest.name + name.slice(1), join(ROOT, directory, file)]];
    });
  });
  return new Map(entries);
}
