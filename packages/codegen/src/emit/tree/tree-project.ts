import { bodyKind, type Model, methodArguments, type Operation, preferredContent, successResponses } from "@svc/model";
import { type Code, identifier, json, str, ts } from "../../quote/index.ts";
import { builtCall } from "../calls.ts";
import { clientVariable, isDefault, namesOf } from "../sdk-name.ts";
import type { Target } from "../target.ts";

/** Contents of `package.json` of a tree. */
export interface TreePackage {
  /** Modules that are exported, without extension: `client/index` is `./client`. */
  readonly entries: readonly string[];
  /** Modules that are commands, by the name of their emitter. */
  readonly bins: readonly { readonly name: string; readonly module: string }[];
  /** Packages that are installed with the tree, with their ranges. */
  readonly dependencies: { readonly [name: string]: string };
  /** Whether there is a first call to try. */
  readonly hasTry: boolean;
}

/** `package.json` of a tree of its own. */
export function emitPackage({ sdk }: Target, { entries, bins, dependencies, hasTry }: TreePackage): string {
  const filesOf = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  const exported = entries.map((path) => [`./${path.replace(/\/index$/, "")}`, filesOf(path)]);
  // The package by its own name is the client, or the types where there is none.
  const main = entries.find((path) => path === "client/index") ?? entries[0];
  const build = "tsc -p tsconfig.build.json";
  return json({
    name: isDefault(sdk) ? "svc-sdk" : sdk.kebab,
    version: "0.0.0",
    private: true,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    files: ["dist"],
    ...(bins.length > 0 && {
      bin: Object.fromEntries(bins.map(({ name, module }) => [`${sdk.kebab}-${name}`, `./dist/${module}.js`])),
    }),
    exports: {
      ...(main && { ".": filesOf(main) }),
      ...Object.fromEntries(exported),
      "./package.json": "./package.json",
    },
    scripts: { check: "tsc", build, ...(hasTry && { try: `${build} && node dist/try.js` }) },
    dependencies,
    devDependencies: { typescript: "^5.9.0" },
  });
}

/** Compiler options of everything that is generated: as strict as there are. */
export const STRICT_OPTIONS = {
  target: "es2022",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  module: "preserve",
  moduleResolution: "bundler",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
};

/** `tsconfig.json` of a tree: `tsc` checks it. */
export function emitTsconfig(): string {
  return json({
    compilerOptions: {
      ...STRICT_OPTIONS,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    },
    include: ["**/*.ts"],
    exclude: ["node_modules", "dist"],
  });
}

/** `tsconfig.build.json` of a tree: JavaScript and declarations into `dist`. */
export function emitBuildConfig(): string {
  const compilerOptions = {
    noEmit: false,
    rootDir: ".",
    outDir: "dist",
    declaration: true,
    rewriteRelativeImportExtensions: true,
  };
  return json({ extends: "./tsconfig.json", compilerOptions });
}

/** `try.ts` of a tree: one call, handled by the fake. */
export function emitTryFile(model: Model, target: Target): Code {
  const { createClient, createFake } = namesOf(target.sdk);
  const operation = firstOf(model);
  const variable = clientVariable(target.sdk);
  const client = identifier(variable);
  const call = operation && builtCall(operation, variable);
  return ts`
    ${target.banner}
    import { ${identifier(createClient)} } from "./client/index.ts";
    import { ${call?.includes("build.") ? ts`build, ` : ts``}${identifier(createFake)} } from "./testing/index.ts";

    // Calls go to the fake: no network, no credential.
    const fake = ${identifier(createFake)}();
    const ${client} = fake.client(${identifier(createClient)});

    console.log(${operation === undefined ? ts`${client}.rateLimit` : ts`${str(operation.name.join("."))}, await ${call ?? ts``}`});
  `;
}

/** The operation that shows most: one that reads JSON and needs little. */
export function firstOf({ operations }: Model): Operation | undefined {
  const costOf = (operation: Operation): number => {
    const { path, body, paramsRequired } = methodArguments(operation);
    const content = preferredContent(successResponses(operation)[0]?.content ?? []);
    const readsJson = content !== undefined && bodyKind(content.mediaType) === "json";
    return (
      (operation.method === "get" ? 0 : 8) +
      (readsJson ? 0 : 4) +
      path.length +
      (body ? 2 : 0) +
      (paramsRequired ? 2 : 0)
    );
  };
  const [first] = operations
    .map((operation) => ({ operation, cost: costOf(operation) }))
    .sort((a, b) => a.cost - b.cost);
  return first?.operation;
}
