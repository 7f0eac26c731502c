import ts from "typescript";

/** Tells the files whose declarations were generated. */
export type IsGenerated = (file: string) => boolean;

/** A name in users' code that generated declarations stand behind. */
export interface Use {
  readonly node: ts.Node;
  /** Names of the declarations from the outside in. */
  readonly path: readonly string[];
  readonly kind: "access" | "key" | "binding" | "shorthand" | "type" | "literal";
}

/** True for what a call calls: `svc.pets.list` of `svc.pets.list({ limit })`. */
export function calledBy(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression === node;
}

/** The generated declaration that a node of users' code uses; undefined for anything else. */
export function useOf(node: ts.Node, checker: ts.TypeChecker, isGenerated: IsGenerated): Use | undefined {
  const property = (type: ts.Type | undefined, name: string) =>
    type === undefined ? undefined : checker.getNonNullableType(type).getProperty(name);
  // A generic call gives its argument the argument's own type: then what it asks for tells of the names.
  const expected = (object: ts.ObjectLiteralExpression, name: string) => {
    const given = property(checker.getContextualType(object), name);
    return given && pathOf(given, isGenerated) ? given : property(askedOf(object, checker), name);
  };
  const key = (at: ts.ObjectLiteralElementLike, kind: "key" | "shorthand"): Use | undefined => {
    const name = at.name as ts.Identifier | ts.StringLiteral;
    const told = expectedCall(at, name.text);
    return (
      use(kind, expected(at.parent as ts.ObjectLiteralExpression, name.text), name) ??
      (told && { node: name, path: told, kind })
    );
  };
  const use = (kind: Use["kind"], symbol: ts.Symbol | undefined, at: ts.Node = node): Use | undefined => {
    const path = symbol && pathOf(symbol, isGenerated);
    return path && { node: at, path, kind };
  };
  if (ts.isPropertyAccessExpression(node)) return use("access", checker.getSymbolAtLocation(node.name), node);
  if (ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.parent) && isName(node.name))
    return key(node, "key");
  if (ts.isShorthandPropertyAssignment(node) && ts.isObjectLiteralExpression(node.parent))
    return key(node, "shorthand");
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    if (!ts.isIdentifier(name)) return undefined;
    const symbol = property(checker.getTypeAtLocation(node.parent), name.text);
    return use(node.propertyName === undefined ? "binding" : "key", symbol, name);
  }
  if (ts.isIdentifier(node) && (ts.isTypeReferenceNode(node.parent) || ts.isImportSpecifier(node.parent))) {
    const symbol = checker.getSymbolAtLocation(node);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    // A name of the user's own, `import { Pet as Animal }`, stays.
    return target?.name === node.text ? use("type", target) : undefined;
  }
  if (ts.isStringLiteral(node) && ts.isExpression(node) && !ts.isImportDeclaration(node.parent)) {
    const lists = (type: ts.Type | undefined): boolean =>
      type?.isUnion() === true && type.types.some((one) => one.isStringLiteral() && one.value === node.text);
    const isListed = lists(checker.getContextualType(node)) || lists(askedOf(node, checker));
    return isListed ? { node, path: [node.text], kind: "literal" } : undefined;
  }
  return undefined;
}

/**
 * The parameter that a key of `query` stands for, where the call names an operation by a text:
 * `expect(fake).toHaveReceived("pets.list", { query: { limit: 2 } })`. Matchers of test runners take any text there.
 */
function expectedCall({ parent: object }: ts.ObjectLiteralElementLike, key: string): string[] | undefined {
  const { parent: place } = object;
  if (!ts.isPropertyAssignment(place) || !isName(place.name) || !ts.isCallExpression(place.parent.parent))
    return undefined;
  const named = place.parent.parent.arguments.find(ts.isStringLiteral);
  return named && ["operations", named.text, "parameters", place.name.text, key];
}

/**
 * The type that a call asks of an expression before it looks at it, as editors complete it: `svc.raw.GET` takes what the document says of a
 * path. The compiler's own way to it, the flag, is in no declaration of its API.
 */
function askedOf(node: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const IGNORE_NODE = 4;
  return (checker.getContextualType as (node: ts.Expression, flags: number) => ts.Type | undefined)(node, IGNORE_NODE);
}

function isName(name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name);
}

/** Names around a declaration of a generated file; undefined for anything else. */
function pathOf(symbol: ts.Symbol, isGenerated: IsGenerated): string[] | undefined {
  const declaration = symbol.declarations?.find((one) => isGenerated(one.getSourceFile().fileName));
  if (declaration === undefined) return undefined;
  const path: string[] = [];
  for (let node: ts.Node | undefined = declaration; node !== undefined; node = node.parent) {
    const name = (node as Partial<ts.NamedDeclaration>).name;
    if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)))
      path.unshift(name.text);
  }
  return path;
}
