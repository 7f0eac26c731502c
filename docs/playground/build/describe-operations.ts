import { readFileSync } from "node:fs";
import ts from "typescript";

/** Details of a method on the page: text of the generated declarations. */
export interface OperationText {
  /** First line of its doc comment. */
  readonly summary: string;
  /** `list(personaId: string, ...): SvcPromise<Email[]>`; a `ListPromise` where it is read page by page. */
  readonly signature: string;
  /** The type of its result: `Email[]`. */
  readonly result: string;
  /** Declarations of the types that the signature names, and of those that they name. */
  readonly types: string;
}

const PACKAGES = new URL("../../../packages/", import.meta.url);

/** Texts by method name, dotted: what an editor would show of each method. */
export function describeOperations(): Record<string, OperationText> {
  const declared = declaredTypes();
  const client = parse("client/src/generated/client.ts");
  const root = client.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === "Operations");
  const found: Record<string, OperationText> = {};
  const visit = (members: ts.NodeArray<ts.TypeElement>, path: readonly string[]): void => {
    for (const member of members) {
      const name = member.name?.getText(client) ?? "";
      if (ts.isPropertySignature(member) && member.type !== undefined && ts.isTypeLiteralNode(member.type)) {
        visit(member.type.members, [...path, name]);
      } else if (ts.isMethodSignature(member)) {
        found[[...path, name].join(".")] = describeMethod(member, client, declared);
      }
    }
  };
  visit((root as ts.InterfaceDeclaration).members, []);
  return found;
}

function describeMethod(
  method: ts.MethodSignature,
  file: ts.SourceFile,
  declared: ReadonlyMap<string, string>,
): OperationText {
  const signature = plain(method.getText(file)).replace(/;$/, "").replaceAll(" | undefined", "");
  const promised = method.type && ts.isTypeReferenceNode(method.type) ? method.type.typeArguments?.[0] : undefined;
  const result = plain(promised?.getText(file) ?? "unknown");
  const names = new Set<string>();
  collect(result, declared, names);
  collect(signature, declared, names);
  return {
    summary: commentOf(method).split("\n", 1)[0] ?? "",
    signature,
    result,
    types: [...names].map((name) => declared.get(name)).join("\n\n"),
  };
}

/** Every generated type by the name that users see. */
function declaredTypes(): Map<string, string> {
  const declared = new Map<string, string>();
  const openapi = parse("types/src/generated/openapi.ts");
  for (const node of openapi.statements) {
    if (!ts.isTypeAliasDeclaration(node) || ROOTS.has(node.name.text)) continue;
    // A type whose name means something else in that file has this at its end.
    const name = node.name.text.replace(/\$$/, "");
    const text = dedent(node.type.getText(openapi));
    declared.set(name, `type ${name} = ${text.replaceAll("@description ", "")};`);
  }
  const client = parse("client/src/generated/client.ts");
  for (const node of client.statements) {
    if (!ts.isInterfaceDeclaration(node) || node.name.text === "Operations") continue;
    declared.set(node.name.text, plain(node.getText(client)).replace(/^export /, ""));
  }
  return declared;
}

/** Declarations that are of no schema. */
const ROOTS: ReadonlySet<string> = new Set(["webhooks", "$defs", "paths", "operations"]);

function collect(text: string, declared: ReadonlyMap<string, string>, names: Set<string>): void {
  for (const [word] of text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/[A-Za-z_$][\w$]*/g)) {
    const type = declared.get(word);
    if (type === undefined || names.has(word)) continue;
    names.add(word);
    collect(type.slice(type.indexOf("{")), declared, names);
  }
}

function commentOf(node: ts.MethodSignature): string {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  return comment === undefined ? "" : (ts.getTextOfJSDocComment(comment.comment) ?? "");
}

function plain(text: string): string {
  return text.replace(/\bt\.(?=[A-Z])/g, "");
}

/** openapi-typescript indents by four, and what stood deep in a tree stands at the top here. */
function dedent(text: string): string {
  const lines = text.split("\n");
  const depth = /^ */.exec(lines.at(-1) ?? "")?.[0].length ?? 0;
  const [first = "", ...rest] = lines;
  return [first, ...rest.map((line) => line.slice(depth).replaceAll("    ", "  "))].join("\n");
}

function parse(path: string): ts.SourceFile {
  const url = new URL(path, PACKAGES);
  return ts.createSourceFile(path, readFileSync(url, "utf8"), ts.ScriptTarget.Latest, true);
}
