import { groupBy } from "@svc/diff";
import ts from "typescript";
import { str } from "../quote/index.ts";
import { type ArgumentChange, editArguments } from "./call-arguments.ts";
import { findMentionsInCode, type OldName } from "./find-mentions.ts";
import type { Rename } from "./find-renames.ts";
import { pageOf } from "./programs-of-page.ts";
import { calledBy, type IsGenerated, type Use, useOf } from "./use-of.ts";

/** A text that replaces a range of a file. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A place in users' code that is left to people, with the reason. */
export interface Left {
  readonly file: string;
  /** From 1 on. */
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

/** Something that users' code may touch, by the names of the declarations around it. */
export interface Watched {
  readonly path: readonly string[];
  /** The line that a user reads of it. */
  readonly message: string;
  /** Set for what is there no more, with what it was. */
  readonly isGone?: "method" | "member";
}

export interface Rewritten {
  /** New contents by path: only of files that change. */
  readonly files: ReadonlyMap<string, string>;
  /** Names that were replaced. */
  readonly count: number;
  readonly left: readonly Left[];
}

export interface RewriteOptions {
  /** Texts by absolute paths. */
  readonly files: ReadonlyMap<string, string>;
  readonly renames: readonly Rename[];
  readonly watched: readonly Watched[];
  readonly calls: readonly ArgumentChange[];
  readonly isGenerated: IsGenerated;
  /** Listed where no type tells what is meant. */
  readonly names: readonly OldName[];
}

/** Replaces the old names in users' code, and lists where it touches what is watched. */
export function rewrite(program: ts.Program, options: RewriteOptions): Rewritten {
  const checker = program.getTypeChecker();
  const changed = new Map<string, string>();
  const left: Left[] = [];
  let count = 0;
  const programs = groupBy(program.getSourceFiles(), ({ fileName }) => pageOf(fileName) ?? fileName);
  for (const [file, text] of options.files) {
    const found = (programs.get(file) ?? []).map((source) => rewriteSource(source, checker, options));
    const edits = found.flatMap((one) => one.edits);
    left.push(...found.flatMap((one) => one.left).map((place) => ({ ...place, file })));
    count += edits.length;
    if (edits.length > 0) changed.set(file, applyEdits(text, edits));
  }
  return { files: changed, count, left };
}

function rewriteSource(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  { renames, watched, calls, isGenerated, names: old }: RewriteOptions,
): { readonly edits: readonly TextEdit[]; readonly left: readonly Omit<Left, "file">[] } {
  const edits: TextEdit[] = [];
  const left: Omit<Left, "file">[] = [];
  const listed: Pick<TextEdit, "start" | "end">[] = [];
  const list = (node: ts.Node, message: string): void => {
    listed.push({ start: node.getStart(source), end: node.getEnd() });
    left.push({ ...placeOf(node, source), message });
  };
  const visit = (node: ts.Node): void => {
    const use = useOf(node, checker, isGenerated);
    if (use !== undefined) {
      const rename = renames.find((one) => names(use, one));
      const edit = rename && editOf(use, rename, source);
      if (edit !== undefined) edits.push(edit);
      else if (rename !== undefined) list(use.node, rename.message);
      for (const { path, message } of watched) if (endsWith(use.path, path)) list(use.node, message);
      const call = calledBy(use.node) && calls.find(({ method }) => endsWith(use.path, method));
      if (call) {
        const edited = editArguments(use.node.parent as ts.CallExpression, call, source);
        edits.push(...edited.edits);
        for (const message of edited.left) list(use.node, message);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const isKnown = (offset: number) => [...edits, ...listed].some(({ start, end }) => start <= offset && offset < end);
  for (const { start: _, ...mention } of findMentionsInCode(source, old, isKnown)) left.push(mention);
  return { edits, left };
}

/** True if a rename is of what is used. */
function names({ kind, path }: Use, rename: Rename): boolean {
  switch (rename.kind) {
    case "type":
      return kind === "type" && path.length === 1 && path[0] === rename.path[0];
    case "parameter":
      // `PetsListParams.limit`: the interface is named after the method.
      return path.length === 2 && path[1] === rename.path.at(-1) && isParamsOf(path[0] ?? "", rename.path.slice(0, -1));
    case "method":
      return kind === "literal" ? path[0] === rename.path.join(".") : kind !== "type" && endsWith(path, rename.path);
    case "operation id":
    case "path":
      return kind === "literal" && path[0] === rename.path[0];
    case "builder":
      // Arbitraries are named as builders are.
      return (
        (kind === "access" || kind === "binding" || kind === "key") &&
        path.at(-1) === rename.path[0] &&
        path.some((name) => /(?:builders?|arbitraries)$/i.test(name))
      );
    default:
      return kind !== "type" && kind !== "literal" && endsWith(path, rename.path);
  }
}

function isParamsOf(name: string, method: readonly string[]): boolean {
  return name.toLowerCase() === `${method.join("")}params`.toLowerCase();
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  return path.length >= end.length && end.every((name, index) => path[path.length - end.length + index] === name);
}

/** The edit that renames a use; undefined where it is reached in another way than by its whole name. */
function editOf({ node, kind }: Use, rename: Rename, source: ts.SourceFile): TextEdit | undefined {
  const replace = (at: ts.Node, text: string): TextEdit => ({ start: at.getStart(source), end: at.getEnd(), text });
  const key = /^[A-Za-z_$][\w$]*$/.test(rename.to) || rename.kind === "method" ? rename.to : str(rename.to);
  if (ts.isPropertyAccessExpression(node)) {
    if (rename.kind !== "method")
      return key === rename.to
        ? replace(node.name, key)
        : { start: node.expression.getEnd(), end: node.getEnd(), text: `[${key}]` };
    const start = chainStart(node, rename.path);
    return start && { start: start.getStart(source), end: node.getEnd(), text: rename.to };
  }
  if (kind === "literal") return replace(node, str(rename.to));
  if (kind === "shorthand" || kind === "binding") return replace(node, `${key}: ${node.getText(source)}`);
  return replace(node, key);
}

/** The name with which a chain of accesses begins that ends here; undefined where the chain is shorter. */
function chainStart(last: ts.PropertyAccessExpression, path: readonly string[]): ts.Node | undefined {
  let node: ts.Expression = last;
  let first: ts.Node | undefined;
  for (const name of path.toReversed()) {
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== name) return undefined;
    first = node.name;
    node = node.expression;
  }
  return first;
}

function placeOf(node: ts.Node, source: ts.SourceFile): Pick<Left, "line" | "text"> {
  const start = node.getStart(source);
  const { line } = source.getLineAndCharacterOfPosition(start);
  return { line: line + 1, text: node.getText(source) };
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, from] = ["", 0];
  const isWide = ({ start, end }: TextEdit): number => Number(end > start);
  // What is put in goes before what is replaced there; in a part that is taken out there is nothing to replace.
  const sorted = [...edits].sort((a, b) => a.start - b.start || isWide(a) - isWide(b) || b.end - a.end);
  for (const { start, end, text: inserted } of sorted) {
    if (start < from) continue;
    result += text.slice(from, start) + inserted;
    from = end;
  }
  return result + text.slice(from);
}
