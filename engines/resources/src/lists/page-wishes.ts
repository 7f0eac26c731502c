import type { Json, Schema } from "@svc/model/data";
import { successResponse } from "../facts/body-place.ts";
import { examplesOf, isNullable, isOfType, partsOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { isFields, valueAt } from "../facts/fields.ts";
import type { ListRole, Place } from "../facts/resource.ts";
import type { Tools } from "../facts/tools.ts";
import type { Wish, Wrapping } from "../show/envelope.ts";
import { addressOf, type Page } from "./list-items.ts";

const PAGES = /^(?:total_?pages|pages_?total|page_?count|pages|last_?page|num_?pages)$/i;
const COUNT =
  /^(?:count|total|total_?(?:count|items|results|records|elements|size|rows)|(?:item|result|record)s?_?(?:count|total))$/i;
const PAGE = /^(?:page|current_?page|page_?(?:number|no|num)|number)$/i;
const SIZE = /^(?:per_?page|page_?size|limit|size|items_?per_?page)$/i;
const OFFSET = /^(?:offset|skip|start|start_?(?:at|index))$/i;
const SELF = /^(?:self|current|url|uri|href)$/i;
const NEXT = /^(?:@odata\.|@)?next(?:_?page)?(?:_?(?:url|uri|link|href))?$/i;
const FORMER = /^(?:before|prev(?:ious)?(?:_?(?:page|cursor|iterator|token))?(?:_?(?:url|uri|link|href))?)$/i;
const FIRST = /^first(?:_?page)?(?:_?(?:url|uri|link|href))?$/i;
const HAS_NEXT = /^has_?(?:next(?:_?page)?|more(?:_?\w+)?)$/i;
const HAS_FORMER = /^has_?prev(?:ious)?(?:_?page)?$/i;
const LAST = /^last(?:_?page_?(?:url|uri|link|href)|_?(?:url|uri|link|href))?$/i;

/** Values of a list's envelope that describe its page: counts, numbers, and addresses of other pages, which lead to the fake. */
export function pageWishes(
  page: Page,
  role: ListRole,
  { schema, call }: Pick<Wrapping, "schema" | "call">,
  tools: Tools,
): Wish[] {
  const { pagination, total } = role;
  const { schemas } = tools.model;
  const facts = factsOf(page, role, { schema, call }, tools);
  const others = envelopeFields(schema, role, tools).flatMap((field) => {
    // What is called like a parameter of the request has its value, not the page's.
    const isSent = SELF.test(field.name) && call.query[field.name] !== undefined;
    const found = isSent ? undefined : described(field, facts);
    return found === undefined ? [] : [toWish(field.place, found.value, schema, tools)].flat();
  });
  const next =
    pagination?.kind === "link" && pagination.next !== undefined
      ? linkValue(schemaAt(schema, pagination.next, schemas), facts.address(page.next), tools)
      : pagination?.next && /^last_?id$/i.test(pagination.next.at(-1) ?? "")
        ? facts.lastId
        : page.next;
  const named: readonly (readonly [Place | undefined, Json | undefined])[] = [
    [total ?? pagination?.total, page.total],
    [pagination?.more, page.hasMore],
    [pagination?.done, !page.hasMore],
    [pagination?.next, next],
  ];
  const all = [
    ...others,
    ...named.flatMap(([place, value]) => (place === undefined ? [] : toWish(place, value, schema, tools))),
  ];
  // Of what is not there, nothing is told.
  const absent = all.filter(({ value }) => value === null);
  const wishes = all.filter(
    ({ place }) =>
      !absent.some((one) => one.place.length < place.length && one.place.every((name, at) => name === place[at])),
  );
  if (!showsPaths(call, envelopeFields(schema, role, tools))) return wishes;
  return wishes.map((wish) => {
    const isAddress = typeof wish.value === "string" && wish.value.startsWith(`${call.origin}/`);
    return isAddress ? { ...wish, shown: String(wish.value).slice(call.origin.length) } : wish;
  });
}

/** What the fields around a list may tell. */
interface Facts {
  readonly page: Page;
  readonly list: string | undefined;
  readonly hasTotal: boolean;
  readonly size: number;
  readonly number: number;
  readonly firstId: Json | undefined;
  readonly lastId: Json | undefined;
  /** Address of the page that a value of the moving parameter asks for; undefined: there is none. */
  address(value: number | string | undefined): string | undefined;
  readonly self: string;
}

function factsOf(page: Page, role: ListRole, { schema, call }: Pick<Wrapping, "schema" | "call">, tools: Tools): Facts {
  const { pagination } = role;
  const size = page.size ?? Math.max(1, page.total);
  const fields = envelopeFields(schema, role, tools);
  const first = pagination?.first ?? 1;
  return {
    page,
    list: role.at.at(-1),
    hasTotal: fields.some(({ name }) => /^total/i.test(name)),
    size,
    number: first + Math.floor(page.start / Math.max(1, size)),
    firstId: idOf(page.items[0]?.fields),
    lastId: idOf(page.items.at(-1)?.fields),
    address: (value) => (value === undefined ? undefined : addressOf(value, role, call)),
    self: call.origin + call.target,
  };
}

function idOf(fields: { readonly [name: string]: Json } | undefined): Json | undefined {
  return fields?.["id"];
}

/** Whether the document's example of the answer shows addresses without a host. */
function showsPaths({ operation }: Wrapping["call"], fields: readonly EnvelopeField[]): boolean {
  const example = successResponse(operation)?.content[0]?.example;
  return (
    isFields(example) &&
    fields.some(({ place, name }) => {
      const shown = FIRST.test(name) || NEXT.test(name) || SELF.test(name) ? valueAt(example, place) : undefined;
      return typeof shown === "string" && shown.startsWith("/");
    })
  );
}

/** What a field of an envelope tells of a page, by its name; undefined: nothing that is known. */
function described({ name, isNumber, isText, isObject, isKind, isFlag, place }: EnvelopeField, facts: Facts) {
  const { page, size, number } = facts;
  if (isFlag && HAS_NEXT.test(name)) return { value: page.hasMore };
  if (isFlag && HAS_FORMER.test(name)) return { value: page.start > 0 };
  const link = (value: number | string | undefined) => {
    const address = facts.address(value);
    return { value: address !== undefined && isObject ? { href: address } : address };
  };
  if (PAGES.test(name) && isNumber) return { value: Math.max(1, Math.ceil(page.total / Math.max(1, size))) };
  if (COUNT.test(name) && isNumber)
    return { value: /^count$/i.test(name) && facts.hasTotal ? page.items.length : page.total };
  if (isNumber) {
    if (PAGE.test(name)) return { value: number };
    if (NEXT.test(name)) return { value: page.next };
    if (FORMER.test(name)) return { value: page.former };
  }
  if (isNumber && SIZE.test(name)) return page.size === undefined ? undefined : { value: size };
  if (isNumber && OFFSET.test(name)) return { value: page.start };
  if (isKind && place.length === 1) return { value: "list" };
  if (/^first_?id$/i.test(name)) return { value: facts.firstId };
  if (/^last_?id$/i.test(name)) return { value: facts.lastId };
  if (isText && name === "key" && place.length > 1 && facts.list !== undefined) return { value: facts.list };
  // Whatever describes another page is not there, where there is none.
  if ((NEXT.test(name) && page.next === undefined) || (FORMER.test(name) && page.former === undefined))
    return { value: undefined };
  if (!isText && !isObject) return undefined;
  if (NEXT.test(name) || (SELF.test(name) && NEXT.test(place.at(-2) ?? ""))) return link(page.next);
  if (FORMER.test(name)) return link(page.former);
  if (FIRST.test(name)) return link(page.first);
  if (LAST.test(name)) return link(page.last);
  return SELF.test(name) ? { value: isObject ? { href: facts.self } : facts.self } : undefined;
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
    const path = typeof value === "string" && URL.canParse(value) ? [new URL(value).pathname] : [];
    // Some documents declare cursors as numbers.
    const number = typeof value === "string" && /^c\d+$/.test(value) ? [Number(value.slice(1))] : [];
    const fitting = [value, String(value), ...path, ...number].find((one) => validate(field, one).length === 0);
    return fitting === undefined ? [] : [{ place, value: fitting }];
  }
  if (isNullable(field, model.schemas)) return [{ place, value: null }];
  const holder = schemaAt(schema, place.slice(0, -1), model.schemas);
  const isRequired = propertiesOf(holder, model.schemas).get(place.at(-1) ?? "")?.required;
  if (!isRequired) return [{ place, value: null, isGone: true }];
  return validate(field, "").length === 0 ? [{ place, value: "" }] : [];
}

interface EnvelopeField {
  readonly place: Place;
  readonly name: string;
  readonly isNumber: boolean;
  readonly isText: boolean;
  readonly isObject: boolean;
  readonly isFlag: boolean;
  /** Whether it is a text by which lists say what they are (`object`), without a listed value. */
  readonly isKind: boolean;
}

function isPlainText(field: Schema, schemas: Tools["model"]["schemas"]): boolean {
  const isListed = partsOf(field, schemas).some((part) => part.enum !== undefined || part.const !== undefined);
  return isOfType(field, ["string"], schemas) && !isListed && examplesOf(field, schemas).length === 0;
}

const known = new WeakMap<Schema, readonly EnvelopeField[]>();

/** Fields beside the list, and those of the objects beside it. */
function envelopeFields(schema: Schema, { at }: ListRole, { model: { schemas } }: Tools): readonly EnvelopeField[] {
  const found = known.get(schema) ?? fieldsAround(schema, at, schemas);
  known.set(schema, found);
  return found;
}

function fieldsAround(schema: Schema, [list]: Place, schemas: Tools["model"]["schemas"]): EnvelopeField[] {
  const fieldAt = (place: Place, field: Schema): EnvelopeField => ({
    place,
    name: place.at(-1) ?? "",
    isNumber: isOfType(field, ["integer", "number"], schemas),
    isText: isOfType(field, ["string"], schemas),
    isObject: propertiesOf(field, schemas).has("href"),
    isFlag: isOfType(field, ["boolean"], schemas),
    isKind: place.at(-1) === "object" && isPlainText(field, schemas),
  });
  return [...propertiesOf(schema, schemas).values()].flatMap((property) => {
    if (property.name === list) return [];
    const outer = fieldAt([property.name], property.schema);
    const inner = [...propertiesOf(property.schema, schemas).values()].map((one) =>
      fieldAt([property.name, one.name], one.schema),
    );
    return outer.isObject ? [outer] : [outer, ...inner];
  });
}
