import { childPointer, type Json, type Operation, type Pagination, type Schema, type Schemas } from "@svc/model";
import { successResponse } from "../facts/body-place.ts";
import { examplesOf, isOfType, itemSchemaOf, partsOf, propertiesOf } from "../facts/facts.ts";
import { canonical, isFields, type Place, valueAt } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import type { PageFact } from "../facts/page-fact.ts";
import { singular } from "../facts/path-shape.ts";

/** Names of fields around a list, by what they tell of the page, where they are numbers. */
const NUMBERS: readonly (readonly [RegExp, PageFact])[] = [
  [/^(?:total_?pages|pages_?total|page_?count|pages|last_?page|num_?pages)$/i, "pages"],
  [
    /^(?:total|total_?(?:count|items|results|records|elements|size|rows)|(?:item|result|record)s?_?(?:count|total))$/i,
    "total",
  ],
  [/^(?:per_?page|page_?size|limit|size|items_?per_?page)$/i, "size"],
  [/^(?:offset|skip|start|start_?(?:at|index))$/i, "start"],
];
const PAGE = /^(?:page|current_?page|page_?(?:number|no|num)|number)$/i;
const HAS_NEXT = /^has_?(?:next(?:_?page)?|more(?:_?\w+)?)$/i;
const HAS_FORMER = /^has_?prev(?:ious)?(?:_?page)?$/i;
const SELF = /^(?:self|current|url|uri|href)$/i;
const NEXT = /^(?:@odata\.|@)?next(?:_?page)?(?:_?(?:url|uri|link|href))?$/i;
const NEXT_CURSOR = /^next(?:_?page)?_?(?:token|cursor|iterator)$/i;
const FORMER = /^(?:before|prev(?:ious)?(?:_?page)?(?:_?(?:cursor|iterator|token))?(?:_?(?:url|uri|link|href))?)$/i;
const FIRST = /^first(?:_?page)?(?:_?(?:url|uri|link|href))?$/i;
const LAST = /^last(?:_?page_?(?:url|uri|link|href)|_?(?:url|uri|link|href))?$/i;

interface Listed {
  readonly operation: Operation;
  readonly body: Schema;
  readonly at: Place;
  readonly pagination: Pagination | undefined;
}

/** Meaning of the fields around a list for the page that is shown, by the pagination and by their names. */
export function inferEnvelope(
  { operation, body, at, pagination }: Listed,
  schemas: Schemas,
): Pick<ListRole, "shows" | "showsPaths"> {
  // A body that is the list has nothing around it.
  const fields = at.length === 0 ? [] : fieldsAround(body, at, schemas);
  const noun = canonical(at.at(-1) ?? "");
  const totals = new Set([
    `${noun}count`,
    `${canonical(singular(at.at(-1) ?? ""))}count`,
    `total${noun}`,
    `num${noun}`,
  ]);
  const isTotal = ({ name, isNumber }: Field): boolean => isNumber && totals.has(canonical(name));
  const hasTotal = fields.some((one) => /^total/i.test(one.name) || isTotal(one));
  // What is called like a parameter has its value.
  const sent = new Set(operation.parameters.map(({ name }) => name));
  const named = fields.flatMap((field): [string, PageFact][] => {
    if (SELF.test(field.name) && (sent.has(field.name) || isBesideList(field, at))) return [];
    const fact = factOf(field, { pagination, hasTotal }) ?? (isTotal(field) ? "total" : undefined);
    return fact === undefined ? [] : [[childPointer("", ...field.place), fact]];
  });
  const { total, more, done, next, key, kind } = pagination ?? {};
  // What is called next is not there on the last page, unlike the id of the last item.
  const isLastId = key !== undefined && !/next/i.test(next?.join() ?? "");
  const cursor = kind === "link" ? "next" : isLastId ? "last-id" : "cursor";
  const detected = [
    [total, "total"],
    [more, "more"],
    [done, "done"],
    [next, cursor],
  ] as const;
  const own = detected.flatMap(([place, fact]): [string, PageFact][] =>
    place === undefined || at.length === 0 ? [] : [[childPointer("", ...place), fact]],
  );
  const shows = Object.fromEntries([...named, ...own]);
  return {
    ...(Object.keys(shows).length > 0 && { shows }),
    ...(showsPaths(operation, fields) && { showsPaths: true }),
  };
}

/** Whether a field lies in an object that has the list: its address is that of the object. */
function isBesideList({ place }: Field, at: Place): boolean {
  return place.length > 1 && place.slice(0, -1).every((name, index) => name === at[index]);
}

interface Paged {
  readonly pagination: Pagination | undefined;
  /** Whether another field has the number of all items. */
  readonly hasTotal: boolean;
}

/** The fact of a page that a field tells; undefined: none that is known. */
function factOf(field: Field, { pagination, hasTotal }: Paged): PageFact | undefined {
  const { name, place, isNumber, isText, isLink, isFlag } = field;
  if (isFlag) return HAS_NEXT.test(name) ? "more" : HAS_FORMER.test(name) ? "has-former" : undefined;
  const isNumbered = isNumber && pagination?.kind === "page";
  if (isNumber && /^count$/i.test(name)) return hasTotal ? "count" : "total";
  // Some documents declare numbers as texts.
  if (isText && !isNumber && /^total(?:_?(?:count|items|results|records))?$/i.test(name)) return "total";
  const number = isNumber ? NUMBERS.find(([pattern]) => pattern.test(name))?.[1] : undefined;
  if (isNumber && PAGE.test(name)) return "page";
  if (number !== undefined) return number;
  if (isNumbered && NEXT.test(name)) return "next-page";
  if (isNumbered && FORMER.test(name)) return "former-page";
  if (field.isKind && place.length === 1) return "kind";
  if (/^first_?id$/i.test(name)) return "first-id";
  if (/^last_?id$/i.test(name)) return "last-id";
  if (isText && name === "key" && place.length > 1) return "noun";
  if (NEXT.test(name) || (SELF.test(name) && NEXT.test(place.at(-2) ?? "")))
    return isText || isLink ? "next" : "no-next";
  if (NEXT_CURSOR.test(name)) return isText ? "cursor" : undefined;
  if (FORMER.test(name)) return isText || isLink ? "former" : "no-former";
  // Of cursors, none is an address.
  if ((!isText && !isLink) || /cursor/i.test(place.at(-2) ?? "")) return undefined;
  return FIRST.test(name) ? "first" : LAST.test(name) ? "last" : SELF.test(name) ? "self" : undefined;
}

/** Whether the document's example of the answer shows addresses without a host. */
function showsPaths(operation: Operation, fields: readonly Field[]): boolean {
  const example: Json | undefined = successResponse(operation)?.content[0]?.example;
  const isAddress = ({ name }: Field): boolean => [FIRST, NEXT, SELF].some((pattern) => pattern.test(name));
  return (
    isFields(example) && fields.filter(isAddress).some(({ place }) => /^\//.test(String(valueAt(example, place) ?? "")))
  );
}

interface Field {
  readonly place: Place;
  readonly name: string;
  readonly schema: Schema;
  readonly isNumber: boolean;
  readonly isText: boolean;
  readonly isFlag: boolean;
  /** Whether it is an object with an address. */
  readonly isLink: boolean;
  /** Whether it is a text by which lists say what they are (`object`), without a listed value. */
  readonly isKind: boolean;
}

function isPlainText(field: Schema, schemas: Schemas): boolean {
  const isListed = partsOf(field, schemas).some((part) => part.enum !== undefined || part.const !== undefined);
  return isOfType(field, ["string"], schemas) && !isListed && examplesOf(field, schemas).length === 0;
}

/** Objects around a list deeper than this tell nothing of its page. */
const MAX_DEPTH = 4;
/** Objects that hold facts of pages: only in these, and in those around the list, is looked deeper than two levels. */
const ABOUT_PAGES = /pag(?:e|ing|ination)|meta|links?$|cursor|next|prev|info/i;

/** Fields beside the list and in the objects around it, not in those that have an address. */
export function fieldsAround(body: Schema, list: Place, schemas: Schemas, above: Place = []): Field[] {
  return [...propertiesOf(body, schemas).values()].flatMap(({ name, schema }) => {
    const place = [...above, name];
    if (place.length === list.length && place.every((one, index) => one === list[index])) return [];
    const field: Field = {
      place,
      name,
      schema,
      isNumber: isOfType(schema, ["integer", "number"], schemas),
      isText: isOfType(schema, ["string"], schemas),
      isFlag: isOfType(schema, ["boolean"], schemas),
      isLink: propertiesOf(schema, schemas).has("href"),
      isKind: name === "object" && isPlainText(schema, schemas),
    };
    const isOuter = place.every((one, index) => one === list[index]);
    const isDeep = place.length === 1 || isOuter || place.slice(1).some((one) => ABOUT_PAGES.test(one));
    const isOpened = isDeep && place.length < MAX_DEPTH && !field.isLink;
    if (!isOpened || itemSchemaOf(schema, schemas) !== undefined) return [field];
    return [field, ...fieldsAround(schema, list, schemas, place)];
  });
}
