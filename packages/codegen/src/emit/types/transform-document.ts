import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import typescript from "typescript";
import { transformSchema } from "../../openapi-typescript.ts";
import { QUERY } from "./openapi-document.ts";

const { factory } = typescript;

/** Paths that are transformed together. */
const PART_SIZE = 200;

/**
 * The declarations that openapi-typescript makes of a document. It adds operations one by one to a list that it copies each
 * time; in parts of a few hundred the time for thousands of them grows in line with their number.
 */
export function transformDocument(document: OpenAPI3, createContext: () => GlobalContext): typescript.Node[] {
  const paths = Object.entries(document.paths ?? {});
  const nodesOf = (part: OpenAPI3): typescript.Node[] => transformSchema(part, createContext()).map(withoutQueries);
  const inPart = (from: number) => Object.fromEntries(paths.slice(from, from + PART_SIZE));
  const nodes = nodesOf({ ...document, paths: inPart(0) });
  const members = new Map<string, typescript.TypeElement[]>();
  const aliases = new Map(nodes.filter(typescript.isTypeAliasDeclaration).map((node) => [node.name.text, node]));
  const helpers: typescript.Node[] = [];
  for (let from = PART_SIZE; from < paths.length; from += PART_SIZE) {
    const { openapi, info } = document;
    for (const node of nodesOf({ openapi, info, paths: inPart(from) })) {
      if (typescript.isInterfaceDeclaration(node)) {
        const found = members.get(node.name.text) ?? [];
        members.set(node.name.text, found);
        for (const member of node.members) found.push(member);
      } else if (
        typescript.isTypeAliasDeclaration(node) &&
        !ROOTS.has(node.name.text) &&
        !aliases.has(node.name.text)
      ) {
        aliases.set(node.name.text, node);
        helpers.push(node);
      }
    }
  }
  return [...nodes.map((node) => withMembers(node, members)), ...helpers];
}

/** `paths` without the paths that stand for operations of a method that it has no field for. */
function withoutQueries(node: typescript.Node): typescript.Node {
  if (!typescript.isInterfaceDeclaration(node) || node.name.text !== "paths") return node;
  const { modifiers, name, typeParameters, heritageClauses } = node;
  const members = node.members.filter(
    ({ name: path }) => path === undefined || !typescript.isStringLiteral(path) || !path.text.endsWith(QUERY),
  );
  return factory.updateInterfaceDeclaration(node, modifiers, name, typeParameters, heritageClauses, members);
}

/** Text of a part about what it does not have. */
const ROOTS: ReadonlySet<string> = new Set(["paths", "webhooks", "components", "$defs", "operations"]);

function withMembers(
  node: typescript.Node,
  members: ReadonlyMap<string, readonly typescript.TypeElement[]>,
): typescript.Node {
  const more = typescript.isInterfaceDeclaration(node) ? members.get(node.name.text) : undefined;
  if (more === undefined || !typescript.isInterfaceDeclaration(node)) return node;
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return factory.updateInterfaceDeclaration(node, modifiers, name, typeParameters, heritageClauses, [
    ...node.members,
    ...more,
  ]);
}
