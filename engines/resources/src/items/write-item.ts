import type { Json, Schema, Schemas } from "@svc/model/data";
import { own } from "@svc/model/data";
import { ownAddress } from "../facts/address.ts";
import { isNullable, propertiesOf } from "../facts/facts.ts";
import { type Fields, timeOf, without } from "../facts/fields.ts";
import { pathShape, singular } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { STATE } from "../facts/states.ts";
import { timesOf, timeValue } from "../facts/times.ts";
import { type Engine, typedId } from "./context.ts";
import { fill, leavingOut } from "./fill.ts";
import type { Item } from "./items.ts";
import { makeId, ownFields, versionValue } from "./own-fields.ts";

/** Input of a new item. */
export interface NewItem {
  readonly resource: Resource;
  readonly parameters: readonly string[];
  readonly given: Fields;
  readonly extra?: { readonly [name: string]: unknown };
  /** The id that it shall have; undefined: its own, or a new one. */
  readonly id?: string | undefined;
  /** Ids of items that are made with it, and not stored yet. @default none */
  readonly beside?: ReadonlySet<string>;
  /**
   * Handling of fields that are not given: those that the caller could have given have their default, or null, or are
   * absent; all others are made up. `least`: optional ones are absent.
   */
  readonly missing: { readonly writes: readonly string[] } | "least";
  /** Keeps what is given, also where the document does not allow it. */
  readonly isLoose?: boolean;
}

/** A new item that is valid for the document, or undefined where there is none. Does not store it. */
export function makeItem(engine: Engine, wish: NewItem): { readonly id: string; readonly item: Item } | undefined {
  const { resource, parameters, given, extra = {}, isLoose = false } = wish;
  const { tools, cells } = engine;
  const serial = cells.next();
  const id = idFor(engine, wish, serial);
  if (resource.id !== undefined && id === undefined) return undefined;
  const idFields: Fields = resource.id === undefined || id === undefined ? {} : { [resource.id]: id };
  const own = { ...ownFields(engine, wish), ...ownAddress(wish, String(id ?? serial), tools) };
  const kept = { ...own, ...given, ...idFields };
  const seed = `${tools.seed} ${resource.key} ${parameters.join("/")} ${serial}`;
  const absent = absentFields(wish, kept, engine);
  const fillWith = (others: { readonly [name: string]: unknown }) =>
    fill(resource.schema, { fields: kept, others, seed }, tools);
  const begun = fillWith({ ...begunFields(wish, kept, engine), ...absent });
  const hasAll = begun !== undefined && Object.keys(kept).every((name) => Object.hasOwn(begun, name));
  // Of alternatives another may have been asked for than the one that begins so, or one that needs what is left out.
  const built = hasAll ? begun : (fillWith(absent) ?? fillWith({}));
  const fields = isLoose ? { ...(built ?? {}), ...kept } : built;
  if (fields === undefined) return undefined;
  const item: Item = {
    serial,
    fields: withoutSecrets(fields, resource.schema, engine),
    extra: withDefaults(extra, resource),
    version: 1,
    ...(isLoose && { isLoose }),
  };
  return { id: resource.kind === "singleton" ? "" : String(id ?? serial), item };
}

function idFor(engine: Engine, { resource, given, id, beside }: NewItem, serial: number): Json | undefined {
  if (resource.id === undefined) return id;
  if (id !== undefined) return typedId(id, resource, engine.tools);
  const said = own(given, resource.id);
  if (said !== undefined && said !== null) return said;
  const { schemas } = engine.tools.model;
  const schema = propertiesOf(resource.schema, schemas).get(resource.id)?.schema ?? { type: ["string"] };
  // Ids are unique below all items: some are read at the top.
  const taken = engine.cells.all(resource).map((one) => one.cell);
  return makeId(
    {
      schema,
      name: `${singular(pathShape(resource.path).noun)}_id`,
      seed: `${engine.tools.seed} ${resource.key} id ${serial}`,
      kind: kindOf(resource.schema, schemas),
      digits: resource.digits,
      count: taken.reduce((count, { items, removed }) => count + items.size + removed.size, 1 + (beside?.size ?? 0)),
      isTaken: (one) =>
        beside?.has(String(one)) === true ||
        taken.some(({ items, removed }) => items.has(String(one)) || removed.has(String(one))),
    },
    engine.tools,
  );
}

/** The one value of a field by which items say what they are: `"object": "customer"`. */
function kindOf(schema: Schema, schemas: Schemas): string | undefined {
  const said =
    propertiesOf(schema, schemas)
      .get("object")
      ?.schemas.flatMap((part) => part.enum ?? part.const ?? []) ?? [];
  return said.length === 1 && typeof said[0] === "string" ? said[0] : undefined;
}

/** How an item begins, beside what is given: of what tests put in, only in what it must have. */
function begunFields({ resource, missing }: NewItem, kept: Fields, { tools }: Engine): { [name: string]: unknown } {
  const properties = propertiesOf(resource.schema, tools.model.schemas);
  const left = resource.without.map((name) => [name, undefined] as const);
  const begun = [...Object.entries(resource.beginning), ...left].filter(
    ([name]) => !Object.hasOwn(kept, name) && (missing !== "least" || properties.get(name)?.required),
  );
  return Object.fromEntries(begun);
}

function absentFields({ resource, missing }: NewItem, kept: Fields, { tools }: Engine): { [name: string]: unknown } {
  const { schemas } = tools.model;
  const properties = [...propertiesOf(resource.schema, schemas).values()].filter(
    ({ name }) => !Object.hasOwn(kept, name),
  );
  if (missing === "least") return leavingOut(resource.schema, kept, tools);
  const writes = new Set(missing.writes);
  return Object.fromEntries(
    properties.flatMap(({ name, schema, schemas: parts, required }): [string, unknown][] => {
      if (!writes.has(name) || resource.beginning[name] !== undefined) return [];
      const fallback = parts.find((part) => part.default !== undefined)?.default;
      if (fallback !== undefined) return [[name, fallback]];
      if (isNullable(schema, schemas)) return [[name, null]];
      return required ? [] : [[name, undefined]];
    }),
  );
}

function withoutSecrets(fields: Fields, schema: Schema, { tools }: Engine): Fields {
  const properties = propertiesOf(schema, tools.model.schemas);
  const secret = [...properties.values()].filter(({ writeOnly }) => writeOnly);
  return secret.length === 0 ? fields : without(fields, new Set(secret.map(({ name }) => name)));
}

function withDefaults(extra: { readonly [name: string]: unknown }, resource: Resource): Item["extra"] {
  const defaults = Object.entries(resource.extra).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(defaults), ...extra };
}

/** Fields that get the present time, as each wants it. */
export function stamped({ tools }: Engine, { schema }: Resource, names: readonly string[]): Fields {
  const { schemas } = tools.model;
  const properties = propertiesOf(schema, schemas);
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = timeValue(properties.get(name)?.schema ?? {}, tools.now(), schemas);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `closed_at` is the time at which an item became `closed`, and null again when it is no more; unless a caller says so. */
function timesOfStates(engine: Engine, resource: Resource, before: Fields, after: Fields): Fields {
  const { schemas } = engine.tools.model;
  const moved = Object.keys(after).filter((name) => STATE.test(name) && before[name] !== after[name]);
  if (moved.length === 0) return {};
  const properties = [...propertiesOf(resource.schema, schemas).values()].filter(
    ({ name }) => before[name] === after[name],
  );
  const times = (fields: Fields) =>
    moved.flatMap((name) => (typeof fields[name] === "string" ? timesOf([fields[name]], properties, schemas) : []));
  const left = times(before).filter(({ schema }) => isNullable(schema, schemas));
  return {
    ...Object.fromEntries(left.map(({ name }) => [name, null])),
    ...stamped(
      engine,
      resource,
      times(after).map(({ name }) => name),
    ),
  };
}

/** A changed item: valid for the document, or undefined. Times and versions move. */
export function changeItem(engine: Engine, resource: Resource, item: Item, fields: Fields): Item | undefined {
  const { tools } = engine;
  const properties = propertiesOf(resource.schema, tools.model.schemas);
  const version = item.version + 1;
  const moved: { [name: string]: Json } = {};
  for (const name of resource.updated) {
    // A change is seen to be later than what it changes, also where the clock stands still.
    const now = Math.max(tools.now(), (timeOf(item.fields[name]) || 0) + 1000);
    const value = timeValue(properties.get(name)?.schema ?? {}, now, tools.model.schemas);
    if (value !== undefined && Object.hasOwn(item.fields, name)) moved[name] = value;
  }
  for (const name of resource.versions) {
    const value = versionValue(properties.get(name)?.schema ?? {}, version, tools);
    if (value !== undefined && Object.hasOwn(item.fields, name)) moved[name] = value;
  }
  const next = { ...fields, ...timesOfStates(engine, resource, item.fields, fields), ...moved };
  if (item.isLoose || tools.validate(resource.schema, next as Json).length === 0)
    return { ...item, fields: next, version };
  const seed = `${tools.seed} ${resource.key} ${item.serial}`;
  const filled = fill(resource.schema, { fields: next, others: leavingOut(resource.schema, next, tools), seed }, tools);
  return filled && { ...item, fields: filled, version };
}
