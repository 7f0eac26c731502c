import type { ExportTarget, Manifest } from "./packages.ts";

const SOURCE = "@svc/source";

/**
 * Differences of the exports that are published from those that the workspace uses, which have one more condition for the
 * sources. Empty where they agree. What the workspace uses as sources only (`./src/x.ts`) is published as `./dist/x.js`, or
 * not at all.
 */
export function exportDifferences(manifest: Manifest): string[] {
  const published = manifest.publishConfig?.exports ?? {};
  if (manifest.exports["."] === "./src/index.ts") return sourceDifferences(manifest, published);
  const subpaths = new Set([...Object.keys(manifest.exports), ...Object.keys(published)]);
  return [...subpaths].flatMap((subpath) => {
    const expected = canonical(manifest.exports[subpath], SOURCE);
    const actual = canonical(published[subpath]);
    if (expected === actual) return [];
    return [
      `${manifest.name}: publishConfig.exports["${subpath}"] is ${actual ?? "missing"}, expected ${expected ?? "nothing"}`,
    ];
  });
}

/** The same for a package that the workspace runs from its sources. */
function sourceDifferences({ name, exports }: Manifest, published: Manifest["exports"]): string[] {
  return Object.entries(published).flatMap(([subpath, target]) => {
    const source = exports[subpath];
    const built = (extension: string): string | undefined =>
      typeof source === "string" ? source.replace(/^\.\/src\/(.*)\.ts$/, `./dist/$1.${extension}`) : undefined;
    const expected =
      source === target ? canonical(target) : canonical({ types: `${built("d.ts")}`, default: `${built("js")}` });
    if (canonical(target) === expected) return [];
    return [`${name}: publishConfig.exports["${subpath}"] is ${canonical(target)}, expected ${expected}`];
  });
}

/** Conditions in their order, without the one to leave out. A plain string is the condition `default`. */
function canonical(target: ExportTarget | undefined, leaveOut?: string): string | undefined {
  if (target === undefined) return undefined;
  const conditions = typeof target === "string" ? { default: target } : target;
  return JSON.stringify(Object.entries(conditions).filter(([condition]) => condition !== leaveOut));
}
