import { type Schema, type Schemas, words } from "@svc/model/data";
import { isAnyObject, isOfType, type Property, propertiesOf } from "./facts.ts";
import { canonical } from "./fields.ts";
import { singular } from "./path-shape.ts";

/** Where an item is known from. */
export interface Naming {
  /** Name of the path parameter that chooses an item. */
  readonly parameter: string | undefined;
  /** Noun of the collection: `bookings`. */
  readonly noun: string;
  /** Name of the field that has the id of most things of the document. */
  readonly usual?: string | undefined;
}

/** The property that has an item's id, and why it is taken for one. */
export interface FoundId {
  readonly property: string;
  readonly reason: string;
}

/** Finds the field of an item that holds what its path says; undefined where no scalar field does. */
export function findId(schema: Schema, { parameter, noun, usual }: Naming, schemas: Schemas): FoundId | undefined {
  const properties = [...propertiesOf(schema, schemas).values()].filter((one) => isScalar(one, schemas));
  const find = (name: string): Property | undefined =>
    properties.find((one) => canonical(one.name) === canonical(name));
  const one = singular(noun);
  // A path that asks for an id is not asked with a person's name.
  const keys = parameter === undefined ? [] : /id$/i.test(parameter) ? KEYS.filter((key) => key !== "name") : KEYS;
  const candidates: readonly (readonly [name: string | (() => string | undefined) | undefined, reason: string])[] = [
    [parameter, "is called like the path's parameter"],
    [parameter && isCompound(parameter) ? words(parameter).at(-1) : undefined, "ends the name of the path's parameter"],
    [keyOf(parameter), "is called like the path's parameter without its last word"],
    [parameter && `${one}_${parameter}`, "is called like the path's noun and parameter"],
    [withoutNoun(parameter, one), "is called like the path's parameter without the noun"],
    ["id", "is called id"],
    [`${one}_id`, "is called like the path's noun, with id"],
    [usual, "is called as most ids of the document"],
    ["uuid", "is called uuid"],
    ["guid", "is called guid"],
    ["sid", "is called sid"],
    ["_id", "is called _id"],
    ["record_id", "is called record_id"],
    ["object_id", "is called object_id"],
    [() => endOf(parameter, properties), "ends the name of the path's parameter"],
    [() => onlyIdLike(properties), "is the only name that begins with id"],
    ...keys.map((key) => [key, `is the only ${key}`] as const),
  ];
  for (const [candidate, reason] of candidates) {
    const name = typeof candidate === "function" ? candidate() : candidate;
    const found = name === undefined || name === "" ? undefined : find(name);
    if (found !== undefined) return { property: found.name, reason: `"${found.name}" ${reason}` };
  }
  // Of objects of which the document names no field, the path alone says that they have an id.
  const isUnnamed = parameter !== undefined && properties.length === 0 && isAnyObject(schema, schemas);
  return isUnnamed ? { property: "id", reason: '"id" is what the path asks for, of objects of any fields' } : undefined;
}

/** `template` of `template_key`, which is no id but a name. */
function keyOf(parameter = ""): string | undefined {
  return /^(.+)_(?:key|slug|code)$/.exec(parameter)?.[1];
}

/** `external_id` of `external_customer_id`, of customers. */
function withoutNoun(parameter = "", noun = ""): string | undefined {
  const rest = canonical(parameter).replace(canonical(noun), "");
  return noun === "" || rest === canonical(parameter) || /^(?:id)?$/.test(rest) ? undefined : rest;
}

/** `object_name` of `custom_object_name`: the field of most words that the parameter's name ends with. */
function endOf(parameter: string | undefined, properties: readonly Property[]): string | undefined {
  const asked = canonical(parameter ?? "");
  const found = properties.filter(({ name }) => isCompound(name) && asked.endsWith(canonical(name)));
  return found.sort((a, b) => b.name.length - a.name.length)[0]?.name;
}

/** `id_code`: fields that end with id name other things. */
function onlyIdLike(properties: readonly Property[]): string | undefined {
  const found = properties.filter(({ name }) => isCompound(name) && words(name)[0]?.toLowerCase() === "id");
  return found.length === 1 ? found[0]?.name : undefined;
}

/** Names of fields that choose an item where nothing is called id. */
const KEYS = ["key", "slug", "code", "name", "number", "reference", "username", "identifier", "handle"];

/** `booking_id`, of which `id` is the last word; `identifier` has only one. */
function isCompound(name: string): boolean {
  return words(name).length > 1;
}

function isScalar({ schema }: Property, schemas: Schemas): boolean {
  return isOfType(schema, ["string", "integer", "number"], schemas) && !isOfType(schema, ["array", "object"], schemas);
}
