import type { Schemas } from "@svc/model";
import { canonical } from "./fields.ts";
import { effectOf } from "./infer-actions.ts";
import { pathShape, singular } from "./path-shape.ts";
import type { Filter, ListRole, Resource, Role } from "./resource.ts";
import { isOfType, propertiesOf, referenceOf } from "./schema-facts.ts";

/**
 * Finds the resources that show items of others: `POST /users/{id}/meetings` makes what `GET /meetings/{id}` reads, and
 * `GET /pets/available` lists some of what `POST /pets` makes. Told by the noun, or by a path that only goes on in words, by
 * the id, and by fields that are alike.
 */
export function withSources(resource: Resource, all: readonly Resource[], schemas: Schemas): Resource {
  const { id, kind, roles } = resource;
  const isShown = has(resource, "read") || has(resource, "list");
  if (kind === "singleton" || id === undefined || !isShown || has(resource, "create")) return resource;
  const found = all.flatMap((other) => {
    const filters = isSource(other, resource, schemas) ? filtersOf(resource, other, schemas) : undefined;
    return filters === undefined ? [] : [{ other, filters }];
  });
  const [first] = found;
  if (first === undefined) return resource;
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
  if (other === resource || other.kind === "singleton" || !has(other, "create")) return false;
  const own = propertiesOf(resource.schema, schemas);
  const names = [...propertiesOf(other.schema, schemas).keys()];
  if (!names.includes(resource.id ?? "")) return false;
  const shared = names.filter((name) => own.has(name)).length;
  const reference = referenceOf(resource.schema);
  if (isAbove(other, resource)) {
    const isSame = reference !== undefined && reference === referenceOf(other.schema);
    // Two names stand for two things, where each is read by its own id: comments have most fields of what they are on.
    if (!isSame && reference !== undefined && referenceOf(other.schema) !== undefined && has(resource, "read"))
      return false;
    return isSame || (shared >= LEAST && shared >= own.size * 0.8);
  }
  const isSameNoun = pathShape(other.path).noun === pathShape(resource.path).noun && other.id === resource.id;
  // Items that either path reads are not the same: then one of them would not be needed.
  const isOpen = !has(resource, "read") || !has(other, "read");
  return isSameNoun && isOpen && shared >= Math.min(names.length, own.size) / 2;
}

/** Fewer fields are alike by chance. */
const LEAST = 4;

/** Whether a path goes on behind that of another in words or, where it reads one item, by other parameters. */
function isAbove(other: Resource, resource: Resource): boolean {
  const rest = resource.key.startsWith(`${other.key}/`) ? resource.key.slice(other.key.length + 1) : undefined;
  if (rest === undefined) return false;
  return !rest.includes("{}") || (rest === "{}" && has(resource, "read") && !has(resource, "list"));
}

/** Filters that the path of a view sets; undefined where it names something of which items say nothing. */
function filtersOf(resource: Resource, other: Resource, schemas: Schemas): ListRole["filters"] | undefined {
  if (!has(resource, "list")) return {};
  const fields = [...propertiesOf(other.schema, schemas).values()];
  const filters: { [parameter: string]: Filter } = {};
  const segments = resource.path.split("/").filter((segment) => segment !== "");
  const isBelow = resource.key.startsWith(`${other.key}/`);
  const own = isBelow ? pathShape(other.path).parameters.length : 0;
  for (const [index, name] of pathShape(resource.path).parameters.slice(own).entries()) {
    const noun = segments[segments.indexOf(`{${name}}`) - 1] ?? "";
    const wanted = new Set([name, `${singular(noun)}_id`].filter((one) => !/^id$/i.test(one)).map(canonical));
    const field = fields.find(
      (one) => wanted.has(canonical(one.name)) && isOfType(one.schema, ["string", "integer"], schemas),
    );
    if (field === undefined || index > 0) return undefined;
    filters[name] = { kind: "equals", field: field.name };
  }
  const last = segments.at(-1) ?? "";
  const { sets } = isBelow && !last.includes("{") ? effectOf(last, resource.schema, schemas) : { sets: {} };
  for (const [field, value] of Object.entries(sets)) {
    if (!fields.some((one) => one.name === field)) return undefined;
    filters[last] = { kind: "equals", field, value };
  }
  return filters;
}
