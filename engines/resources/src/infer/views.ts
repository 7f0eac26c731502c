import { deref, type Model, type Schemas, words } from "@svc/model";
import { jsonSchema } from "../facts/body-place.ts";
import { examplesOf, isOfType, type Property, partsOf, propertiesOf, referenceOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Filter, ListRole } from "../facts/list-role.ts";
import { pathShape, sharedParameters, singular } from "../facts/path-shape.ts";
import type { Resource, Role } from "../facts/resource.ts";
import { effectOf } from "./actions.ts";
import { askedField } from "./filters.ts";

/**
 * Finds the resources that show items of others: `POST /users/{id}/meetings` makes what `GET /meetings/{id}` reads, and
 * `GET /pets/available` lists some of what `POST /pets` makes. Told by the noun, or by a path that only goes on in words, by
 * the id, and by fields that are alike.
 */
export function withSources(all: readonly Resource[], schemas: Schemas): Resource[] {
  const made = all.filter((one) => has(one, "create"));
  return all.map((one) => withSource(withAttached(one, all, schemas), { all, made }, schemas));
}

/** All resources of a document, and those of which requests make items. */
interface Others {
  readonly all: readonly Resource[];
  readonly made: readonly Resource[];
}

function withSource(resource: Resource, { all, made }: Others, schemas: Schemas): Resource {
  const { id, kind, roles, schema } = resource;
  const isShown = has(resource, "read") || has(resource, "list");
  if (kind === "singleton" || (id === undefined && referenceOf(schema) === undefined) || !isShown) return resource;
  const isMade = has(resource, "create");
  const candidates = made.flatMap((other) => {
    const is = isMade ? isTwin(other, resource, schemas) : isSource(other, resource, schemas);
    const filters = is ? filtersOf(resource, other, schemas) : undefined;
    return filters === undefined ? [] : [{ other, filters }];
  });
  const [first] = candidates;
  if (first === undefined) return namedAbove(resource, { all, made }, schemas) ?? resource;
  const found = candidates.filter(({ filters }) => JSON.stringify(filters) === JSON.stringify(first.filters));
  const paths = found.map(({ other }) => other.path).join(", ");
  const filtered = Object.values(first.filters).map(({ field }) => field);
  const by = filtered.length === 0 ? "" : `, by ${filtered.join(", ")}`;
  return {
    ...resource,
    roles: Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, withFilters(role, first.filters)])),
    sources: found.map(({ other }) => other.key),
    reasons: [...resource.reasons, `shows what is made at ${paths}${by}: the same id, and fields that are alike`],
  };
}

/** `POST /contacts/{id}/tags` of nothing but an id puts an item of `/tags` there, whose fields it has. */
function withAttached(resource: Resource, all: readonly Resource[], schemas: Schemas): Resource {
  const { roles, id, schema, path } = resource;
  const isAttaching = (role: Role): boolean =>
    role.does === "create" && role.writes.length === 1 && role.writes[0] === id;
  if (!Object.values(roles).some(isAttaching)) return resource;
  const own = propertiesOf(schema, schemas);
  const from = all.find(
    (other) =>
      other !== resource &&
      other.id === id &&
      [...propertiesOf(other.schema, schemas).keys()].every((name) => own.has(name)) &&
      pathShape(other.path).noun === pathShape(path).noun &&
      pathShape(other.path).parameters.length < pathShape(path).parameters.length,
  );
  if (from === undefined) return resource;
  const attached = Object.entries(roles).map(([operation, role]) => [
    operation,
    isAttaching(role) ? { ...role, from: from.path } : role,
  ]);
  const reason = `what is put here is an item of ${from.path}, by its id`;
  return { ...resource, roles: Object.fromEntries(attached), reasons: [...resource.reasons, reason] };
}

/**
 * Singletons that show what a request gave to the item above, and the item does not: `GET /endpoints/{id}/secret` of the `secret`
 * with which an endpoint was made.
 */
export function withKept(resources: readonly Resource[], { operations, schemas }: Model): Resource[] {
  const says = new Map<string, { readonly above: string; readonly field: string; readonly sent: string }>();
  for (const { key, kind, path, schema, parent } of resources.filter((one) => one.kind === "singleton")) {
    const above = resources.find((one) => one.key === parent);
    const post = operations.find(({ id }) => above?.roles[id]?.does === "create");
    const request = post && jsonSchema(post.body?.content ?? [], true);
    const { noun } = pathShape(path);
    const sent =
      request && [...propertiesOf(request, schemas).values()].find((one) => canonical(one.name) === canonical(noun));
    const isShown = above && propertiesOf(above.schema, schemas).get(sent?.name ?? "")?.writeOnly === false;
    if (kind !== "singleton" || above === undefined || sent === undefined || isShown) continue;
    const fields = [...propertiesOf(schema, schemas).values()];
    const field =
      fields.find(({ name }) => canonical(name) === canonical(noun)) ?? (fields.length === 1 ? fields[0] : undefined);
    const types = ["string", "object", "array"].filter((type) => isOfType(sent.schema, [type], schemas));
    if (field !== undefined && isOfType(field.schema, types, schemas))
      says.set(key, { above: above.key, field: field.name, sent: sent.name });
  }
  return resources.map((resource) => {
    const own = says.get(resource.key);
    const keeps = [...says.values()].filter(({ above }) => above === resource.key).map(({ sent }) => sent);
    const reason = own && `begins with the "${own.sent}" that was given to the item above`;
    return {
      ...resource,
      ...(own && { says: { [own.field]: own.sent } }),
      ...(keeps.length > 0 && { keeps }),
      reasons: [...resource.reasons, ...(reason === undefined ? [] : [reason])],
    };
  });
}

/** A list below an item that names what it shows in a list of its own: `/tasks/{id}/tags`, where a task has `tags`. */
function namedAbove(resource: Resource, { all, made }: Others, schemas: Schemas): Resource | undefined {
  if (has(resource, "create") || has(resource, "read")) return undefined;
  const above = all.find(({ key }) => key === resource.parent);
  if (above === undefined) return undefined;
  const { noun } = pathShape(resource.path);
  const list = [...propertiesOf(above.schema, schemas).values()].find(
    ({ name, schema }) =>
      canonical(singular(name)) === canonical(singular(noun)) && isOfType(schema, ["array"], schemas),
  );
  const found =
    list && made.find((one) => pathShape(one.path).parameters.length === 0 && isSource(one, resource, schemas));
  if (list === undefined || found === undefined) return undefined;
  const reason = `shows what is made at ${found.path} and named in "${list.name}" of the item above`;
  return { ...resource, sources: [found.key], listedIn: list.name, reasons: [...resource.reasons, reason] };
}

/** Without lists that are the item of another resource, with a list in it: `GET /uploads/{id}` below which there are parts. */
export function withoutOthers(resources: readonly Resource[]): Resource[] {
  const read = new Set(
    resources.flatMap(({ roles }) => Object.keys(roles).filter((operation) => roles[operation]?.does === "read")),
  );
  return resources.flatMap((resource) => {
    const kept = Object.entries(resource.roles).filter(
      ([operation, { does }]) => does !== "list" || !read.has(operation),
    );
    if (kept.length === Object.keys(resource.roles).length) return [resource];
    return kept.length === 0 ? [] : [{ ...resource, roles: Object.fromEntries(kept) }];
  });
}

function withFilters(role: Role, filters: ListRole["filters"]): Role {
  return role.does === "list" ? { ...role, filters: { ...filters, ...role.filters } } : role;
}

function has({ roles }: Resource, does: Role["does"]): boolean {
  return Object.values(roles).some((role) => role.does === does);
}

function isSource(other: Resource, resource: Resource, schemas: Schemas): boolean {
  if (other === resource || other.kind === "singleton") return false;
  const [own, others] = [propertiesOf(resource.schema, schemas), propertiesOf(other.schema, schemas)];
  const reference = referenceOf(resource.schema);
  // Without an id, things of one named schema are the same.
  const isOne = other.id === undefined && reference === referenceOf(other.schema);
  if (resource.id === undefined ? !isOne : !others.has(resource.id)) return false;
  const shared = (): number => [...others.keys()].filter((name) => own.has(name)).length;
  if (isAlternative(other, resource, schemas)) return true;
  if (isAbove(other, resource, others)) {
    const isSame = reference !== undefined && reference === referenceOf(other.schema);
    // Two names stand for two things, where each is read by its own id: comments have most fields of what they are on.
    if (!isSame && reference !== undefined && referenceOf(other.schema) !== undefined && has(resource, "read"))
      return false;
    // What a search finds may show less of a thing, and more about it.
    const isFound = SEARCH.test(pathShape(resource.path).noun) && !has(resource, "read");
    return isSame || shared() >= (isFound ? Math.max(2, own.size / 3) : Math.max(LEAST, own.size * 0.8));
  }
  const isSameNoun = other.id === resource.id && pathShape(other.path).noun === pathShape(resource.path).noun;
  // Items that either path reads are not the same: then one of them would not be needed.
  const isOpen = !has(resource, "read") || !has(other, "read");
  return isSameNoun && isOpen && shared() >= Math.min(others.size, own.size) / 2;
}

/** Whether a list shows items of several kinds, below what they lie in, and those of another collection are one of them. */
function isAlternative(other: Resource, resource: Resource, schemas: Schemas): boolean {
  const kinds = deref(resource.schema, schemas).oneOf ?? deref(resource.schema, schemas).anyOf ?? [];
  if (kinds.length < 2 || has(resource, "read") || pathShape(resource.path).parameters.length === 0) return false;
  const parts = partsOf(other.schema, schemas);
  return kinds.some((kind) => kind.$ref !== undefined && parts.includes(deref(kind, schemas)));
}

/**
 * Whether items are made and read at two paths: `/merchants/{merchantId}/stores` and `/stores`, of one named schema, which has
 * what the longer path says.
 */
function isTwin(other: Resource, resource: Resource, schemas: Schemas): boolean {
  if (other === resource) return false;
  const reference = referenceOf(resource.schema);
  if (reference === undefined || reference !== referenceOf(other.schema) || other.id !== resource.id) return false;
  const [own, others] = [pathShape(resource.path), pathShape(other.path)];
  if (own.noun !== others.noun || own.parameters.length === others.parameters.length) return false;
  const filters = filtersOf(resource, other, schemas);
  // What is made at the longer path has what that says only where the field is called like the parameter.
  const isTold = Object.entries(filters ?? {}).every(([name, { field }]) => canonical(name) === canonical(field));
  return filters !== undefined && isTold && filtersOf(other, resource, schemas) !== undefined;
}

/** Fewer fields are alike by chance. */
const LEAST = 4;

const SEARCH = /^(?:search|find|filter|query|lookup|auto_?complete|suggest(?:ions)?)$/i;

/**
 * Whether a path goes on behind that of another in words or, where it reads one item, by other parameters; or by one that is
 * called like a field of the items: `/objects/{container}/{key}` of `/objects`.
 */
function isAbove(other: Resource, resource: Resource, fields: ReadonlyMap<string, Property>): boolean {
  const rest = resource.key.startsWith(`${other.key}/`) ? resource.key.slice(other.key.length + 1) : undefined;
  if (rest === undefined) return false;
  const isField = [...fields.keys()].some(
    (name) => canonical(name) === canonical(pathShape(resource.path).parameters.at(-1) ?? ""),
  );
  return !rest.includes("{}") || (rest === "{}" && has(resource, "read") && (isField || !has(resource, "list")));
}

/** Whether a field is an object with an id that says by its schema's name, or its type, which: `parent` of the type `folder`. */
function isObjectOf({ schema }: Property, noun: string, schemas: Schemas): boolean {
  const own = propertiesOf(schema, schemas);
  const kind = own.get("type");
  if (!own.has("id") || noun === "") return false;
  const said = kind === undefined ? [] : partsOf(kind.schema, schemas).flatMap(({ enum: values = [] }) => values);
  const shown = kind === undefined ? [] : examplesOf(kind.schema, schemas);
  const names = [referenceOf(schema)?.split("/").at(-1), ...said, ...shown].filter((one) => typeof one === "string");
  return names.some((name) => words(name)[0]?.toLowerCase() === noun.toLowerCase());
}

function firstOf<Found>(names: readonly string[], find: (name: string) => Found | undefined): Found | undefined {
  return names.map(find).find((one) => one !== undefined);
}

/** Filters that the path of a view sets; undefined where it names something of which items say nothing. */
function filtersOf(resource: Resource, other: Resource, schemas: Schemas): ListRole["filters"] | undefined {
  if (!has(resource, "list")) return {};
  const fields = [...propertiesOf(other.schema, schemas).values()];
  const filters: { [parameter: string]: Filter } = {};
  const segments = resource.path.split("/").filter((segment) => segment !== "");
  const isBelow = resource.key.startsWith(`${other.key}/`);
  for (const [index, name] of pathShape(resource.path).parameters.slice(sharedParameters(resource, other)).entries()) {
    const noun = segments[segments.indexOf(`{${name}}`) - 1] ?? "";
    const asked = [name, `${singular(noun)}_id`, singular(noun)].filter((one) => !/^(?:id)?$/i.test(one));
    const isNamed = (own: Property, name: string): boolean =>
      canonical(own.name) === name && isOfType(own.schema, ["string", "integer"], schemas);
    const field =
      firstOf(asked.map(canonical), (one) => fields.find((own) => isNamed(own, one))) ??
      fields.find((one) => isObjectOf(one, singular(noun), schemas));
    const found: ReturnType<typeof askedField> = field
      ? { property: field }
      : firstOf(asked, (one) => askedField(one, fields, schemas));
    if (found === undefined || index > 0) return undefined;
    const { property, as } = found;
    filters[name] = { kind: "equals", field: property.name, ...(as !== undefined && { as }) };
  }
  const last = segments.at(-1) ?? "";
  const { sets } = isBelow && !last.includes("{") ? effectOf(last, resource.schema, schemas) : { sets: {} };
  for (const [field, value] of Object.entries(sets)) {
    if (!fields.some((one) => one.name === field)) return undefined;
    filters[last] = { kind: "equals", field, value };
  }
  return filters;
}
