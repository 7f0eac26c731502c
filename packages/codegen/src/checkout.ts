import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { version } from "./stamp.ts";
import type { TreeHost } from "./tree-host.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** This checkout as the generator of trees. */
export const checkout: TreeHost = {
  command: "pnpm generate --spec FILE --out DIR",
  version: version(),
  install: linkPackages,
};

/**
 * The document that the packages' own tests were written against: it stays as it is when the service's changes, so that
 * a bump cannot break them.
 */
const SERVICE_FIXTURE = "engines/model/fixtures/service.yaml";

/** How the packages are generated. */
export interface PackagesOptions {
  /** Writes nothing, and compares. */
  readonly check: boolean;
  /** Prints what the document's operations store, and why. @default false */
  readonly explain?: boolean;
  /** Pages of the checkout that are made of other files, by their paths. */
  readonly pages: ReadonlyMap<string, string>;
}

/** Regenerates everything in the packages that depends on the document, and pages. Returns the exit code. */
export async function generatePackages({ pages, ...options }: PackagesOptions): Promise<number> {
  // The checkout as the generator of trees starts without them.
  const { generate } = await import("./generate.ts");
  const { readModel } = await import("./read-model.ts");
  const { checkoutLayout, fixtureLayout } = await import("./layouts/checkout.ts");
  const { publishPackages } = await import("./publish-packages.ts");
  const { model } = readModel(readFileSync(join(ROOT, SERVICE_FIXTURE), "utf8"), SERVICE_FIXTURE);
  return publishPackages({
    ...options,
    root: ROOT,
    layoutOf: (spec) => checkoutLayout(ROOT, spec, version()),
    more: [
      ...generate(model, fixtureLayout(ROOT, SERVICE_FIXTURE)),
      ...[...pages].map(([path, content]) => ({ path: join(ROOT, path), content })),
    ],
  });
}
/** Imports of a generated tree, and where this workspace has them. */
const PACKAGES: readonly (readonly [name: string, path: string])[] = [
  ["@svc/mcp", "packages/mcp"],
  ["@svc/client", "packages/client"],
  ["@svc/testing", "packages/testing"],
  ["fast-check", "node_modules/fast-check"],
];

/**
 * Makes the packages that a generated tree imports resolvable: where it lies outside of every project that has them
 * installed, they are linked from this workspace, so that the tree type-checks and runs as it is.
 */
export function linkPackages(directory: string): void {
  const require = createRequire(join(directory, "package.json"));
  for (const [name, path] of PACKAGES) {
    const paths = require.resolve.paths(name) ?? [];
    if (paths.some((folder) => existsSync(join(folder, name, "package.json")))) continue;
    const link = join(directory, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(ROOT, path)), link, "dir");
  }
}
