import type { Json, Schema } from "@svc/model";
import type { ResourceCall } from "./context.ts";
import { canonical, type Fields, isFields, nested, valueAt, withValueAt } from "./fields.ts";
import { nextAddress, type Page } from "./list-items.ts";
import { pathShape } from "./path-shape.ts";
import type { ListRole, Place } from "./resource.ts";
import { isNullable, propertiesOf, schemaAt } from "./schema-facts.ts";
import type { Tools } from "./tools.ts";

/** Content of an envelope, and its place there. */
export interface Wrapping {
  readonly schema: Schema;
  readonly at: Place;
  readonly call: ResourceCall;
  /** Decides what is made up of the envelope. */
  readonly seed: string;
  /** Whether the value is answered as it is, also where the document does not allow it. */
  readonly isLoose?: boolean;
}

/** A value in the envelope that the answer's schema has around it; undefined where that cannot be valid. */
export function wrap(
  value: Json,
  { schema, at, call, seed, isLoose = false }: Wrapping,
  tools: Tools,
  wishes: readonly Wish[] = [],
): Json | undefined {
  if (at.length === 0) return isLoose || tools.validate(schema, value).length === 0 ? value : undefined;
  const all = [...echoes(schema, call, tools), ...outcomes(schema, at, tools), ...wishes];
  const overrides = all.reduce<Json>(
    (whole, { place, value: wished }) => withValueAt(whole, place, wished),
    nested(at, isLoose && Array.isArray(value) ? [] : value) as Json,
  );
  const gone = all.reduce<unknown>((whole, { place, isGone }) => (isGone ? withoutAt(whole, place) : whole), overrides);
  const built = tools.build(schema, { seed, overrides: gone, useExamples: false });
  if (built === undefined) return undefined;
  const exact = withValueAt(built, at, value);
  if (isLoose || tools.validate(schema, exact).length === 0) return exact;
  return tools.validate(schema, built).length === 0 && sameLength(valueAt(built, at), value) ? built : undefined;
}

function sameLength(a: unknown, b: unknown): boolean {
  return !Array.isArray(a) || !Array.isArray(b) || a.length === b.length;
}

/** Value wanted at a place of an envelope; `isGone`: the place is left out. */
export interface Wish {
  readonly place: Place;
  readonly value: Json;
  readonly isGone?: boolean;
}

/** `undefined` at a place: the builder leaves it out. */
function withoutAt(whole: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined || !isFields(whole)) return undefined;
  return { ...whole, [name]: rest.length === 0 ? undefined : withoutAt((whole as Fields)[name] ?? {}, rest) };
}

/** Fields of an envelope that are called like a parameter of the request have its value. */
function echoes(schema: Schema, { operation, path, query }: ResourceCall, { model, validate }: Tools): Wish[] {
  const given = new Map(Object.entries({ ...query, ...path }).map(([name, value]) => [canonical(name), value]));
  return [...propertiesOf(schema, model.schemas).values()].flatMap((property) => {
    const value = given.get(canonical(property.name));
    if (value === undefined || value === null || typeof value === "object") return [];
    const known = operation.parameters.some(({ name }) => canonical(name) === canonical(property.name));
    const fitting = known
      ? [value as Json, String(value)].find((one) => validate(property.schema, one).length === 0)
      : undefined;
    return fitting === undefined ? [] : [{ place: [property.name], value: fitting }];
  });
}

const GOOD = /^(?:ok|(?:is_?)?success(?:ful)?|succeeded)$/i;
const FAULTS = /^errors?$/i;

/** Fields of an envelope that tell how the request went: `success` is true, errors are absent, null or none. */
function outcomes(schema: Schema, [own]: Place, { model, validate }: Tools): Wish[] {
  return [...propertiesOf(schema, model.schemas).values()].flatMap(({ name, schema: field, required }): Wish[] => {
    if (name === own || !(GOOD.test(name) || FAULTS.test(name))) return [];
    if (FAULTS.test(name) && !required) return [{ place: [name], value: null, isGone: true }];
    const told = (GOOD.test(name) ? [true] : [null, []]).find((one) => validate(field, one).length === 0);
    return told === undefined ? [] : [{ place: [name], value: told }];
  });
}

const PAGES = /^(?:total_?pages|page_?count|pages|last_?page|num_?pages)$/i;
const COUNT = /^(?:count|total|total_?(?:count|items|results|records|elements|size))$/i;
const SELF = /^(?:self|current)$/i;
const FORMER = /^(?:prev|previous|first|last)$/i;

/** Values of a list's envelope that describe its page: count, total, next page. */
export function pageWishes(
  page: Page,
  role: ListRole,
  { schema, call }: Pick<Wrapping, "schema" | "call">,
  tools: Tools,
): Wish[] {
  const { pagination, total } = role;
  const { schemas } = tools.model;
  const address = nextAddress(page, role, call);
  const next = pagination?.kind === "link" ? address : page.next;
  const named: readonly (readonly [Place | undefined, Json | undefined])[] = [
    [total ?? pagination?.total, page.total],
    [pagination?.more, page.next !== undefined],
    [
      pagination?.next,
      pagination?.kind === "link" && pagination.next !== undefined
        ? linkValue(schemaAt(schema, pagination.next, schemas), address, tools)
        : next,
    ],
  ];
  const size = page.size ?? Math.max(1, page.total);
  const others = envelopeFields(schema, role, tools).flatMap(([place, name]): [Place, Json | undefined][] => {
    if (PAGES.test(name)) return [[place, Math.max(1, Math.ceil(page.total / Math.max(1, size)))]];
    if (COUNT.test(name)) return [[place, page.total]];
    if (SELF.test(name)) return [[place, call.origin + call.target]];
    return FORMER.test(name) ? [[place, undefined]] : [];
  });
  return [...others, ...named].flatMap(([place, value]) =>
    place === undefined ? [] : [toWish(place, value, schema, tools)].flat(),
  );
}

/** `next` is a text, or an object with `href`. */
function linkValue(schema: Schema, address: string | undefined, { model }: Tools): Json | undefined {
  if (address === undefined) return undefined;
  return propertiesOf(schema, model.schemas).has("href") ? { href: address } : address;
}

/** A value where the schema allows it; where there is none: null, or nothing, or an empty text. */
function toWish(place: Place, value: Json | undefined, schema: Schema, { model, validate }: Tools): Wish[] {
  const field = schemaAt(schema, place, model.schemas);
  if (value !== undefined) {
    const fitting = [value, String(value)].find((one) => validate(field, one).length === 0);
    return fitting === undefined ? [] : [{ place, value: fitting }];
  }
  if (isNullable(field, model.schemas)) return [{ place, value: null }];
  const holder = schemaAt(schema, place.slice(0, -1), model.schemas);
  const isRequired = propertiesOf(holder, model.schemas).get(place.at(-1) ?? "")?.required;
  if (!isRequired) return [{ place, value: null, isGone: true }];
  return validate(field, "").length === 0 ? [{ place, value: "" }] : [];
}

/** Fields beside the list, and those of the objects beside it. */
function envelopeFields(schema: Schema, { at }: ListRole, { model: { schemas } }: Tools): [Place, string][] {
  return [...propertiesOf(schema, schemas).values()].flatMap((property): [Place, string][] => {
    if (property.name === at[0]) return [];
    const inner = [...propertiesOf(property.schema, schemas).keys()].map((name): [Place, string] => [
      [property.name, name],
      name,
    ]);
    return [[[property.name], property.name], ...inner];
  });
}

/** Path of an item, as requests would ask for it. */
export function itemPath(path: string, id: string): string {
  const [base = ""] = path.split("?", 1);
  const { isItem } = pathShape(base);
  return isItem ? base : `${base.replace(/\/$/, "")}/${encodeURIComponent(id)}`;
}
