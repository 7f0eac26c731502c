import { existsSync } from "node:fs";
import { cp, mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { FAKE_URL } from "@svc/codegen/pages";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { generateSdk } from "../from-source.ts";
import { ENV } from "./run-scripts.ts";
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
  "undici",
  "oauth4webapi",
  "@opentelemetry/api",
  ...["client", "node", "server"].map((name) => `@modelcontextprotocol/${name}`),
] as const;

/** A project that has the packed packages and the files of pages, one folder for each page. */
export async function createProject(directory: string, scripts: readonly Script[]): Promise<string> {
  const project = join(directory, "project");
  await unpackTarballs(await packPackages(directory), project);
  await linkModules(MODULES, project);
  for (const name of ["playwright-core", "ynab"])
    await linkFrom(join(ROOT, "checks/node_modules", name), join(project, "node_modules", name));
  await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await cp(join(import.meta.dirname, "runner"), join(project, "runner"), { recursive: true });
  await cp(join(ROOT, "docs/guides/example-data.mjs"), join(project, "runner/example-data.mjs"));
  for (const { page, name, code } of scripts) {
    await mkdir(join(project, page.folder), { recursive: true });
    await writeFile(join(project, page.folder, name), code.replaceAll(FAKE_URL, ENV["SVC_BASE_URL"] ?? ""));
    if (code.includes('"./sdk/testing/')) await makeSdk(join(project, page.folder));
  }
  return project;
}

/** The SDK that a guide makes of a vendor's document, which is there once. */
async function makeSdk(cwd: string): Promise<void> {
  if (existsSync(join(cwd, "sdk"))) return;
  const spec = join(cwd, "ynab.yml");
  await writeFile(spec, brotliDecompressSync(await readFile(join(ROOT, "checks/clients/documents/ynab.yml.br"))));
  await generateSdk({ spec, out: "sdk", name: "ynab", cwd });
}

async function linkFrom(source: string, target: string): Promise<void> {
  if (!existsSync(source) || existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  await symlink(source, target, "junction");
}

/** Where the workspace has its third-party modules. */
const SOURCES = ["", "packages/testing/", "packages/client/", "packages/mcp/", "checks/"].map(
  (folder) => `${folder}node_modules`,
);

/**
 * Links modules that the workspace has into `project/node_modules`, where they are not there already.
 *
 * @throws Error naming a module that the workspace does not have
 */
async function linkModules(names: readonly string[], project: string): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const target = join(project, "node_modules", name);
      if (existsSync(target)) return;
      const source = SOURCES.map((folder) => join(ROOT, folder, name)).find((path) => existsSync(path));
      if (source === undefined) throw new Error(`${name} is not installed in the workspace`);
      await mkdir(dirname(target), { recursive: true });
      await symlink(await realpath(source), target, "junction");
    }),
  );
}
