import { type Json, type Schema, type Schemas, snakeCase } from "@svc/model/data";
import { examplesOf, isOfType, partsOf, propertiesOf, referenceOf } from "../facts/facts.ts";
import { canonical, type Fields, spellings } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { timeValue } from "../facts/times.ts";
import type { Tools } from "../facts/tools.ts";
import type { Engine } from "./context.ts";

/** Fields that the service fills by itself: times, versions, and what the path says. */
export function ownFields(
  { tools }: Engine,
  { resource, parameters }: { readonly resource: Resource; readonly parameters: readonly string[] },
): Fields {
  const { schemas } = tools.model;
  const properties = propertiesOf(resource.schema, schemas);
  const own: { [name: string]: Json } = {};
  for (const [index, name] of pathShape(resource.path).parameters.entries()) {
    const property = [...properties.values()].find((one) => canonical(one.name) === canonical(name));
    const value =
      property &&
      [...spellings(parameters[index] ?? ""), Number(parameters[index])].find(
        (one) => tools.validate(property.schema, one).length === 0,
      );
    if (property !== undefined && value !== undefined) own[property.name] = value;
  }
  for (const name of [...resource.created, ...resource.updated]) {
    const value = timeValue(properties.get(name)?.schema ?? {}, tools.now(), schemas);
    if (value !== undefined) own[name] = value;
  }
  for (const name of resource.versions) {
    const value = versionValue(properties.get(name)?.schema ?? {}, 1, tools);
    if (value !== undefined) own[name] = value;
  }
  const kind = plainKind(resource.schema, tools);
  return {
    ...own,
    ...fieldsOfPath(resource),
    ...(kind !== undefined && { object: kind }),
    ...(resource.defaults as Fields),
  };
}

/** Fields of all items below a path, told by its last word: `/gists/public`. */
function fieldsOfPath({ roles }: Resource): Fields {
  const filters = Object.values(roles).flatMap((role) => (role.does === "list" ? Object.values(role.filters) : []));
  return Object.fromEntries(
    filters.flatMap((one) =>
      one.kind === "equals" && one.value !== undefined ? [[one.field, one.value as Json]] : [],
    ),
  );
}

/** What items say they are (`object`), where the document lists no value for it: the name of their schema, `plan_add_on`. */
function plainKind(schema: Schema, { model: { schemas }, validate }: Engine["tools"]): string | undefined {
  const property = propertiesOf(schema, schemas).get("object");
  const name = referenceOf(schema)?.split("/").at(-1);
  if (property === undefined || name === undefined || examplesOf(property.schema, schemas).length > 0) return undefined;
  const kind = snakeCase(name);
  return validate(property.schema, kind).length === 0 ? kind : undefined;
}

/** A version as its field wants it. */
export function versionValue(
  schema: Schema,
  version: number,
  { validate }: Pick<Engine["tools"], "validate">,
): Json | undefined {
  return [version, String(version), `"${version}"`].find((one) => validate(schema, one).length === 0);
}

/** Resource and item that an id is generated for. */
interface IdWish {
  readonly schema: Schema;
  /** Name of the field, and of what it is an id of: `booking_id`. */
  readonly name: string;
  readonly seed: string;
  /** Name of its kind, as items say it themselves: `payment_intent`. @default they do not */
  readonly kind?: string | undefined;
  /** Counts the items of the collection, from 1. */
  readonly count: number;
  readonly isTaken: (id: Json) => boolean;
  /** Whether it is a text of digits. */
  readonly digits?: true | undefined;
}

/** Ids that are tried. */
const ATTEMPTS = 50;

/**
 * An id as the document's ids look: a number in a row, or a text of the format, the pattern, or the shape of an example
 * (`bkg_8FJ2K` gives another `bkg_` with five capitals and digits). Undefined where every id that fits is taken.
 */
export function makeId(wish: IdWish, { build, validate, model: { schemas } }: Tools): Json | undefined {
  const fits = (id: Json | undefined): id is Json =>
    id !== undefined && id !== null && id !== "" && !wish.isTaken(id) && validate(wish.schema, id).length === 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const seed = `${wish.seed} ${attempt}`;
    const candidates: readonly (() => Json | undefined)[] = [
      () => numbered(wish.schema, wish.count + attempt, schemas),
      () => (wish.digits ? String(wish.count + attempt) : undefined),
      () => likeExample(wish.schema, seed, schemas),
      () => likeKind(wish, seed, schemas),
      () => build(wish.schema, { seed, name: wish.name, useExamples: false }),
      () => build(wish.schema, { seed, name: wish.name }),
    ];
    for (const make of candidates) {
      const id = make();
      if (fits(id)) return id;
    }
  }
  // Of some formats there is one made-up text: another has a number behind it.
  const text = build(wish.schema, { seed: wish.seed, name: wish.name });
  const other = `${String(text)}${wish.count}`;
  return typeof text === "string" && fits(other) ? other : undefined;
}

function numbered(schema: Schema, count: number, schemas: Schemas): number | undefined {
  if (!isOfType(schema, ["integer", "number"], schemas) || isOfType(schema, ["string"], schemas)) return undefined;
  const parts = partsOf(schema, schemas);
  const least = Math.max(
    1,
    ...parts.flatMap(({ minimum = 1, exclusiveMinimum }) => [minimum, (exclusiveMinimum ?? 0) + 1]),
  );
  return Math.ceil(least) + count - 1;
}

/**
 * Where the document says nothing of how ids look, but items say their kind: its beginning, or its initials, before letters
 * and digits, as services with such items have it: `thi_…` of a `thing`, `ot_…` of an `old_thing`.
 */
function likeKind({ schema, kind }: IdWish, seed: string, schemas: Schemas): string | undefined {
  const isPlain = partsOf(schema, schemas).every((part) => part.format === undefined && part.pattern === undefined);
  if (kind === undefined || !isPlain || !isOfType(schema, ["string"], schemas)) return undefined;
  const names = kind.split(/[^A-Za-z]+/).filter((word) => word !== "");
  const prefix = names.length > 1 ? names.map((word) => word[0]).join("") : kind.slice(0, kind.length > 4 ? 3 : 4);
  const random = drawer(seed);
  return `${prefix.toLowerCase()}_${Array.from({ length: 16 }, () => ALPHANUMERIC[random(ALPHANUMERIC.length)]).join("")}`;
}

/** A text whose letters and digits are others than those of an example, but for the word that it begins with. */
function likeExample(schema: Schema, seed: string, schemas: Schemas): string | undefined {
  const example = examplesOf(schema, schemas).find(
    (one) => typeof one === "string" && /\d/.test(one) && one.length >= 4,
  );
  if (typeof example !== "string" || partsOf(schema, schemas).some(({ format }) => format !== undefined))
    return undefined;
  const prefix = /^(?:[A-Za-z]+[_-])+/.exec(example)?.[0] ?? "";
  const random = drawer(seed);
  const isHex = /^[0-9a-f-]+$/.test(example.slice(prefix.length));
  const rest = example.slice(prefix.length).replaceAll(/[A-Za-z0-9]/g, (character) => {
    const set = isHex ? HEX : (SETS.find((one) => one.includes(character)) ?? character);
    return set[random(set.length)] ?? character;
  });
  return prefix + rest;
}

const HEX = "0123456789abcdef";
const SETS = ["0123456789", "abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ"];

const ALPHANUMERIC = SETS.join("");

/** Numbers below a bound, decided by a text: FNV-1a, then xorshift. */
function drawer(seed: string): (bound: number) => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  state = state === 0 ? 1 : state;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}
