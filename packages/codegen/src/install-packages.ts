import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Packages that a generated tree imports, with their folders in this workspace. */
const PACKAGES: readonly (readonly [name: string, path: string])[] = [
  ["@svc/mcp", "packages/mcp"],
  ["@svc/client", "packages/client"],
  ["@svc/testing", "packages/testing"],
  ["@svc/types", "packages/types"],
  ["@svc/spec", "spec"],
];

/** Taken from this workspace, where it is installed: the peer that `arbitrary` needs. */
const PEERS = ["fast-check"];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: { readonly [name: string]: string };
}

/**
 * Puts copies of the packages that a generated tree imports into its `node_modules`, where no project around it has them:
 * the tree type-checks, runs and can be moved, and nothing in it leads back to this workspace.
 *
 * @returns what is missing, for people: the packages of this workspace that are not built; undefined where all is there
 */
export function installPackages(directory: string): string | undefined {
  const require = createRequire(join(directory, "package.json"));
  const isThere = (name: string): boolean =>
    (require.resolve.paths(name) ?? []).some(
      (folder) => !folder.startsWith(directory) && existsSync(join(folder, name, "package.json")),
    );
  const wanted = PACKAGES.filter(([name]) => !isThere(name));
  const unbuilt = wanted.filter(([, path]) => !existsSync(join(ROOT, path, "dist"))).map(([name]) => name);
  if (unbuilt.length > 0) {
    return `${unbuilt.join(", ")}: not built, so the tree does not type-check yet; build them (pnpm start) and generate again, or install them beside the tree`;
  }
  const installed = new Set<string>();
  for (const [name, path] of wanted) {
    const source = join(ROOT, path);
    const manifest = readManifest(source);
    const target = join(directory, "node_modules", name);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    cpSync(join(source, "dist"), join(target, "dist"), { recursive: true });
    // Without the conditions that lead to the sources, which stay where they are.
    writeFileSync(join(target, "package.json"), JSON.stringify(published(manifest), null, 2));
    for (const dependency of Object.keys(manifest.dependencies ?? {})) install(dependency, source);
  }
  for (const peer of PEERS) install(peer, ROOT);
  return undefined;

  function install(name: string, from: string): void {
    if (name.startsWith("@svc/") || isThere(name) || installed.has(name)) return;
    installed.add(name);
    const found = (createRequire(join(from, "package.json")).resolve.paths(name) ?? [])
      .map((folder) => join(folder, name))
      .find((folder) => existsSync(join(folder, "package.json")));
    if (found === undefined) return;
    const source = realpathSync(found);
    const target = join(directory, "node_modules", name);
    const manifest = readManifest(source);
    if (!existsSync(join(target, "package.json")) || readManifest(target).version !== manifest.version) {
      rmSync(target, { recursive: true, force: true });
      mkdirSync(dirname(target), { recursive: true });
      cpSync(source, target, {
        recursive: true,
        filter: (path) => !path.slice(source.length).includes("node_modules"),
      });
    }
    for (const dependency of Object.keys(manifest.dependencies ?? {})) install(dependency, source);
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** A manifest as it is published. */
function published(manifest: Manifest & { readonly publishConfig?: { readonly exports?: object } }): object {
  const { name, version, publishConfig } = manifest;
  return { name, version, type: "module", sideEffects: false, exports: publishConfig?.exports };
}
