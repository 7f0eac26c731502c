import { camelCase, type Model, type Schemas } from "@svc/model";
import { findId } from "../facts/find-id.ts";
import { type PathShape, pathShape, singular } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { batchesBelow } from "./batches.ts";
import type { Beginning } from "./beginning.ts";
import { declarationOf, declare, declaredSchema, UNDECLARED } from "./declare.ts";
import { withHeld } from "./held.ts";
import { inferIdentity, inferUnique } from "./identity.ts";
import { itemSchema } from "./item-schema.ts";
import type { Identity } from "./likeness.ts";
import {
  actionsBelow,
  askedAt,
  beginningsBelow,
  type Grouping,
  isListed,
  keyedGroup,
  listAbove,
  queryKey,
  renewalsBelow,
} from "./operations-below.ts";
import { keysBelow, type Place, placesOf } from "./places.ts";
import type { Group } from "./role-context.ts";
import { inferRoles } from "./roles.ts";
import { isCount, searchesBelow } from "./searches.ts";
import { inferOrder, inferTimes } from "./times.ts";
import { withKept, withoutOthers, withSources } from "./views.ts";

/**
 * The resources of a document as its paths, methods and schemas show them, in the order of the paths, corrected by what it
 * declares (`x-svc-resource`). Nothing is certain here:
 * what operations of a resource answer has to be valid for the document all the same.
 */
export function inferResources(model: Model): readonly Resource[] {
  const found = known.get(model) ?? infer(model);
  known.set(model, found);
  return found;
}

/** Several emitters ask for the resources of one model, and of a large one they take a second. */
const known: WeakMap<Model, readonly Resource[]> = /* @__PURE__ */ new WeakMap();

function infer(model: Model): readonly Resource[] {
  const groups = withUsualId(groupOperations(model), model.schemas);
  const keys = new Set(groups.filter(({ kind }) => kind === "collection").map(({ shape }) => shape.key));
  const resources = groups.flatMap((group) => {
    const resource = toResource(group, keys, model.schemas);
    return (resource && declare(resource, model)) ?? [];
  });
  return withHeld(withKept(withSources(withoutOthers(resources), model.schemas), model), model.schemas);
}

/** Groups that know by which field most items of the document are told apart: no path says the id of those that are only listed. */
function withUsualId(groups: readonly Group[], schemas: Schemas): Group[] {
  const counts = new Map<string, number>();
  for (const group of groups.filter(({ kind, naming }) => kind === "collection" && naming.parameter !== undefined)) {
    const { schema } = itemSchema(group, schemas) ?? {};
    const name = schema && findId(schema, group.naming, schemas)?.property;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [[usual, count] = ["", 0]] = [...counts].sort(([, a], [, b]) => b - a);
  if (count < 2) return [...groups];
  return groups.map((group) => ({ ...group, naming: { ...group.naming, usual } }));
}

function groupOperations(model: Model): Group[] {
  const places = placesOf(model);
  const below = keysBelow(places);
  const groups: Group[] = [];
  const done = new Set<string>();
  for (const { shape } of places.values()) {
    const key = shape.isItem ? shape.above : shape.key;
    if (done.has(key)) continue;
    done.add(key);
    const group = groupOf(key, { places, below, model });
    if (group !== undefined) groups.push(group);
  }
  return groups;
}

/**
 * Decides whether a path is a resource: a collection where items are below it or it answers with a list, a singleton where it is read, as
 * declared where the document says so; undefined where it is none.
 */
function groupOf(key: string, grouping: Grouping): Group | undefined {
  const { places, model } = grouping;
  const { schemas } = model;
  const declared = declarationOf(key, model);
  const outer = places.get(key);
  const itemKey = key === "/" ? "/{}" : `${key}/{}`;
  const inner = places.get(itemKey);
  const kind = declared?.kind ?? "none";
  // `/items/{collection}` is the list of another collection, not an item, where items are below it.
  const isOther = inner !== undefined && places.has(`${itemKey}/{}`) && isListed(inner, schemas);
  const isInferred = (inner !== undefined && !isOther) || (outer !== undefined && isListed(outer, schemas));
  const isCollection = kind === "none" ? isInferred : kind === "collection";
  const shape = outer?.shape ?? (inner && above(inner.shape));
  if (shape === undefined || (shape.noun === "" && shape.parameters.length === 0)) return undefined;
  const operations = outer?.operations ?? [];
  const said = { declared, declaredSchema: declared && declaredSchema(declared, operations, model) };
  const byKey = declared === undefined && inner === undefined ? queryKey(shape, operations, schemas) : undefined;
  if (byKey !== undefined) return keyedGroup(shape, [...operations, ...listAbove(shape, grouping)], byKey);
  if (!isCollection) {
    const counts = outer?.operations.some((one) => isCount(one, schemas)) === true;
    const isAbove = places.has(shape.above) || places.has(`${shape.above}/{}`);
    return counts && isAbove && declared === undefined
      ? undefined
      : singletonOf(outer, shape, { ...said, actions: renewalsBelow(key, grouping) });
  }
  return {
    kind: "collection",
    shape,
    naming: { parameter: inner?.shape.parameters.at(-1), noun: shape.noun },
    outer: [
      ...operations,
      ...listAbove(shape, grouping),
      ...beginningsBelow(key, operations, grouping),
      ...searchesBelow(key, grouping),
      ...batchesBelow(key, grouping),
    ],
    inner: inner?.operations ?? [],
    asked: askedAt(itemKey, grouping),
    actions: actionsBelow(itemKey, grouping),
    ...said,
  };
}

/** `/things/{thing_id}` -> `/things`. */
function above({ path }: PathShape): PathShape {
  return pathShape(path.replace(/\/[^/]*\/?$/, "") || "/");
}

type Said = Pick<Group, "declared" | "declaredSchema" | "actions">;

function singletonOf(place: Place | undefined, shape: PathShape, said: Said): Group | undefined {
  const reads = place?.operations.some(({ method }) => method === "get");
  if (place === undefined || !(reads || said.declared?.kind === "singleton")) return undefined;
  const naming = { parameter: undefined, noun: shape.noun };
  return { kind: "singleton", shape, naming, outer: place.operations, inner: [], asked: [], ...said };
}

function toResource(group: Group, collections: ReadonlySet<string>, schemas: Schemas): Resource | undefined {
  const { shape, kind, naming } = group;
  const { parameter } = naming;
  const found = itemSchema(group, schemas);
  if (found === undefined) return undefined;
  const { schema, source } = found;
  const identity = kind === "singleton" ? NAMELESS : inferIdentity(group, schema, schemas);
  const { id, unique: _, ...names } = identity;
  const { roles, state, begins, reasons } = inferRoles(group, { schema, id: id?.property, identity }, schemas);
  if (Object.keys(roles).length === 0) return undefined;
  const parent = parentOf(shape, collections);
  const times = inferTimes(schema, schemas);
  const order = inferOrder(
    group.outer.filter((one) => roles[one.id]?.does === "list"),
    times.created,
  );
  return {
    name: shape.nouns.map(camelCase).filter((name) => name !== ""),
    kind,
    path: shape.path,
    key: shape.key,
    ...(parent !== undefined && { parent }),
    schema,
    ...(id !== undefined && { id: id.property }),
    ...names,
    idNames: id === undefined ? [] : [...new Set([parameter ?? [], `${singular(shape.noun)}_id`].flat())],
    roles,
    ...times,
    ...(order !== undefined && { order }),
    ...begins,
    ...(state !== undefined && { state }),
    ...UNDECLARED,
    unique: inferUnique(group, identity),
    sources: [],
    reasons: [
      `${shape.path} is a ${kind}: ${whyKind(group)}`,
      `the schema is that of ${source}`,
      ...(id === undefined ? [] : [`the id: ${id.reason}`]),
      ...whyAlso(names),
      ...reasons,
      ...whyBeginning(begins),
      ...(order === undefined ? [] : ["lists begin with the newest, as they are described"]),
    ],
  };
}

const NAMELESS: Identity = { id: undefined, alsoBy: [], unique: [] };

function whyAlso({ alsoBy, digits }: Pick<Resource, "alsoBy" | "digits">): string[] {
  return [
    ...(alsoBy.length === 0 ? [] : [`it is found by ${alsoBy.map((place) => place.join(".")).join(", ")}, too`]),
    ...(digits ? ["ids are digits: the path takes a number"] : []),
  ];
}

function whyBeginning({ beginning, without }: Beginning): string[] {
  const told = [
    ...Object.entries(beginning).map(([name, value]) => `"${name}" ${JSON.stringify(value)}`),
    ...without.map((name) => `without "${name}"`),
  ];
  return told.length === 0 ? [] : [`a new item begins with ${told.join(", ")}, where nothing else is given`];
}

function whyKind({ kind, inner, outer, declared }: Group): string {
  if (declared?.kind !== undefined) return "declared";
  if (kind === "singleton") return `${outer.map(({ method }) => method.toUpperCase()).join(", ")} of one object`;
  const [item] = inner;
  return item === undefined ? "GET gives a list" : `there is ${item.path}`;
}

/** The innermost collection in whose items a path lies. */
function parentOf({ key }: PathShape, collections: ReadonlySet<string>): string | undefined {
  const item = "/{}/";
  for (let end = key.lastIndexOf(item); end >= 0; end = end === 0 ? -1 : key.lastIndexOf(item, end - 1)) {
    const above = key.slice(0, end) || "/";
    if (collections.has(above)) return above;
  }
  return undefined;
}
