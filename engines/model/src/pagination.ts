import { optional } from "./build/raw.ts";
import { CURSOR, cursorKey, type Field, fieldsIn, idOf, isText, plainName, tiedCursor } from "./cursors.ts";
import type { Operation } from "./model.ts";
import { deref, type Schema, type Schemas, typesOf } from "./schema.ts";

/** How an operation gives a long list in parts, found by the names of its parameters and of its answer's fields. */
export interface Pagination {
  /**
   * The value that moves from part to part: a page number, a number of items to skip, a cursor, or an address of the next part in
   * the body (`next`) or else in the answer's `Link` header.
   */
  readonly kind: "page" | "offset" | "cursor" | "link";
  /** Query parameter that moves; of `link` the one that addresses have beside others, where it is known. */
  readonly parameter?: string;
  /** Query parameter that limits a part. */
  readonly size?: string;
  /** Where in the body the items are, outermost key first; empty: the body is the list. */
  readonly items: readonly string[];
  /** Number of the first page, where it is not 1. */
  readonly first?: number;
  /** Size of a part, where the caller does not say. */
  readonly defaultSize?: number;
  /** Largest size of a part. */
  readonly maxSize?: number;
  /** Where the body has the next cursor, or the next address. */
  readonly next?: readonly string[];
  /** Where an item has the cursor of what comes behind it: the last one's is sent, and is the one that {@link next} has. */
  readonly key?: readonly string[];
  /** Where the body says whether there is more. */
  readonly more?: readonly string[];
  /** Where the body says that there is no more, where it does not say {@link more}. */
  readonly done?: readonly string[];
  /** Where the body has the number of all items. */
  readonly total?: readonly string[];
}

const PAGE = /^(?:page|page_?number|page_?no|page_?num)$/i;
const OFFSET = /^(?:page_?)?(?:\$?offset|\$?skip|start_?index|start_?at|first_?result)$/i;
/** Where a parameter limits parts, `start` and `from` are numbers of items, not times. */
const START = /^(?:start|from)$/i;
const SIZE = /^(?:limit|per_?page|page_?size|max_?results|page_?limit|take|\$top|results_?per_?page)$/i;
const ITEMS = /^(?:items|data|results?|records|entries|values|rows|list|objects|content)$/i;
const NEXT =
  /^(?:next_?cursor|next_?page_?token|next_?token|next_?marker|next_?start|continuation_?token|end_?cursor|cursor|next_?page_?cursor|next_?page|last_?id)$/i;
const MORE =
  /^(?:has_?next(?:_?page)?|has_?more(?:_?(?:items|pages?|results))?|more(?:_?items(?:_?in_?collection)?)?)$/i;
const DONE = /^(?:(?:is_?)?(?:done|last(?:_?page)?|complete)|end_?of_?(?:list|results))$/i;
const TOTAL = /^(?:total|total_?(?:count|items|results|records|elements))$/i;
/** Objects in which answers keep such fields. */
const ENVELOPE =
  /^(?:(?:\w+_)?meta(?:data)?|paginat\w+|paging|page_?info|pages?|page_?context|additional_?data|cursors?|next(?:_?page)?|_?links?)$/i;
/** Names of addresses: `next` alone is one only where it is said to be. */
const NEXT_LINK = /^(?:@odata\.|@)?next_?(?:page_?)?(?:url|uri|link|href)$/i;
/** Parameters that go on behind an item that they name. */
const AFTER_ITEM = /^(?:after|starting_?after|after_?id)$/i;

/** The pagination of a GET, where its parameters and its answer both show a known pattern. */
export function detectPagination(
  operation: Pick<Operation, "method" | "parameters" | "responses"> & { readonly path?: string },
  schemas: Schemas,
): Pagination | undefined {
  if (operation.method !== "get") return undefined;
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const body = success?.content.find(({ mediaType, stream }) => !stream && /json/i.test(mediaType))?.schema;
  if (success === undefined || body === undefined) return undefined;
  const fields = fieldsOf(body, schemas);
  const list = isList(body, schemas) ? { path: [], schema: body } : itemsField(fields, operation.path);
  if (list === undefined) return undefined;
  const asked = operation.parameters
    .filter(({ in: location, schema }) => location === "query" && !typesOf(deref(schema, schemas)).includes("object"))
    .map((one) => [plainName(one.name), one] as const);
  const parameter = (pattern: RegExp) => asked.find(([name]) => pattern.test(name))?.[1];
  const size = parameter(SIZE);
  const sizeSchema = size && deref(size.schema, schemas);
  const find = (pattern: RegExp) => fields.find(({ path }) => pattern.test(path.at(-1) ?? ""))?.path;
  const more = find(MORE);
  // A link to the last page is no flag.
  const isDone = ({ path, schema }: Field): boolean => DONE.test(path.at(-1) ?? "") && isFlag(schema, schemas);
  const done = more === undefined ? fields.find(isDone)?.path : undefined;
  const common = {
    items: list.path,
    ...optional("size", size?.name),
    ...optional("defaultSize", asNumber(sizeSchema?.default)),
    ...optional("maxSize", sizeSchema?.maximum),
    ...optional("more", more),
    ...optional("done", done),
    ...optional("total", find(TOTAL)),
  };
  const moving = parameter(CURSOR);
  const said = fields.find(
    ({ path, schema }) =>
      NEXT.test(path.at(-1) ?? "") && fieldsIn(schema, schemas).length === 0 && !isAddress(schema, schemas),
  )?.path;
  const tie =
    moving !== undefined && said !== undefined
      ? { parameter: moving, next: said }
      : tiedCursor(operation.parameters, { fields, size: size?.name }, schemas);
  if (tie !== undefined) {
    const isLastId = /^last_?id$/i.test(tie.next.at(-1) ?? "");
    const key = isLastId
      ? idOf(list.schema, schemas, tie.parameter)
      : cursorKey(tie.parameter.schema, list.schema, schemas);
    return { kind: "cursor", parameter: tie.parameter.name, next: tie.next, ...optional("key", key), ...common };
  }
  const cursor = moving?.name;
  const key = moving !== undefined && AFTER_ITEM.test(moving.name) ? idOf(list.schema, schemas, moving) : undefined;
  if (cursor !== undefined && key !== undefined && (more !== undefined || /start/i.test(cursor)))
    return { kind: "cursor", parameter: cursor, key, ...common };
  const link = fields.find((field) => isNextLink(field, fields, schemas))?.path;
  const page = parameter(PAGE);
  // A page's number alone does not find it, where a token goes with it.
  if (link !== undefined && cursor !== undefined) return { kind: "link", parameter: cursor, next: link, ...common };
  if (page !== undefined) {
    const first = firstPage(deref(page.schema, schemas));
    return { kind: "page", parameter: page.name, ...optional("first", first === 1 ? undefined : first), ...common };
  }
  const offset = parameter(OFFSET) ?? (size && parameter(START));
  if (offset !== undefined && !isTimeLike(deref(offset.schema, schemas)))
    return { kind: "offset", parameter: offset.name, ...common };
  if (link !== undefined) return { kind: "link", next: link, ...common };
  return success.headers.some(({ name }) => name.toLowerCase() === "link") ? { kind: "link", ...common } : undefined;
}

/** Whether a value may be true or false, as far as is said. */
function isFlag(schema: Schema, schemas: Schemas): boolean {
  const types = typesOf(deref(schema, schemas));
  return types.includes("boolean") || (types.length === 0 && fieldsIn(schema, schemas).length === 0);
}

/** A number of items has no format of a time. */
function isTimeLike({ format }: Schema): boolean {
  return format !== undefined && !/^(?:u?int|double|float|decimal|number)/.test(format);
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Pages are counted from 1, unless the document says otherwise. */
function firstPage({ default: fallback, minimum }: Schema): number {
  return asNumber(fallback) ?? (minimum === 0 ? 0 : 1);
}

/** `links.next`, `next_url`, `next` of format uri, beside `previous` or beside `has_more`; also as an object with `href`. */
function isNextLink({ path, schema }: Field, fields: readonly Field[], schemas: Schemas): boolean {
  const name = path.at(-1) ?? "";
  if (NEXT_LINK.test(name)) return isAddress(schema, schemas) || isText(schema, schemas);
  if (/^next_?page$/i.test(name)) return isAddress(schema, schemas);
  if (name !== "next" || path.length > 2) return false;
  const beside = fields.filter(
    (field) => field.path.length === path.length && field.path[path.length - 2] === path.at(-2),
  );
  const isBeside = beside.some(({ path: other, schema: of }) => {
    const neighbour = other.at(-1) ?? "";
    return MORE.test(neighbour) || (/^prev(?:ious)?$/i.test(neighbour) && isText(of, schemas));
  });
  return isAddress(schema, schemas) || (path.length === 2 && isLinks(path)) || (isBeside && isText(schema, schemas));
}

function isAddress(schema: Schema, schemas: Schemas): boolean {
  const target = deref(schema, schemas);
  return [target, ...(target.anyOf ?? []), ...(target.oneOf ?? [])].some(({ format }) =>
    /^(?:uri|url|uri-reference)$/.test(format ?? ""),
  );
}

function isLinks([envelope = ""]: readonly string[]): boolean {
  return /^_?links?$/i.test(envelope);
}

/** Fields of an object and of the envelopes in it, two deep. */
function fieldsOf(schema: Schema, schemas: Schemas, path: readonly string[] = []): Field[] {
  return fieldsIn(schema, schemas).flatMap(([name, property]) => {
    const here = [...path, name];
    const nested = path.length < 2 && ENVELOPE.test(name) ? fieldsOf(property, schemas, here) : [];
    return [{ path: here, schema: property, isList: isList(property, schemas) }, ...nested];
  });
}

/** The list by its name or that of the path, or the only one that there is. */
function itemsField(fields: readonly Field[], path = ""): Field | undefined {
  const lists = fields.filter(({ path: place, isList: list }) => list && place.length === 1);
  const distinct = new Set(lists.map(({ path: place }) => place[0]));
  const noun = path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{"));
  return (
    lists.find(({ path: place }) => ITEMS.test(place[0] ?? "")) ??
    (distinct.size === 1 ? lists[0] : lists.find(({ path: place }) => place[0] === noun))
  );
}

function isList(schema: Schema, schemas: Schemas): boolean {
  return typesOf(deref(schema, schemas)).includes("array");
}
