import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The fields of a `package.json` that a release reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: unknown;
  readonly exports?: unknown;
  readonly publishConfig?: { readonly [key: string]: unknown };
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
}

/** Files for those who write a package, not for those who install it. */
const STRAY =
  /(^src\/|\.(test|spec|test-d)\.|(^|\/)(tests?|__tests__|fixtures)\/|\.tsbuildinfo$|(^|\/)\.(env|npmrc)|\.tgz$)/;

/** Findings in an unpacked package, a line each. */
export function checkPacked(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const files = filesOf(folder);
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
  return [
    ...files.filter((file) => STRAY.test(file)).map((file) => `${file} is in the tarball; leave it out by "files"`),
    ...(files.includes("README.md") ? [] : ["there is no README.md"]),
    ...(manifest.license === undefined
      ? ['no "license": give the name of one by SPDX, such as MIT, or UNLICENSED']
      : []),
    ...targetsOf(manifest.exports)
      .filter((target) => !existsSync(join(folder, target)))
      .map((target) => `"exports" names ${target}, which is not in the tarball`),
    ...ranges
      .filter(([, range]) => /^(workspace|catalog|link|file):/.test(range))
      .map(([name, range]) => `depends on ${name} by ${range}, which cannot be installed elsewhere`),
  ].map((finding) => `${manifest.name}: ${finding}`);
}

/** Files that `exports` names. */
function targetsOf(exported: unknown): string[] {
  if (typeof exported === "string") return exported.includes("*") ? [] : [exported];
  return typeof exported === "object" && exported !== null ? Object.values(exported).flatMap(targetsOf) : [];
}

/** Files below a folder, by their paths from it. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}
