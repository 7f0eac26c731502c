import { camelCase, type Model, methodName, type Operation, type Schema, type Schemas } from "@svc/model";
import { itemPlace, jsonSchema, listPlace, successResponse } from "../facts/body-place.ts";
import { propertiesOf } from "../facts/facts.ts";
import { findId } from "../facts/find-id.ts";
import { type PathShape, pathShape, singular } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { batchesBelow } from "./batches.ts";
import type { Beginning } from "./beginning.ts";
import { declarationOf, declare, declaredSchema, UNDECLARED } from "./declare.ts";
import { actionsBelow, beginningsBelow, type Grouping, isListed } from "./operations-below.ts";
import { keysBelow, type Place, placesOf } from "./places.ts";
import type { Group } from "./role-context.ts";
import { inferRoles } from "./roles.ts";
import { isCount, searchesBelow } from "./searches.ts";
import { inferTimes } from "./times.ts";
import { withoutOthers, withSources } from "./views.ts";

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
  const own = withoutOthers(resources);
  return own.map((resource) => withSources(resource, own, model.schemas));
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
  if (!isCollection) {
    const counts = outer?.operations.some((one) => isCount(one, schemas)) === true;
    const isAbove = places.has(shape.above) || places.has(`${shape.above}/{}`);
    return counts && isAbove && declared === undefined ? undefined : singletonOf(outer, shape, said);
  }
  return {
    kind: "collection",
    shape,
    naming: { parameter: inner?.shape.parameters.at(-1), noun: shape.noun },
    outer: [
      ...operations,
      ...beginningsBelow(key, operations, grouping),
      ...searchesBelow(key, grouping),
      ...batchesBelow(key, grouping),
    ],
    inner: inner?.operations ?? [],
    actions: actionsBelow(itemKey, grouping),
    ...said,
  };
}

/** `/things/{thing_id}` -> `/things`. */
function above({ path }: PathShape): PathShape {
  return pathShape(path.replace(/\/[^/]*\/?$/, "") || "/");
}

type Said = Pick<Group, "declared" | "declaredSchema">;

function singletonOf(place: Place | undefined, shape: PathShape, said: Said): Group | undefined {
  const reads = place?.operations.some(({ method }) => method === "get");
  if (place === undefined || !(reads || said.declared?.kind === "singleton")) return undefined;
  const naming = { parameter: undefined, noun: shape.noun };
  return { kind: "singleton", shape, naming, outer: place.operations, inner: [], actions: [], ...said };
}

function toResource(group: Group, collections: ReadonlySet<string>, schemas: Schemas): Resource | undefined {
  const { shape, kind, naming } = group;
  const { parameter } = naming;
  const found = itemSchema(group, schemas);
  if (found === undefined) return undefined;
  const { schema, source } = found;
  const id = kind === "singleton" ? undefined : idOf(group, schema, schemas);
  const { roles, state, begins, reasons } = inferRoles(group, { schema, id: id?.property }, schemas);
  if (Object.keys(roles).length === 0) return undefined;
  const parent = parentOf(shape, collections);
  return {
    name: shape.nouns.map(camelCase).filter((name) => name !== ""),
    kind,
    path: shape.path,
    key: shape.key,
    ...(parent !== undefined && { parent }),
    schema,
    ...(id !== undefined && { id: id.property }),
    idNames: id === undefined ? [] : [...(parameter === undefined ? [] : [parameter]), `${singular(shape.noun)}_id`],
    roles,
    ...inferTimes(schema, schemas),
    ...begins,
    ...(state !== undefined && { state }),
    ...UNDECLARED,
    sources: [],
    reasons: [
      `${shape.path} is a ${kind}: ${whyKind(group)}`,
      `the schema is that of ${source}`,
      ...(id === undefined ? [] : [`the id: ${id.reason}`]),
      ...reasons,
      ...whyBeginning(begins),
    ],
  };
}

function whyBeginning({ beginning, without }: Beginning): string[] {
  const told = [
    ...Object.entries(beginning).map(([name, value]) => `"${name}" ${JSON.stringify(value)}`),
    ...without.map((name) => `without "${name}"`),
  ];
  return told.length === 0 ? [] : [`a new item begins with ${told.join(", ")}, where nothing else is given`];
}

function idOf({ declared, naming }: Group, schema: Schema, schemas: Schemas) {
  if (declared?.id !== undefined) return { property: declared.id, reason: `"${declared.id}", as declared` };
  return findId(schema, naming, schemas);
}

function whyKind({ kind, inner, outer, declared }: Group): string {
  if (declared?.kind !== undefined) return "declared";
  if (kind === "singleton") return `${outer.map(({ method }) => method.toUpperCase()).join(", ")} of one object`;
  const [item] = inner;
  return item === undefined ? "GET gives a list" : `there is ${item.path}`;
}

/** Schema of an item: preferably that of the operation that reads a single one. */
function itemSchema(group: Group, schemas: Schemas) {
  const { kind, shape, naming, outer, inner, declaredSchema: declared } = group;
  if (declared !== undefined) return { schema: declared, source: "the declaration" };
  const single = kind === "singleton" ? outer : inner;
  const showing = [
    ...single.filter(({ method }) => method === "get"),
    ...single.filter(({ method }) => method !== "get"),
  ];
  const candidates = showing.flatMap((operation) => {
    const body = method(operation) === "delete" ? undefined : jsonSchema(successResponse(operation)?.content ?? []);
    const place = body && itemPlace(body, naming, schemas);
    return place === undefined || propertiesOf(place.schema, schemas).size === 0
      ? []
      : [{ schema: place.schema, source: methodName(operation) }];
  });
  if (candidates[0] !== undefined && (method(showing[0]) === "get" || kind === "singleton")) return candidates[0];
  const get = kind === "singleton" ? undefined : outer.find((one) => one.method === "get");
  const listed = get && jsonSchema(successResponse(get)?.content ?? []);
  const list = listed && listPlace(listed, shape.noun, schemas);
  const made = created(group, schemas);
  if (get === undefined || list === undefined || propertiesOf(list.items, schemas).size === 0)
    return candidates[0] ?? made ?? anything(group);
  // Lists may show less of an item than the answer to its creation.
  const shown = [...propertiesOf(list.items, schemas).keys()];
  const all = [...propertiesOf(made?.schema ?? {}, schemas).keys()];
  const isFuller = all.length > shown.length && shown.every((name) => all.includes(name));
  return isFuller && made ? made : { schema: list.items, source: `the items of ${methodName(get)}` };
}

function created({ kind, naming, outer }: Group, schemas: Schemas) {
  const post = kind === "singleton" ? undefined : outer.find((one) => one.method === "post");
  const body = post && jsonSchema(successResponse(post, "201")?.content ?? []);
  const place = body && itemPlace(body, naming, schemas);
  return post && place && { schema: place.schema, source: methodName(post) };
}

/** A singleton of which nothing is known can still be put in. */
function anything({ kind, outer }: Group) {
  const get = outer.find((one) => one.method === "get");
  const schema = get && jsonSchema(successResponse(get)?.content ?? []);
  return kind === "singleton" && get !== undefined && schema !== undefined
    ? { schema, source: methodName(get) }
    : undefined;
}

function method(operation: Operation | undefined): string | undefined {
  return operation?.method;
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
