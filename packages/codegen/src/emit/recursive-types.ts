import { compareText, type Model, refName, type Schema } from "@svc/model";
import typescript from "typescript";

const { factory } = typescript;

/**
 * Schemas that lead back to themselves through lists and unions alone, without an object between: `JsonValue`, nested
 * lists. As members of an interface they would refer to themselves in their own annotation, which TypeScript refuses;
 * type aliases may.
 */
export function recursiveSchemas(model: Model): string[] {
  const edges = new Map(Object.entries(model.schemas).map(([name, { schema }]) => [name, [...directRefs(schema)]]));
  return cyclic(edges).sort(compareText);
}

/** The schemas that a type is made of before anything in it is an object of its own. */
function* directRefs(schema: Schema): Generator<string> {
  const stack = [schema];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.$ref !== undefined) yield refName(next.$ref);
    const { items, prefixItems = [], allOf = [], anyOf = [], oneOf = [] } = next;
    stack.push(...(items === undefined ? [] : [items]), ...prefixItems, ...allOf, ...anyOf, ...oneOf);
  }
}

/** Nodes that lie on a circle: Tarjan's strongly connected components, on a stack of its own. */
function cyclic(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const isOpen = new Set<string>();
  const enter = (name: string) => {
    index.set(name, index.size);
    low.set(name, index.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, next: (edges.get(name) ?? [])[Symbol.iterator]() };
  };
  const lower = (name: string, to: number) => low.set(name, Math.min(low.get(name) ?? to, to));
  for (const start of edges.keys()) {
    const path = index.has(start) ? [] : [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { done, value } = top.next.next();
      if (!done) {
        if (!index.has(value)) path.push(enter(value));
        else if (isOpen.has(value)) lower(top.name, index.get(value) ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.name;
      if (parent !== undefined) lower(parent, low.get(top.name) ?? 0);
      if (low.get(top.name) !== index.get(top.name)) continue;
      const component = open.splice(open.lastIndexOf(top.name));
      for (const name of component) isOpen.delete(name);
      if (component.length > 1 || edges.get(top.name)?.includes(top.name)) found.push(...component);
    }
  }
  return found;
}

/** Moves the types of the named schemas out of `components.schemas` into aliases of their own. */
export function aliasSchemas(
  nodes: readonly typescript.Node[],
  aliases: ReadonlyMap<string, string>,
): typescript.Node[] {
  if (aliases.size === 0) return [...nodes];
  const declarations: typescript.Node[] = [];
  const reference = (name: string) => factory.createTypeReferenceNode(name);
  const visit = (node: typescript.Node): typescript.Node => {
    const alias = aliases.get(schemaOf(node) ?? "");
    return alias === undefined ? typescript.visitEachChild(node, visit, undefined) : reference(alias);
  };
  const move = (member: typescript.TypeElement): typescript.TypeElement => {
    const alias = aliases.get(nameOf(member.name));
    if (alias === undefined || !typescript.isPropertySignature(member) || member.type === undefined) return member;
    const type = typescript.visitNode(member.type, visit, typescript.isTypeNode);
    declarations.push(factory.createTypeAliasDeclaration(undefined, alias, undefined, type ?? member.type));
    return factory.updatePropertySignature(
      member,
      member.modifiers,
      member.name,
      member.questionToken,
      reference(alias),
    );
  };
  const inComponents = (member: typescript.TypeElement): typescript.TypeElement => {
    if (nameOf(member.name) !== "schemas" || !typescript.isPropertySignature(member)) return member;
    if (member.type === undefined || !typescript.isTypeLiteralNode(member.type)) return member;
    const type = factory.updateTypeLiteralNode(member.type, factory.createNodeArray(member.type.members.map(move)));
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  };
  const statements = nodes.map((node) =>
    typescript.isInterfaceDeclaration(node) && node.name.text === "components"
      ? factory.updateInterfaceDeclaration(node, node.modifiers, node.name, node.typeParameters, node.heritageClauses, [
          ...node.members.map(inComponents),
        ])
      : node,
  );
  return [...statements, ...declarations];
}

/** The schema's name, where a type is `components["schemas"]["name"]`. */
function schemaOf(node: typescript.Node): string | undefined {
  if (!typescript.isIndexedAccessTypeNode(node) || !typescript.isIndexedAccessTypeNode(node.objectType))
    return undefined;
  const { objectType, indexType } = node;
  const isSchemas =
    typescript.isTypeReferenceNode(objectType.objectType) &&
    typescript.isIdentifier(objectType.objectType.typeName) &&
    objectType.objectType.typeName.text === "components" &&
    textOf(objectType.indexType) === "schemas";
  return isSchemas ? textOf(indexType) : undefined;
}

function textOf(node: typescript.TypeNode): string | undefined {
  return typescript.isLiteralTypeNode(node) && typescript.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

function nameOf(name: typescript.PropertyName | undefined): string {
  return name !== undefined && (typescript.isIdentifier(name) || typescript.isStringLiteral(name)) ? name.text : "";
}
