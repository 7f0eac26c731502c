import { type Model, type Operation, type ResourceDeclaration, refTo, type Schema } from "@svc/model";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { itemSchemaOf, schemaAt } from "../facts/facts.ts";
import type { Place } from "../facts/fields.ts";
import type { Filter } from "../facts/list-role.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { FileDeclaration, Resource, Role } from "../facts/resource.ts";
import { declaredTimes } from "./times.ts";

/** Parts that only declarations give: a resource that is not declared has none of them. */
export const UNDECLARED: Pick<
  Resource,
  "extra" | "files" | "uploads" | "unique" | "transitions" | "triggers" | "defaults"
> = {
  extra: {},
  files: [],
  uploads: [],
  unique: [],
  transitions: [],
  triggers: [],
  defaults: {},
};

/** Applies the declaration of a resource to the inferred one. */
export function declare(resource: Resource, model: Model): Resource | undefined {
  const declared = declarationOf(resource.key, model);
  if (declared === undefined) return withActions(resource, model);
  if (declared.kind === "none") return undefined;
  const { state, order, extra = {}, files = [], unique = resource.unique, transitions = [], defaults = {} } = declared;
  const { webhooks: triggers = [], uploads = [] } = declared;
  const [first] = transitions;
  const stateField = state ?? resource.state;
  const initial = first !== undefined && stateField !== undefined ? { [stateField]: first.from } : {};
  const parent = declared.parent === undefined ? resource.parent : (declared.parent ?? undefined);
  const { parent: _, ...rest } = resource;
  const ages = Object.values(declared.filters ?? {}).map(({ within }) => within);
  const times = declaredTimes(resource, [...ages, order?.by], model.schemas);
  return withActions(
    {
      ...rest,
      ...(parent !== undefined && { parent: pathShape(parent).key }),
      created: [...new Set([...resource.created, ...times])],
      ...(state !== undefined && { state }),
      ...(order !== undefined && { order: { direction: "newest-first", ...order } as const }),
      extra,
      // An overlay appends to lists: of two that speak of one address, the last counts.
      files: [...new Map(files.map((file) => [file.url, toFile(file)])).values()],
      uploads: [...new Map(uploads.map((upload) => [upload.url, upload])).values()],
      unique,
      transitions: transitions.map(({ from, to, afterSeconds }) => ({ from, to, afterMs: afterSeconds * 1000 })),
      triggers,
      defaults: { ...initial, ...defaults },
      roles: mapRoles(resource.roles, (role) => declareRole(role, declared)),
      reasons: [...resource.reasons, `declared: ${Object.keys(declared).join(", ")}`],
    },
    model,
  );
}

/** The declaration of a path, whatever its parameters are called. */
export function declarationOf(key: string, { resources = {} }: Model): ResourceDeclaration | undefined {
  return Object.entries(resources).find(([path]) => pathShape(path).key === key)?.[1];
}

/** The schema of an item that a declaration says: by name, or by the place of the list that the GET among operations gives. */
export function declaredSchema(
  { schema, items }: Pick<ResourceDeclaration, "schema" | "items">,
  operations: readonly Operation[],
  { schemas }: Model,
): Schema | undefined {
  if (schema !== undefined && Object.hasOwn(schemas, schema)) return { $ref: refTo(schema) };
  const get = items === undefined ? undefined : operations.find(({ method }) => method === "get");
  const body = get && jsonSchema(successResponse(get)?.content ?? []);
  return body && itemSchemaOf(schemaAt(body, placeOf(items ?? ""), schemas), schemas);
}

/** `/data/items` -> `data`, `items`. */
export function placeOf(pointer: string): Place {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function declareRole(role: Role, declared: ResourceDeclaration): Role {
  if (role.does !== "list") return role;
  const { items, total, filters = {} } = declared;
  const own = Object.entries(filters).map(([parameter, filter]) => [parameter, toFilter(filter)] as const);
  return {
    ...role,
    ...(items !== undefined && { at: placeOf(items) }),
    ...(total !== undefined && { shows: { ...role.shows, [total]: "total" as const } }),
    filters: { ...role.filters, ...Object.fromEntries(own.filter(([name, one]) => !isSaid(role.filters[name], one))) },
  };
}

/** Whether a filter was inferred as it is declared: then the values that its parameter lists are known, too. */
function isSaid(inferred: Filter | undefined, { kind, field }: Filter): boolean {
  return inferred?.kind === kind && inferred.field === field;
}

function toFilter({ equals, when, within }: NonNullable<ResourceDeclaration["filters"]>[string]): Filter {
  if (when !== undefined) return { kind: "when", field: when };
  return within === undefined ? { kind: "equals", field: equals ?? "" } : { kind: "within", field: within };
}

/** Seconds for which addresses of files are good where nothing says. */
const LIFETIME = 3600;

function toFile(file: NonNullable<ResourceDeclaration["files"]>[number]): FileDeclaration {
  const {
    name,
    nameField,
    lifetime = LIFETIME,
    asked = false,
    url,
    content,
    mediaType,
    size,
    seconds,
    until,
    otherwise,
    download,
  } = file;
  return {
    url,
    content,
    mediaType,
    name: { text: name, ...(nameField !== undefined && { field: nameField }) },
    ...(size !== undefined && { size }),
    ...(seconds !== undefined && { seconds }),
    ...(until !== undefined && { until }),
    ...(otherwise !== undefined && { otherwise }),
    ...(download !== undefined && { download }),
    lifetime,
    isAsked: asked,
  };
}

/** Actions whose paths declare what they set. */
function withActions(resource: Resource, model: Model): Resource {
  if (model.resources === undefined) return resource;
  const roles = mapRoles(resource.roles, (role, operationId) => {
    const operation = model.operations.find(({ id }) => id === operationId);
    const sets = operation && declarationOf(pathShape(operation.path).key, model)?.sets;
    return role.does === "act" && sets !== undefined ? { ...role, sets } : role;
  });
  return { ...resource, roles };
}

function mapRoles(roles: Resource["roles"], change: (role: Role, operationId: string) => Role): Resource["roles"] {
  return Object.fromEntries(Object.entries(roles).map(([id, role]) => [id, change(role, id)]));
}
