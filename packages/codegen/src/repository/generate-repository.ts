import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "@svc/model";
import type { Emitter, Files } from "../emitter.ts";
import { clientEmitter, entriesOf, testingEmitter } from "../emitters/tree-emitters.ts";
import { repositoryLayout } from "../layouts/repository.ts";
import { type PackagesRun, printWarning, publishPackages } from "../publish-packages.ts";
import type { Output } from "../write/replace-outputs.ts";
import type { ApiRepository } from "./load-repository.ts";

/** Generates the packages of a repository from its `spec` folder. Returns the exit code. */
export function generateRepository(
  repository: ApiRepository,
  { check, onWarning = printWarning }: Pick<PackagesRun, "check" | "onWarning">,
): Promise<number> {
  const { root, config } = repository;
  return publishPackages({
    ...{ root, config, check, onWarning },
    layoutOf: () => repositoryLayout(repository),
    onOutputs: (outputs) => missingInManifests(repository, outputs).forEach(onWarning),
  });
}

interface Manifest {
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly exports?: { readonly [entry: string]: unknown };
}

/** Part of an emitter that a manifest has to agree with. */
type Needs = Pick<Emitter, "part" | "dependencies" | "entries">;

/** Dependencies and exports that generated files ask for, and that the manifests lack: those belong to the repository's people. */
function missingInManifests({ root, config }: ApiRepository, outputs: readonly Output[]): Finding[] {
  return [clientEmitter, testingEmitter, ...(config.emitters ?? [])].flatMap((needs) => {
    const { part = needs.name === "testing" ? "testing" : "client" } = needs;
    return missing(root, { ...needs, part, entries: entriesOf([needs], generatedIn(part, { root, outputs })) });
  });
}

function missing(root: string, { part, dependencies = {}, entries = [] }: Needs): Finding[] {
  const file = `packages/${part}/package.json`;
  const manifest = readManifest(join(root, file));
  const present = { ...manifest.dependencies, ...manifest.peerDependencies };
  const lacking = Object.entries(dependencies).filter(([name]) => !Object.hasOwn(present, name));
  const exported = manifest.exports ?? {};
  const unexported = entries.filter(
    (path) => path !== `${part}/index` && !Object.hasOwn(exported, entryOf(path, part)),
  );
  const ofDependency = ([name, range]: readonly [string, string]): Finding => {
    return { file, pointer: "/dependencies", message: `lacks ${name} ${range}, which generated files import; add it` };
  };
  const ofEntry = (path: string): Finding => {
    return {
      file,
      pointer: "/exports",
      message: `has no ${entryOf(path, part)}; add it as ./dist/generated/${path}.js`,
    };
  };
  return [...lacking.map(ofDependency), ...unexported.map(ofEntry)];
}

/** The generated files of a package of a repository. */
export function generatedIn(
  name: string,
  { root, outputs }: { readonly root: string; readonly outputs: readonly Output[] },
): Files {
  const path = join(root, "packages", name, "src/generated");
  const content = outputs.find((output) => output.path === path)?.content ?? "";
  return typeof content === "string" ? new Map() : content;
}

/** `./zod` of `zod/index`, and `./downloads` of `client/downloads` in the package of the client. */
function entryOf(path: string, part = "client"): string {
  return `./${path.replace(/\/index$/, "").replace(new RegExp(`^${part}/`), "")}`;
}

function readManifest(file: string): Manifest {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}
