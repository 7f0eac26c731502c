import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WithRepository } from "../../toolkit/repository-url.ts";
import { ROOT } from "../../toolkit/tools.ts";

/** A value of `exports`: a file, or files by condition. */
export type ExportTarget = string | { readonly [condition: string]: string };

/** The fields of a `package.json` that are read here. */
export interface Manifest extends WithRepository {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly sideEffects?: boolean;
  readonly exports: { readonly [subpath: string]: ExportTarget };
  readonly publishConfig?: { readonly exports?: { readonly [subpath: string]: ExportTarget } };
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
}

/** A published package of the workspace. */
export interface Package {
  /** Absolute path. */
  readonly directory: string;
  readonly manifest: Manifest;
}

/** The folders of the packages that are published, each before those that depend on it. */
const FOLDERS = ["spec", ...["types", "client", "testing", "mcp", "codegen"].map((name) => `packages/${name}`)];

/** The packages that are published, each before those that depend on it. */
export function publishedPackages(): Package[] {
  return FOLDERS.map((folder) => readPackage(join(ROOT, folder)));
}

/** Reads the manifest in a folder. */
export function readPackage(directory: string): Package {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
  return { directory, manifest };
}
