import { existsSync } from "node:fs";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { linkModules } from "./link-modules.ts";
import type { Script } from "./script.ts";

const TSCONFIG = {
  extends: join(ROOT, "tsconfig.base.json"),
  compilerOptions: {
    customConditions: [],
    isolatedDeclarations: false,
    declaration: false,
    // Readers paste a block into a file that goes on.
    noUnusedLocals: false,
    lib: ["es2024", "esnext.disposable", "dom", "dom.asynciterable", "dom.iterable"],
    types: ["node"],
  },
  include: ["*/*.ts"],
  exclude: ["runner"],
};

/** Modules that blocks may import beside the packages, as far as the workspace has them. */
const MODULES = [
  "@types/node",
  "vitest",
  "fast-check",
  "nock",
  "msw",
  "openapi-fetch",
  "redis",
  "ioredis",
  "undici",
  "oauth4webapi",
  "@opentelemetry/api",
] as const;

/** A project that has the packed packages and the files of pages, one folder for each page. */
export async function createProject(directory: string, scripts: readonly Script[]): Promise<string> {
  const project = join(directory, "project");
  await unpackTarballs(await packPackages(directory), project);
  await linkModules(MODULES, project);
  await linkFrom(join(ROOT, "checks/guides/peers/node_modules/axios"), join(project, "node_modules/axios"));
  await linkFrom(join(ROOT, "checks/node_modules/playwright-core"), join(project, "node_modules/playwright-core"));
  await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await cp(join(import.meta.dirname, "runner"), join(project, "runner"), { recursive: true });
  await cp(join(ROOT, "docs/guides/example-data.mjs"), join(project, "runner/example-data.mjs"));
  for (const { page, name, code } of scripts) {
    await mkdir(join(project, page.folder), { recursive: true });
    await writeFile(join(project, page.folder, name), code);
  }
  return project;
}

async function linkFrom(source: string, target: string): Promise<void> {
  if (!existsSync(source) || existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  await symlink(source, target, "junction");
}
