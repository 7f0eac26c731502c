import type { Operation, ResourceDeclaration, Schema, Schemas } from "@svc/model";
import { locationFields, tellsLocation } from "../facts/address.ts";
import { type ItemPlace, itemPlace, jsonSchema, successResponse } from "../facts/body-place.ts";
import { isOfType, isOpen, itemSchemaOf, type Property, partsOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Place } from "../facts/fields.ts";
import { findId, type Naming } from "../facts/find-id.ts";
import { type PathShape, pathShape, singular } from "../facts/path-shape.ts";
import type { Resource, Role, Writing } from "../facts/resource.ts";
import type { SaidStates } from "../facts/states.ts";
import type { Item } from "./likeness.ts";

/** Operations that may have to do with one resource. */
export interface Group {
  readonly kind: Resource["kind"];
  /** Shape of the collection's path, or of the singleton's. */
  readonly shape: PathShape;
  /** Where its items are known from. */
  readonly naming: Naming;
  /** On the path of the collection, or of the singleton. */
  readonly outer: readonly Operation[];
  /** On the path of an item. */
  readonly inner: readonly Operation[];
  /** Schema of the item's parameter, on its path and on all below it. */
  readonly asked: readonly Schema[];
  /** On paths right below an item that are no resources of their own. */
  readonly actions: readonly Operation[];
  /** The declaration of its path. */
  readonly declared: ResourceDeclaration | undefined;
  /** Schema of an item that it declares, by name or by the place of the list. */
  readonly declaredSchema: Schema | undefined;
}

/** A role of an operation, and why it has it. */
export interface Inferred {
  readonly role: Role;
  readonly reason: string;
  readonly state?: string | undefined;
}

/** A group of operations, as their roles are inferred. */
export interface Context {
  readonly group: Group;
  readonly said: SaidStates;
  readonly item: Item;
  readonly schemas: Schemas;
}

/** Whether a query parameter chooses an item, not the path. */
export function isKeyed({ kind, inner }: Group): boolean {
  return kind === "collection" && inner.some(({ path }) => !pathShape(path).isItem);
}

/** Where in an answer the item of a group is. */
export function placeOf(answer: Schema, { group, item, schemas }: Context): ItemPlace | undefined {
  // What is chosen by a query parameter need not say its id.
  if (isKeyed(group)) {
    const own = propertiesOf(item.schema, schemas);
    const names = [...propertiesOf(answer, schemas).keys()];
    if (names.length > 0 && names.every((name) => own.has(name))) return { at: [], schema: answer, id: undefined };
  }
  return itemPlace(answer, group.naming, schemas);
}

/** Fields of the item that a body may have: what it names itself is the caller's, unless it is read-only there. */
function writable(request: Schema, at: Place, { item, schemas }: Context): string[] {
  const sent = propertiesOf(schemaAt(request, at, schemas), schemas);
  const own = [...propertiesOf(item.schema, schemas).values()].filter(({ writeOnly }) => !writeOnly);
  // A body of any fields (`type: object`, as merge patches often are) has those of the item.
  if (sent.size === 0 && isOpen(schemaAt(request, at, schemas), schemas))
    return own.filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  const byName = new Map([...sent.values()].map((one) => [canonical(one.name), one]));
  return own.flatMap(({ name }) => {
    const given = sent.get(name) ?? byName.get(canonical(name));
    return given === undefined || given.readOnly || given.writeOnly ? [] : [name];
  });
}

/** How a request gives fields of an item, those among them that the item has in an object: `plan` as `plan.name`. */
export function writingOf(request: Schema | undefined, body: Place, context: Context): Writing {
  if (request === undefined) return { body, writes: [] };
  const { schemas } = context;
  const moved = [...propertiesOf(schemaAt(request, body, schemas), schemas).values()].flatMap((sent) => {
    const place = sent.readOnly ? undefined : movedTo(sent, context);
    return place === undefined ? [] : [[sent.name, place] as const];
  });
  const named = writable(request, body, context);
  const writes = new Set([...named, ...moved.map(([, [field = ""]]) => field)]);
  const casts = castFields(schemaAt(request, body, schemas), named, context);
  return {
    body,
    writes: [...writes],
    ...(moved.length > 0 && { moves: Object.fromEntries(moved) }),
    ...(casts.length > 0 && { casts }),
  };
}

/** Fields whose scalars the request has in a type, or in a form of times, that the item does not have. */
function castFields(request: Schema, names: readonly string[], { item, schemas }: Context): string[] {
  const named = (schema: Schema) =>
    new Map([...propertiesOf(schema, schemas).values()].reverse().map((one) => [canonical(one.name), one.schema]));
  const [sent, own] = [named(request), named(item.schema)];
  const formsOf = (schema: Schema): string[] => {
    const types = [...SCALARS, "boolean"].filter((type) => isOfType(schema, [type], schemas));
    const times = partsOf(schema, schemas).flatMap(({ format = "" }) =>
      /^date(?:-time)?$/.test(format) ? format : [],
    );
    return [...new Set(times.length > 0 ? times : types.map((type) => (type === "integer" ? "number" : type)))];
  };
  return names.filter((name) => {
    const [given, held] = [sent.get(canonical(name)), own.get(canonical(name))];
    if (given === undefined || held === undefined) return false;
    const [forms, others] = [formsOf(given), formsOf(held)];
    return forms.length > 0 && others.length > 0 && !forms.some((form) => others.includes(form));
  });
}

/**
 * Where in an object of an item, or in each of a list of them, a text or number belongs that a request has: in the field that
 * both names together say (`role_slug`), that its description says ("the name of the plan"), or else in the id.
 */
function movedTo(sent: Property, { item, group, schemas }: Context): Place | undefined {
  const isScalar = (schema: Schema): boolean =>
    isOfType(schema, SCALARS, schemas) && !isOfType(schema, ["array", "object"], schemas);
  const list = isOfType(sent.schema, ["array"], schemas) ? itemSchemaOf(sent.schema, schemas) : undefined;
  const own = propertiesOf(item.schema, schemas);
  if (!isScalar(list ?? sent.schema)) return undefined;
  // The item may have it as it is, beside the object.
  const same = own.get(sent.name)?.schema;
  const plain = same && list ? itemSchemaOf(same, schemas) : same;
  if (plain !== undefined && isOfType(plain, SCALARS, schemas)) return undefined;
  const name = canonical(singular(sent.name));
  for (const holder of own.values()) {
    const items = itemSchemaOf(holder.schema, schemas);
    const inner = (items === undefined) === (list === undefined) ? (items ?? holder.schema) : {};
    const fields = [...propertiesOf(inner, schemas).values()].filter((one) => isScalar(one.schema));
    const noun = singular(holder.name);
    const joined = fields.find((one) => canonical(noun + one.name) === name);
    if (joined !== undefined) return [holder.name, joined.name];
    if (fields.length === 0 || canonical(noun) !== name) continue;
    const said = sent.schemas.map(({ description = "" }) => description).join(" ");
    const named =
      fields.find((one) => canonical(one.name) === name) ??
      fields.find((one) => new RegExp(`^(?:the )?${one.name}\\b`, "i").test(said));
    const id = findId(inner, { ...group.naming, parameter: undefined, noun }, schemas)?.property;
    // A text is no number: it names the thing.
    const fits = (one: Property): boolean =>
      SCALARS.some((type) => [list ?? sent.schema, one.schema].every((own) => isOfType(own, [type], schemas)));
    const other = fields.find((one) => NAMES.test(one.name) && fits(one))?.name;
    const isFitting = other === undefined || fields.some((one) => one.name === id && fits(one));
    const field = named?.name ?? (isFitting ? id : other);
    if (field !== undefined) return [holder.name, field];
  }
  return undefined;
}

const SCALARS = ["string", "integer", "number"];
/** Fields that say what a thing is called. */
const NAMES = /^(?:name|label|title|value|key|code|slug)$/i;

/** Whether a body gives an item, of which the answer shows nothing: most of what it has, the item has, and most of the item. */
export function saysItem(request: Schema, { body, writes }: Writing, { item, schemas }: Context): boolean {
  const sent = propertiesOf(schemaAt(request, body, schemas), schemas).size;
  const own = [...propertiesOf(item.schema, schemas).keys()].filter((name) => name !== item.id).length;
  return writes.length > 0 && writes.length >= sent / 2 && writes.length >= own / 2;
}

/** Whether the answer to a creation leads to what was made, by a header or by a field. */
export function tellsWhere(operation: Operation, { item, schemas }: Context): boolean {
  const answer = jsonSchema(successResponse(operation, "201")?.content ?? []);
  return tellsLocation(operation) || (answer !== undefined && locationFields(answer, item.schema, schemas).length > 0);
}

/** Tells where something is, for reasons. */
export function inside(at: Place): string {
  return at.length === 0 ? "" : ` in "${at.join(".")}"`;
}
