import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { budgetFor, overBudget, surfaceDifferences } from "./compare-figures.ts";
import type { Budgets, Figures, Surface } from "./figures.ts";
import { measureTarball } from "./measure-tarball.ts";
import { exportDifferences } from "./packed/exports-agree.ts";
import { importExports } from "./packed/import-exports.ts";
import { lintContent } from "./packed/lint-content.ts";
import { lintTarball } from "./packed/lint-tarball.ts";
import { packPackages, type Tarball } from "./packed/pack-packages.ts";
import { publishedPackages } from "./packed/packages.ts";
import { unpackTarballs } from "./packed/unpack-tarballs.ts";
import type { Publishable } from "./publish-tarballs.ts";

const BUDGET_FILE = join(import.meta.dirname, "budget.json");
const SURFACE_FILE = join(import.meta.dirname, "exports.json");

/** What {@link inspectPackages} found. */
export interface Inspection {
  readonly tarballs: readonly Tarball[];
  readonly figures: readonly Figures[];
  /** A line for each thing that keeps the packages from being published. */
  readonly findings: readonly string[];
}

/** What is written down anew. */
export interface Update {
  readonly budget: boolean;
  readonly exports: boolean;
}

/** What `pnpm svc release check --keep DIR` leaves in `DIR/inspection.json`. */
export interface KeptInspection {
  readonly figures: readonly (Figures & Publishable)[];
  readonly findings: readonly string[];
}

/**
 * Packs every published package into `directory`, and holds each tarball against everything that is asked of it.
 *
 * @param options.update what to write down instead of comparing with it
 */
export async function inspectPackages(directory: string, options: { update: Update }): Promise<Inspection> {
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
  return { tarballs, figures, findings: [...findings, ...versionDifferences(figures)] };
}

/** The packages are released together: one version for all. */
function versionDifferences(figures: readonly Figures[]): string[] {
  const versions = new Set(figures.map(({ version }) => version));
  return versions.size === 1 ? [] : [`the packages have different versions: ${[...versions].join(", ")}`];
}

function writeByName(file: string, figures: readonly Figures[], value: (one: Figures) => unknown): void {
  const entries = Object.fromEntries(figures.map((one) => [one.name, value(one)]));
  writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
