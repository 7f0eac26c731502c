import type { ExportTarget, Manifest } from "./packages.ts";

const SOURCE = "@svc/source";

/**
 * Differences of the exports that are published from those that the workspace uses, which have one more condition for the
 * sources. Empty where they agree.
 */
export function exportDifferences(manifest: Manifest): string[] {
  const published = manifest.publishConfig?.exports ?? {};
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

/** Conditions in their order, without the one to leave out. A plain string is the condition `default`. */
function canonical(target: ExportTarget | undefined, leaveOut?: string): string | undefined {
  if (target === undefined) return undefined;
  const conditions = typeof target === "string" ? { default: target } : target;
  return JSON.stringify(Object.entries(conditions).filter(([condition]) => condition !== leaveOut));
}
