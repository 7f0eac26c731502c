import type { Model } from "@svc/model";
import typescript from "typescript";
import { comment } from "../../quote/index.ts";
import { inlineKey, operationNames, TAKEN } from "./inline-types.ts";
import { withIdCharacters } from "./openapi-document.ts";

const { factory } = typescript;

/** Name of the type of a schema beside `components`: no name of the document ends in `$`. */
export function aliasOf(typeName: string): string {
  return TAKEN.has(typeName) ? `${typeName}$` : typeName;
}

/**
 * Moves the types of schemas out of `components.schemas`, and those that operations write out, into exported aliases. Compilers and
 * editors show a type by the alias that declares it; a member of an interface is shown as the whole object. And an alias may lead
 * back to itself through lists and unions alone (`JsonValue`), which TypeScript refuses of a member.
 */
export function aliasSchemas(nodes: readonly typescript.Node[], model: Model): typescript.Node[] {
  const declarations: typescript.Node[] = [];
  const named = new Map(Object.values(model.schemas).map((schema) => [schema.wireName, schema]));
  const { inline } = operationNames(model);
  const move = (alias: string, text: string): Change => {
    return (type) => {
      const declaration = factory.createTypeAliasDeclaration(EXPORTED, alias, undefined, type);
      declarations.push(withComment(declaration, text));
      return factory.createTypeReferenceNode(alias);
    };
  };
  const inSchemas: Changes = (name) => {
    const schema = named.get(name);
    return schema && move(aliasOf(schema.typeName), describe(schema));
  };
  const inContent = (id: string, place: string): Change =>
    inMembers((mediaType) => {
      const type = inline.get(inlineKey({ id, place, mediaType }));
      return type && move(type.name, type.description);
    });
  const inAnswer = (id: string, place: string) => only("content", inContent(id, place));
  const inOperation: Changes = (printed) => {
    const id = withIdCharacters(printed);
    return inMembers((part) => {
      if (part === "requestBody") return inAnswer(id, "body");
      return part === "responses" ? inMembers((status) => inAnswer(id, status)) : undefined;
    });
  };
  const statements = nodes.map((node) => {
    if (!typescript.isInterfaceDeclaration(node)) return node;
    const changes = {
      components: (name: string) => (name === "schemas" ? inMembers(inSchemas) : undefined),
      operations: inOperation,
    };
    const change = changes[node.name.text as keyof typeof changes];
    if (change === undefined) return node;
    const { modifiers, name, typeParameters, heritageClauses, members } = node;
    const changed = members.map((member) => withChange(member, change));
    return factory.updateInterfaceDeclaration(node, modifiers, name, typeParameters, heritageClauses, changed);
  });
  return [...statements, ...declarations];
}

const EXPORTED = [factory.createModifier(typescript.SyntaxKind.ExportKeyword)];

type Change = (type: typescript.TypeNode) => typescript.TypeNode;

/** Changes of the types of members, by their names; undefined: the type stays. */
type Changes = (name: string) => Change | undefined;

function inMembers(changes: Changes): Change {
  return (type) =>
    typescript.isTypeLiteralNode(type)
      ? factory.createTypeLiteralNode(type.members.map((member) => withChange(member, changes)))
      : type;
}

function only(name: string, change: Change): Change {
  return inMembers((member) => (member === name ? change : undefined));
}

function withChange(member: typescript.TypeElement, changes: Changes): typescript.TypeElement {
  const change = changes(nameOf(member.name));
  if (change === undefined || !typescript.isPropertySignature(member) || member.type === undefined) return member;
  const { modifiers, name, questionToken } = member;
  return factory.updatePropertySignature(member, modifiers, name, questionToken, change(member.type));
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

function nameOf(name: typescript.PropertyName | undefined): string {
  return name !== undefined && "text" in name ? name.text : "";
}
