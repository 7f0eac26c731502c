import type { Model, Operation } from "@svc/model";
import { type HandleNode, handleTree, inferResources, type Resource, type Role } from "@svc/resources";
import { type Code, comment, join, key, str, ts } from "../quote/index.ts";
import { resultType } from "./operation-types.ts";
import { schemaType } from "./schema-type.ts";
import type { Target } from "./target.ts";

/**
 * The handles of the document's resources on a fake, and the options that it declares for them.
 *
 * @param typed the model whose schemas are the emitted types
 */
export function emitResources(model: Model, typed: Model, target: Target): Code {
  const resources = inferResources(model);
  const tree = handleTree(
    model.operations.map(({ path }) => path),
    resources,
  );
  const members = emitChildren(tree, typed);
  const imports = HANDLES.filter((name) => members.some((member) => member.includes(`${name}<`)));
  const usesTypes = members.some((member) => /\bt\./.test(member));
  return ts`
    ${target.banner}
    ${usesTypes ? [ts`import type * as t from ${str(target.types)};`] : []}
    ${imports.length === 0 ? [] : [ts`import type { ${join(imports, ", ")} } from ${str(target.testingRuntime)};`]}

    /** Handles of the fake for the resources of the document. */
    export interface Resources {
      ${members}
    }

    /** Options of a fake that the document declares. */
    export interface ResourceOptions {
      ${resources.flatMap(emitOption)}
    }
  `;
}

const HANDLES = [ts`CollectionHandle`, ts`ItemHandle`, ts`PartOf`, ts`SingletonHandle`] as const;

function emitChildren({ children }: HandleNode, typed: Model): Code[] {
  return [...children].map(([name, node]) => {
    const { resource } = node;
    return ts`
      ${comment(resource === undefined ? `Handles below \`${name}\`.` : `\`${resource.path}\``)}
      readonly ${key(name)}: ${emitNode(node, typed)};`;
  });
}

function emitNode(node: HandleNode, typed: Model): Code {
  const { resource, item } = node;
  const children = emitChildren(node, typed);
  const parts: Code[] = [];
  if (resource !== undefined) parts.push(handleType(resource, typed));
  if (item !== undefined || resource?.id !== undefined) {
    const below = item === undefined ? [] : emitChildren(item, typed);
    const own = resource?.kind === "collection" ? [itemType(resource, typed)] : [];
    const result = [...own, ...(below.length === 0 ? [] : [block(below)])];
    parts.push(ts`((id: string | number) => ${result.length === 0 ? ts`object` : join(result, " & ")})`);
  }
  if (children.length > 0) parts.push(block(children));
  return join(parts, " & ");
}

function block(members: readonly Code[]): Code {
  return ts`
    {
      ${members}
    }`;
}

function handleType(resource: Resource, typed: Model): Code {
  const value = valueType(resource, typed);
  const name = resource.kind === "singleton" ? ts`SingletonHandle` : ts`CollectionHandle`;
  return ts`${name}<${value}${extraType(resource)}>`;
}

function itemType(resource: Resource, typed: Model): Code {
  return ts`ItemHandle<${valueType(resource, typed)}${extraType(resource)}>`;
}

function extraType({ extra }: Resource): Code {
  const members = Object.entries(extra).map(([name, { type }]) => ts`${key(name)}: ${EXTRA_TYPES[type]}`);
  return members.length === 0 ? ts`` : ts`, { ${join(members, "; ")} }`;
}

const EXTRA_TYPES: { readonly [type in Resource["extra"][string]["type"]]: Code } = {
  boolean: ts`boolean`,
  string: ts`string`,
  number: ts`number`,
  content: ts`string | Uint8Array`,
};

const ORDER: readonly Role["does"][] = ["read", "list", "create", "update", "act"];

/** The type of an item: its schema's name, or the place in an answer that shows it. */
function valueType(resource: Resource, typed: Model): Code {
  const shown = ORDER.map((does) => typed.operations.find(({ id }) => resource.roles[id]?.does === does)).find(
    (operation) => operation !== undefined,
  );
  return schemaType(resource.schema, typed, shown === undefined ? ts`unknown` : lookup(shown, resource, typed));
}

function lookup(operation: Operation, { roles }: Resource, typed: Model): Code {
  const role = roles[operation.id];
  if (role === undefined) return ts`unknown`;
  const place = [...role.at.map((name) => str(name)), ...(role.does === "list" ? [ts`number`] : [])];
  return ts`PartOf<${resultType(operation, typed)}, [${join(place, ", ")}]>`;
}

function emitOption({ order, path }: Resource): Code[] {
  if (order?.option === undefined) return [];
  const note = comment(
    `Order of the list at \`${path}\`, by \`${order.by}\`; ${order.direction} where it is not given.`,
  );
  return [
    ts`
      ${note}
      readonly ${key(order.option)}?: "newest-first" | "oldest-first" | "as-added";`,
  ];
}
