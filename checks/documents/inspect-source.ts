import typescript from "typescript";

/** Problems of an emitted TypeScript file: it does not parse, or a payload in it would run. */
export function inspectSource(path: string, content: string): string[] {
  const file = typescript.createSourceFile(path, content, typescript.ScriptTarget.Latest, false);
  const { parseDiagnostics } = file as typescript.SourceFile & { parseDiagnostics: readonly typescript.Diagnostic[] };
  const problems = parseDiagnostics.map(({ messageText, start }) => `${path}:${start}: ${messageText}`);
  const visit = (node: typescript.Node): void => {
    if (isPayload(node)) problems.push(`${path}:${node.pos}: a payload is live`);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}

/** A call of the payload's function, or its name anywhere outside of literals and comments. */
function isPayload(node: typescript.Node): boolean {
  return typescript.isIdentifier(node) && node.text === "pwn_canary";
}

/** Names of the members at a path of nested type literals: `components`, `schemas` gives the names of all schemas. */
export function memberNames(content: string, path: readonly [string, ...string[]]): string[] {
  const file = typescript.createSourceFile("types.ts", content, typescript.ScriptTarget.Latest, false);
  const [root, ...rest] = path;
  let members: readonly typescript.TypeElement[] =
    file.statements.filter(typescript.isInterfaceDeclaration).find(({ name }) => name.text === root)?.members ?? [];
  for (const name of rest) {
    const member = members.find((element) => nameOf(element) === name);
    const type = member !== undefined && typescript.isPropertySignature(member) ? member.type : undefined;
    members = type !== undefined && typescript.isTypeLiteralNode(type) ? [...type.members] : [];
  }
  return members.flatMap((element) => nameOf(element) ?? []);
}

function nameOf({ name }: typescript.TypeElement): string | undefined {
  if (name === undefined) return undefined;
  if (typescript.isComputedPropertyName(name)) {
    return typescript.isStringLiteral(name.expression) ? name.expression.text : undefined;
  }
  return typescript.isIdentifier(name) || typescript.isStringLiteral(name) || typescript.isNumericLiteral(name)
    ? name.text
    : undefined;
}
