import type { Model, Operation } from "@svc/model";
import { type HandleNode, handleTree, inferResources, type Resource, type Role } from "@svc/resources/infer";
import { type Code, comment, join, key, str, ts } from "../../quote/index.ts";
import { resultType } from "../operation-types.ts";
import { schemaType } from "../schema-type.ts";
import type { Target } from "../target.ts";

/**
 * The handles of the document's resources on a fake, and the options that it declares for them.
 *
 * @param typed the model whose schemas are the emitted types
 */
export function emitHandles(model: Model, typed: Model, target: Target): Code {
  const resources = inferResources(model);
  const tree = handleTree(
    model.operations.map(({ path }) => path),
    resources,
  );
  const positions = new Map(typed.operations.map(({ id }, index) => [id, index]));
  const members = emitChildren(tree, { model: typed, positions });
  const imports = HANDLES.filter((name) => members.some((member) => member.includes(`${name}<`)));
  const usesTypes = members.some((member) => /\bt\./.test(member));
  return ts`
    ${target.banner}
    ${usesTypes ? [ts`import type * as t from ${str(target.types)};`] : []}
    ${imports.length === 0 ? [] : [ts`import type { ${join(imports, ", ")} } from ${str(target.runtimes.testing)};`]}

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

const HANDLES = [ts`CollectionHandle`, ts`ItemHandle`, ts`PartOf`, ts`SingletonHandle`, ts`StateHandle`] as const;

/** The model whose schemas are the emitted types. */
interface Typed {
  readonly model: Model;
  /** Places of operations in the model, by id. */
  readonly positions: ReadonlyMap<string, number>;
}

function emitChildren({ children }: HandleNode, typed: Typed): Code[] {
  return [...children].map(([name, node]) => {
    const { resource } = node;
    return ts`
      ${comment(resource === undefined ? `Handles below \`${name}\`.` : `\`${resource.path}\``)}
      readonly ${key(name)}: ${join(emitParts(node, typed), " & ")};`;
  });
}

/** Types of which a handle has all members. */
function emitParts(node: HandleNode, typed: Typed): Code[] {
  const { resource, item } = node;
  const children = emitChildren(node, typed);
  const parts: Code[] = [];
  if (resource !== undefined) parts.push(handleType(resource, typed));
  if (item !== undefined || resource?.id !== undefined) {
    const own = resource?.kind === "collection" ? [itemType(resource, typed)] : [];
    const result = [...own, ...(item === undefined ? [] : emitParts(item, typed))];
    parts.push(itemFunction(result.length === 0 ? ts`object` : join(result, " & ")));
  }
  if (children.length > 0) parts.push(block(children));
  return parts;
}

/** Lines of their own for what holds a block: a formatter would not break them. */
function itemFunction(result: Code): Code {
  if (!result.includes("\n")) return ts`((id: string | number) => ${result})`;
  return ts`
    (
      (id: string | number) => ${result}
    )`;
}

function block(members: readonly Code[]): Code {
  return ts`
    {
      ${members}
    }`;
}

function handleType(resource: Resource, typed: Typed): Code {
  const value = valueType(resource, typed);
  const name = resource.kind === "singleton" ? ts`SingletonHandle` : ts`CollectionHandle`;
  return ts`${name}<${value}${extraType(resource)}>`;
}

function itemType(resource: Resource, typed: Typed): Code {
  const value = valueType(resource, typed);
  const item = ts`ItemHandle<${value}${extraType(resource)}>`;
  const { state } = resource;
  return state === undefined ? item : ts`${item} & StateHandle<${value}, PartOf<${value}, [${str(state)}]>>`;
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
function valueType(resource: Resource, { model, positions }: Typed): Code {
  const placed = Object.entries(resource.roles)
    .map(([id, { does }]) => ({ does, position: positions.get(id) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => ORDER.indexOf(a.does) - ORDER.indexOf(b.does) || a.position - b.position);
  const shown = model.operations[placed.find(({ does }) => ORDER.includes(does))?.position ?? -1];
  return schemaType(resource.schema, model, shown === undefined ? ts`unknown` : lookup(shown, resource, model));
}

function lookup(operation: Operation, { roles }: Resource, model: Model): Code {
  const role = roles[operation.id];
  if (role === undefined) return ts`unknown`;
  const place = [...role.at.map((name) => str(name)), ...(role.does === "list" ? [ts`number`] : [])];
  return ts`PartOf<${resultType(operation, model)}, [${join(place, ", ")}]>`;
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
