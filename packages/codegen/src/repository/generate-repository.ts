import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "@svc/model";
import type { Emitter } from "../emitter.ts";
import { repositoryLayout } from "../layouts/repository.ts";
import { type PackagesRun, publishPackages } from "../publish-packages.ts";
import type { ApiRepository } from "./load-repository.ts";

/** Generates the packages of a repository from its `spec` folder. Returns the exit code. */
export function generateRepository(
  repository: ApiRepository,
  { check, onWarning }: Pick<PackagesRun, "check" | "onWarning">,
): Promise<number> {
  const { root, config } = repository;
  for (const warning of missingInManifests(repository)) onWarning(warning);
  return publishPackages({ root, config, layoutOf: () => repositoryLayout(repository), check, onWarning });
}

interface Manifest {
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly exports?: { readonly [entry: string]: unknown };
}

/** Part of an emitter that a manifest has to agree with. */
type Needs = Pick<Emitter, "part" | "dependencies" | "entries">;

/**
 * Dependencies and exports that the configuration asks for, and that the manifests lack: those belong to the repository's people.
 */
function missingInManifests({ root, config }: ApiRepository): Finding[] {
  return (config.emitters ?? []).flatMap((needs) => missing(root, needs));
}

function missing(root: string, { part = "client", dependencies = {}, entries = [] }: Needs): Finding[] {
  const file = `packages/${part}/package.json`;
  const manifest = readManifest(join(root, file));
  const present = { ...manifest.dependencies, ...manifest.peerDependencies };
  const lacking = Object.entries(dependencies).filter(([name]) => !Object.hasOwn(present, name));
  const unexported = entries.filter((path) => !Object.hasOwn(manifest.exports ?? {}, entryOf(path)));
  const ofDependency = ([name, range]: readonly [string, string]): Finding => {
    return { file, pointer: "/dependencies", message: `lacks ${name} ${range}, which generated files import; add it` };
  };
  const ofEntry = (path: string): Finding => {
    return { file, pointer: "/exports", message: `has no ${entryOf(path)}; add it as ./dist/generated/${path}.js` };
  };
  return [...lacking.map(ofDependency), ...unexported.map(ofEntry)];
}

function entryOf(path: string): string {
  return `./${path.replace(/\/index$/, "")}`;
}

function readManifest(file: string): Manifest {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}
