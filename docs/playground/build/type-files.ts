import { relative } from "node:path";
import ts from "typescript";
import { ROOT } from "../../../scripts/toolkit/tools.ts";

/** Declarations that the language service of the editor works with. */
export interface TypeFiles {
  readonly texts: Record<string, string>;
  readonly modules: Record<string, Record<string, string>>;
  readonly scopes: Record<string, string>;
  readonly libraries: readonly string[];
}

/** The reader's code runs in a worker. */
const LIBRARIES = ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.webworker.d.ts"];

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
  lib: LIBRARIES,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

/** Folder of the playground, from where names are resolved. */
const HERE = `${ROOT}docs/playground/`;

/** Names in scope that are not exported by a package, with their types. */
const COMMON = {
  clock: 'import("@svc/testing").VirtualClock',
  signal: "AbortSignal",
};

/** Names that the code of the reader finds. */
interface Scope {
  /** Modules all of whose values are in scope. */
  readonly modules: readonly string[];
  /** Further names, with their types. */
  readonly names: Readonly<Record<string, string>>;
}

/** By service. */
const SCOPES: Readonly<Record<string, Scope>> = {
  svc: {
    modules: ["@svc/client", "@svc/client/downloads", "@svc/client/waiters"],
    names: {
      ...COMMON,
      svc: 'import("@svc/client").SvcClient',
      fake: 'import("@svc/testing").Fake<import("@svc/testing").OperationTypes, import("@svc/testing").Resources>',
      build: 'ReturnType<typeof import("@svc/testing/build").createBuilders>',
      createFakeSvc: 'typeof import("@svc/testing").createFakeSvc',
      createClient: '(options?: import("@svc/client").SvcClientOptions) => import("@svc/client").SvcClient',
    },
  },
  agents: {
    modules: [
      "./.cache/agents/client/index.ts",
      "./.cache/agents/client/webhooks.ts",
      "@svc/client/waiters",
      "@svc/client/uploads",
    ],
    names: {
      ...COMMON,
      svc: 'ReturnType<typeof import("./.cache/agents/client/index.ts").createSvcClient>',
      fake: 'ReturnType<typeof import("./.cache/agents/testing/index.ts").createFakeSvc>',
      build: 'typeof import("./.cache/agents/testing/index.ts").build',
      createClient: 'typeof import("./.cache/agents/client/index.ts").createSvcClient',
      createFakeSvc: 'typeof import("./.cache/agents/testing/index.ts").createFakeSvc',
    },
  },
};

/** Reads the declarations of both SDKs, with all that they refer to. The packages are built, the second SDK is generated. */
export function readTypeFiles(): TypeFiles {
  const values = valuesOf(Object.values(SCOPES).flatMap(({ modules }) => modules));
  const scopes = new Map(Object.entries(SCOPES).map(([name, scope]) => [pathOfScope(name), scopeText(scope, values)]));
  const program = programOf(scopes);
  const texts: Record<string, string> = {};
  const modules: Record<string, Record<string, string>> = {};
  for (const file of program.getSourceFiles()) {
    const path = shortPath(file.fileName);
    if (/\/node_modules\/(@types|nock|fast-check)\//.test(path)) continue;
    texts[path] = file.text;
    for (const { fileName: name } of ts.preProcessFile(file.text).importedFiles) {
      const { resolvedModule: found } = ts.resolveModuleName(name, file.fileName, OPTIONS, ts.sys);
      if (found === undefined) continue;
      modules[path] ??= {};
      modules[path][name] = shortPath(found.resolvedFileName);
    }
  }
  const paths = Object.keys(SCOPES).map((name) => [name, shortPath(pathOfScope(name))]);
  return { texts, modules, scopes: Object.fromEntries(paths), libraries: LIBRARIES };
}

function pathOfScope(name: string): string {
  return `${HERE}scope-${name}.d.ts`;
}

/** Declares the names that the reader's code finds. */
function scopeText({ modules, names }: Scope, values: ReadonlyMap<string, readonly string[]>): string {
  const exported = modules.flatMap((module) => (values.get(module) ?? []).map((value) => [value, module] as const));
  const lines = [
    ...[...new Map(exported)].map(([value, module]) => `const ${value}: typeof import("${module}").${value};`),
    ...Object.entries(names).map(([value, type]) => `const ${value}: ${type};`),
  ];
  return `export {};\ndeclare global {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

/** Names of the values that modules export, by module. */
function valuesOf(modules: readonly string[]): Map<string, string[]> {
  const path = `${HERE}values.ts`;
  const program = programOf(new Map([[path, modules.map((module) => `import "${module}";\n`).join("")]]));
  const checker = program.getTypeChecker();
  const isValue = (symbol: ts.Symbol): boolean => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.flags & ts.SymbolFlags.Value) !== 0;
  };
  const found = new Map<string, string[]>();
  for (const statement of program.getSourceFile(path)?.statements ?? []) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier);
    const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
    found.set(
      statement.moduleSpecifier.text,
      exported.filter(isValue).map(({ name }) => name),
    );
  }
  return found;
}

function programOf(files: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.getSourceFile = (path, version) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version);
  };
  return ts.createProgram([...files.keys()], OPTIONS, host);
}

/** A path that says nothing of this machine. */
function shortPath(path: string): string {
  const library = /\/node_modules\/typescript\/lib\/(lib\..+)$/.exec(path)?.[1];
  if (library !== undefined) return `/lib/${library}`;
  return `/${relative(ROOT, path).replace(/^.*node_modules\//, "node_modules/")}`;
}
