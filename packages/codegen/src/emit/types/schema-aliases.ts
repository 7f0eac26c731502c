import type { Model } from "@svc/model";
import typescript from "typescript";
import { comment } from "../../quote/index.ts";

const { factory } = typescript;

/** Names that the printed types use for something other than schemas. */
const TAKEN: ReadonlySet<string> = new Set(
  `Blob Date Exclude File OneOf Omit Pick PropertyKey Record Required String Temporal Unlisted WithRequired`.split(
    /\s+/,
  ),
);

/** Name of the type of a schema beside `components`: no name of the document ends in `$`. */
export function aliasOf(typeName: string): string {
  return TAKEN.has(typeName) ? `${typeName}$` : typeName;
}

/**
 * Moves the types of schemas out of `components.schemas` into exported aliases. Compilers and editors show a type by the alias that
 * declares it; a member of an interface is shown as the whole object. And an alias may lead back to itself through lists and unions
 * alone (`JsonValue`), which TypeScript refuses of a member.
 */
export function aliasSchemas(nodes: readonly typescript.Node[], { schemas }: Model): typescript.Node[] {
  const declarations: typescript.Node[] = [];
  const named = new Map(Object.values(schemas).map((schema) => [schema.wireName, schema]));
  const move = (member: typescript.TypeElement): typescript.TypeElement => {
    const schema = named.get(nameOf(member.name));
    if (schema === undefined || !typescript.isPropertySignature(member) || member.type === undefined) return member;
    const alias = aliasOf(schema.typeName);
    const exported = [factory.createModifier(typescript.SyntaxKind.ExportKeyword)];
    const declaration = factory.createTypeAliasDeclaration(exported, alias, undefined, member.type);
    declarations.push(withComment(declaration, describe(schema)));
    return withType(member, factory.createTypeReferenceNode(alias));
  };
  const inComponents = (member: typescript.TypeElement): typescript.TypeElement => {
    if (nameOf(member.name) !== "schemas" || !typescript.isPropertySignature(member)) return member;
    if (member.type === undefined || !typescript.isTypeLiteralNode(member.type)) return member;
    return withType(member, factory.createTypeLiteralNode(member.type.members.map(move)));
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

/** A printed text in which types refer to schemas by their aliases. */
export function referToAliases(source: string, { schemas }: Model): string {
  const aliases = new Map(Object.values(schemas).map(({ wireName, typeName }) => [wireName, aliasOf(typeName)]));
  return source.replaceAll(/components\["schemas"\]\[("(?:[^"\\\n]|\\.)*")\]/g, (whole, name: string) => {
    return aliases.get(JSON.parse(name) as string) ?? whole;
  });
}

/** Doc comment of the type of a schema. */
export function describe({ schema, wireName }: Model["schemas"][string]): string {
  return schema.description ?? schema.title ?? `\`${wireName}\` of the document.`;
}

function withComment<T extends typescript.Node>(node: T, text: string): T {
  const inner = comment(text).slice("/*".length, -"*/".length);
  return typescript.addSyntheticLeadingComment(node, typescript.SyntaxKind.MultiLineCommentTrivia, inner, true);
}

function withType(member: typescript.PropertySignature, type: typescript.TypeNode): typescript.PropertySignature {
  return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
}

function nameOf(name: typescript.PropertyName | undefined): string {
  return name !== undefined && "text" in name ? name.text : "";
}
