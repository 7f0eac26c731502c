import { typeFiles } from "virtual:type-files";
import ts from "typescript";
import type { ServiceName } from "../service/service.ts";
import type { CompletionOption, Completions, Described, Question } from "./protocol.ts";

const { texts, modules, scopes, libraries } = typeFiles;

/** The reader's code as the compiler sees it: the body of an async function. */
const CODE = "/code.js";
const HEAD = "export default async () => {\n";

let code = "";
let version = 0;
let service: ServiceName = "svc";

const host: ts.LanguageServiceHost = {
  getCompilationSettings: () => ({
    allowJs: true,
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    lib: [...libraries],
    strict: true,
    types: [],
  }),
  getScriptFileNames: () => [scopes[service], CODE],
  getScriptVersion: (name) => (name === CODE ? String(version) : "1"),
  getScriptSnapshot(name) {
    const text = readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => "/",
  getDefaultLibFileName: () => "/lib/lib.d.ts",
  fileExists: (name) => readFile(name) !== undefined,
  readFile,
  resolveModuleNameLiterals: (literals, from) =>
    literals.map(({ text }) => {
      const resolvedFileName = modules[from]?.[text];
      const extension = resolvedFileName?.endsWith(".d.ts") ? ts.Extension.Dts : ts.Extension.Ts;
      return { resolvedModule: resolvedFileName === undefined ? undefined : { resolvedFileName, extension } };
    }),
};

const compiler = ts.createLanguageService(host);

function readFile(name: string): string | undefined {
  return name === CODE ? `${HEAD}${code}\n};` : texts[name];
}

/** Answers a question about code, by the types of the service that it calls. */
export function answerQuestion(question: Question): Completions | Described | undefined {
  if (question.code !== code || question.service !== service) version += 1;
  code = question.code;
  service = question.service;
  const at = question.at + HEAD.length;
  if (question.ask === "complete") return complete(at);
  return question.ask === "detail" ? detail(at, question.label) : hover(at);
}

function complete(at: number): Completions | undefined {
  const found = compiler.getCompletionsAtPosition(CODE, at, { includeCompletionsWithInsertText: false });
  if (found === undefined) return undefined;
  const { optionalReplacementSpan: span, isMemberCompletion } = found;
  const options = found.entries
    // In JavaScript the compiler offers every word of the file as well.
    .filter(({ kind }) => kind !== ts.ScriptElementKind.warning)
    .map(({ name, kind, kindModifiers }): CompletionOption => {
      const isOfBrowser = !isMemberCompletion && /\bdeclare\b/.test(kindModifiers ?? "") && !isOfScope(name);
      return { label: name, type: kind, boost: isOfBrowser ? 0 : 1 };
    });
  return { from: (span?.start ?? at) - HEAD.length, options };
}

function isOfScope(name: string): boolean {
  return new RegExp(`^  const ${name.replaceAll("$", "\\$")}:`, "m").test(texts[scopes[service]] ?? "");
}

function detail(at: number, label: string): Described | undefined {
  const found = compiler.getCompletionEntryDetails(CODE, at, label, undefined, undefined, undefined, undefined);
  return found && { ...describe(found), from: 0, to: 0 };
}

function hover(at: number): Described | undefined {
  const found = compiler.getQuickInfoAtPosition(CODE, at);
  if (found === undefined) return undefined;
  const from = found.textSpan.start - HEAD.length;
  return { ...describe(found), from, to: from + found.textSpan.length };
}

function describe({ displayParts, documentation, tags }: ts.QuickInfo | ts.CompletionEntryDetails) {
  const said = (tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim());
  const text = [ts.displayPartsToString(documentation), ...said].filter((part) => part !== "").join("\n");
  return { signature: ts.displayPartsToString(displayParts), text };
}
