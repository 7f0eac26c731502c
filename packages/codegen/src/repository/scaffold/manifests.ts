import { STRICT_OPTIONS } from "../../emit/tree/tree-project.ts";
import type { Emitter } from "../../emitter.ts";
import { clientEmitter, testingEmitter } from "../../emitters/tree-emitters.ts";
import { json } from "../../quote/index.ts";
import type { PackageName } from "../load-repository.ts";
import type { ScaffoldFacts } from "./facts.ts";

/** Package manager that the scripts are run with. */
const PNPM = "12.x";

/** Scripts of the root. */
export const rootScripts = {
  start: "tsc -b && node examples/quickstart/dist/main.js",
  test: "svc-codegen --check && tsc -b && vitest run",
  generate: "svc-codegen",
  build: "tsc -b",
  "spec:diff": "svc-codegen diff",
  "spec:bump": "svc-codegen bump",
  "docs:build": "tsc -b && typedoc",
  "release:rehearse": "svc-codegen release rehearse",
  "release:version": "svc-codegen release version",
  "release:publish": "svc-codegen release publish",
} as const;

/** `package.json` of the root: two commands to begin with, and those of a bump and of a release. */
export function rootManifest({ sdk, version }: ScaffoldFacts): string {
  return json({
    name: `${sdk.kebab}-sdk`,
    private: true,
    type: "module",
    devEngines: { packageManager: { name: "pnpm", version: PNPM, onFail: "ignore" } },
    workspaces: ["packages/*", "examples/*"],
    scripts: rootScripts,
    devDependencies: {
      "@changesets/cli": "^2.29.0",
      "@svc/codegen": `^${version}`,
      "@types/node": "^22.0.0",
      typedoc: "^0.28.0",
      typescript: "~5.9.3",
      vitest: "^4.0.0",
    },
  });
}

/** `pnpm-workspace.yaml`: `pnpm start` and `pnpm test` install by themselves. */
export const PNPM_WORKSPACE = `packages:
  - packages/*
  - examples/*

# The first commands in a fresh clone are pnpm start and pnpm test: pnpm installs by itself.
verifyDepsBeforeRun: install

# The packages are linked, not downloaded.
linkWorkspacePackages: true

allowBuilds:
  esbuild: false
`;

const DESCRIPTIONS: { readonly [name in PackageName]: string } = {
  types: "Types of the API.",
  client: "Typed client of the API.",
  testing: "Fake of the API for test suites, with builders of its values.",
};

/** Exports of a package by their names: the module in `dist`, without extension. */
const EXPORTS: { readonly [name in PackageName]: { readonly [entry: string]: string } } = {
  types: { ".": "index", "./wire": "generated/types/wire/index" },
  client: { ".": "index", ...furtherEntries(clientEmitter) },
  testing: { ".": "index", ...furtherEntries(testingEmitter) },
};

/** The modules of an emitter beside its first: `client/functions` is `./functions`. */
function furtherEntries({ entries = [] }: Emitter): { readonly [entry: string]: string } {
  return Object.fromEntries(entries.slice(1).map((path) => [`./${path.split("/")[1]}`, `generated/${path}`]));
}

/** `package.json` of a package that is published. */
export function packageManifest(name: PackageName, { scope, version, released }: ScaffoldFacts): string {
  const dependencies: { readonly [name in PackageName]: object } = {
    types: {},
    client: { [`${scope}/types`]: `^${released}`, "@svc/client": `^${version}` },
    testing: { [`${scope}/types`]: `^${released}`, "@svc/testing": `^${version}` },
  };
  const entries = Object.entries(EXPORTS[name]).map(([entry, path]) => [
    entry,
    { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` },
  ]);
  return json({
    name: `${scope}/${name}`,
    version: released,
    description: DESCRIPTIONS[name],
    license: "UNLICENSED",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    files: ["dist", "!dist/**/*.test.*"],
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
    publishConfig: { access: "public" },
    ...(name !== "types" && { dependencies: dependencies[name] }),
    ...(name === "testing" && {
      peerDependencies: { "fast-check": "^3 || ^4" },
      peerDependenciesMeta: { "fast-check": { optional: true } },
    }),
  });
}

/** `package.json` of the example. */
export function exampleManifest({ scope }: ScaffoldFacts): string {
  return json({
    name: "quickstart",
    private: true,
    type: "module",
    dependencies: { [`${scope}/client`]: "*", [`${scope}/testing`]: "*" },
  });
}

/** `tsconfig.base.json`. */
export function baseConfig(): string {
  return json({
    compilerOptions: {
      ...STRICT_OPTIONS,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
      composite: true,
      types: [],
    },
  });
}

/** `tsconfig.json` of the root: everything that `tsc -b` builds. */
export function rootConfig(): string {
  const folders = ["packages/types", "packages/client", "packages/testing", "examples/quickstart"];
  return json({ files: [], references: folders.map((path) => ({ path })) });
}

/** `tsconfig.json` of a folder that is built into its `dist`. */
export function folderConfig(references: readonly string[], types: readonly string[] = []): string {
  const depth = "../../tsconfig.base.json";
  const compilerOptions = { rootDir: "src", outDir: "dist", ...(types.length > 0 && { types }) };
  return json({
    extends: depth,
    compilerOptions,
    include: ["src"],
    ...(references.length > 0 && { references: references.map((path) => ({ path })) }),
  });
}

/** `.changeset/config.json`: all packages are released under one version. */
export function changesetConfig(scope: string): string {
  return json({
    changelog: "@changesets/cli/changelog",
    commit: false,
    fixed: [[`${scope}/types`, `${scope}/client`, `${scope}/testing`]],
    linked: [],
    access: "public",
    baseBranch: "main",
    updateInternalDependencies: "patch",
    privatePackages: { version: false, tag: false },
    ignore: [],
  });
}

/** `typedoc.json`: a site of the guide, the pages of operations, and the types of client and fake. */
export function typedocConfig({ title }: ScaffoldFacts): string {
  return json({
    name: title,
    entryPoints: ["packages/client/src/index.ts", "packages/testing/src/index.ts"],
    projectDocuments: ["docs/generated/operations.md", "docs/generated/operations/*.md"],
    tsconfig: "docs/tsconfig.json",
    out: "docs/dist",
    readme: "docs/guide.md",
    // The guide has a heading of its own.
    headings: { readme: false },
    highlightLanguages: ["bash", "json", "typescript"],
    hideGenerator: true,
    excludeExternals: true,
    skipErrorChecking: true,
  });
}

/** `docs/tsconfig.json`: typedoc reads the sources as one program. */
export function docsConfig(): string {
  return json({
    extends: "../tsconfig.base.json",
    compilerOptions: { composite: false, noEmit: true },
    include: ["../packages/*/src"],
  });
}
