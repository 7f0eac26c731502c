import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** An error of the compiler. */
export interface Diagnostic {
  /** Zero-based line of the file. */
  readonly line: number;
  /** The chain of reasons, outermost first. */
  readonly reasons: readonly string[];
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  allowImportingTsExtensions: true,
  lib: ["lib.es5.d.ts"],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Type-checks some of the given files, which exist in memory only, and gives the errors of each. Nothing else but
 * TypeScript's own library is read.
 */
export function checkFiles(files: ReadonlyMap<string, string>, checked: readonly string[]): Diagnostic[][] {
  const program = ts.createProgram([...files.keys()], OPTIONS, createHost(files));
  return checked.map((file) => errorsOf(program, file));
}

function errorsOf(program: ts.Program, file: string): Diagnostic[] {
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`No file ${file}.`);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ start = 0, messageText }) => ({
      line: source.getLineAndCharacterOfPosition(start).line,
      reasons: reasonsOf(messageText),
    }),
  );
}

function reasonsOf(message: string | ts.DiagnosticMessageChain): string[] {
  if (typeof message === "string") return [message];
  return [message.messageText, ...(message.next?.[0] === undefined ? [] : reasonsOf(message.next[0]))];
}

function createHost(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const library = dirname(ts.getDefaultLibFilePath(OPTIONS));
  const textOf = (file: string) => {
    const own = files.get(file);
    if (own !== undefined || dirname(file) !== library) return own;
    return readFileSync(file, "utf8");
  };
  return {
    fileExists: (file) => files.has(file),
    readFile: textOf,
    getSourceFile(file, version) {
      const text = textOf(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, version);
    },
    getDefaultLibFileName: () => join(library, "lib.es5.d.ts"),
    getDefaultLibLocation: () => library,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
  };
}
