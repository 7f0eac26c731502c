import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Model } from "@svc/model";
import { decodingOf, directedModel, emitOperationList, emitUnknowns, type Target } from "../emit/index.ts";
import { emitOperationPages } from "../emit/pages/emit-operation-pages.ts";
import { PLAIN } from "../emit/pages/page-context.ts";
import type { EmitContext, Emitter, Files } from "../emitter.ts";
import { clientEmitter, testingEmitter, typesEmitter } from "../emitters/tree-emitters.ts";
import { checkValidation, emitAll, targetOf } from "../generate-tree.ts";
import { LEDGER, loadSpec, writeLedger } from "../load-spec.ts";
import { type Markdown, md, ts } from "../quote/index.ts";
import { refuseStaleDeclarations } from "../stale-declarations.ts";
import { publish } from "../write/publish.ts";
import type { Output } from "../write/replace-outputs.ts";
import type { ApiRepository } from "./load-repository.ts";

/** The command in the first line of each generated file. */
const COMMAND = "svc-codegen";

/** How the packages of a repository are generated. */
export interface GenerateOptions {
  /** Writes nothing, and compares. */
  readonly check: boolean;
  /** Told of what the author of the document should know. */
  readonly onWarning: (warning: Finding) => void;
}

/** Generates the packages of a repository from its `spec` folder. Returns the exit code. */
export async function generateRepository(
  repository: ApiRepository,
  { check, onWarning }: GenerateOptions,
): Promise<number> {
  const { root, config } = repository;
  const spec = await loadSpec(join(root, "spec"), root, config);
  refuseStaleDeclarations(spec.model, spec);
  spec.unmatched.forEach(onWarning);
  for (const warning of missingInManifests(repository)) onWarning(warning);
  return publish(repositoryOutputs(repository, spec.model), { check, root, command: COMMAND });
}

/** Everything in a repository that is generated: each package's `src/generated`, pages, and the names that were given. */
export function repositoryOutputs({ root, sdk, scope, config }: ApiRepository, model: Model): Output[] {
  const { emitters = [], ...options } = config;
  checkValidation(config);
  const typed = directedModel(model);
  const decoding = decodingOf(typed, config);
  const plain = targetOf(model, { sdk, command: COMMAND, types: `${scope}/types`, pagination: config.pagination });
  const target = decoding ? { ...plain, decoding, wireTypes: `${scope}/types/wire` } : plain;
  const context: EmitContext = { sdk, target, typed, options };
  const filesOf = (...all: readonly Emitter[]): Files => emitAll(all, model, context);
  // The fake is a package of its own.
  const ofClient = [clientEmitter, ...emitters.filter(({ part = "client" }) => part === "client")];
  const banner = target.markdownBanner ?? md``;
  const generated = (name: string, content: Files): Output => ({
    path: join(root, "packages", name, "src/generated"),
    content,
  });
  return [
    generated("types", new Map([[WIRE, sameTypes(target)], ...filesOf(typesEmitter)])),
    generated("client", emitAll(ofClient, model, { ...context, options: { ...options, parts: ["client"] } })),
    generated("testing", filesOf(testingEmitter, ...emitters.filter(({ part }) => part === "testing"))),
    { path: join(root, "docs/generated"), content: pagesOf(model, { ...target, scope, banner }) },
    { path: join(root, "spec/UNKNOWNS.md"), content: emitUnknowns(model, banner) },
    { path: join(root, "spec", LEDGER), content: writeLedger(model) },
  ];
}

/** Module of the types of what travels, which `@acme/types/wire` is. */
const WIRE = "types/wire/index.ts";

/** Where nothing is decoded, what travels has the types of the others. */
function sameTypes({ banner }: Target): string {
  return ts`
    ${banner}
    export type * from "../index.ts";
  `;
}

/** The operations: as a list for programs, and as pages that show well wherever Markdown does. */
function pagesOf(
  model: Model,
  { sdk, scope, banner, pagination }: Pick<ApiRepository, "sdk" | "scope"> & Banner & Pick<Target, "pagination">,
): Files {
  const testing = `${scope}/testing`;
  const pages = emitOperationPages({
    model,
    sdk,
    pagination,
    modules: { client: `${scope}/client`, testing, build: testing },
    fake: "pnpm --dir packages/testing exec svc-fake --port 4010 --spec ../../spec/openapi.yaml",
    banner,
    list: "operations.md",
    folder: "operations/",
    unknowns: "../../../spec/UNKNOWNS.md",
    layout: PLAIN,
  });
  return new Map([["operations.json", emitOperationList(model)], ...pages]);
}

interface Banner {
  readonly banner: Markdown;
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
