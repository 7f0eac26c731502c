import { optional } from "./build/raw.ts";
import type { Operation } from "./model.ts";
import { deref, type Schema, type Schemas, typesOf } from "./schema.ts";

/** How an operation gives a long list in parts, found by the names of its parameters and of its answer's fields. */
export interface Pagination {
  /**
   * The value that moves from part to part: a page number, a number of items to skip, a cursor, or an address of the next part in
   * the body (`next`) or else in the answer's `Link` header.
   */
  readonly kind: "page" | "offset" | "cursor" | "link";
  /** Query parameter that moves; absent for `link`. */
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
  /** Where the body says whether there is more. */
  readonly more?: readonly string[];
  /** Where the body has the number of all items. */
  readonly total?: readonly string[];
}

const CURSOR =
  /^(?:cursor|after|starting_?after|page_?token|next_?token|continuation_?token|next_?cursor|page_?cursor|marker)$/i;
const PAGE = /^(?:page|page_?number|page_?no)$/i;
const OFFSET = /^(?:offset|skip|start_?index)$/i;
const SIZE = /^(?:limit|per_?page|page_?size|max_?results|page_?limit|take)$/i;
const ITEMS = /^(?:items|data|results?|records|entries|values|rows|list|objects|content)$/i;
const NEXT =
  /^(?:next_?cursor|next_?page_?token|next_?token|continuation_?token|end_?cursor|cursor|next_?page_?cursor)$/i;
const MORE = /^(?:has_?next(?:_?page)?|has_?more|more)$/i;
const TOTAL = /^(?:total|total_?(?:count|items|results|records|elements))$/i;
/** Objects in which answers keep such fields. */
const ENVELOPE = /^(?:meta|metadata|pagination|paging|page_?info|page|response_?metadata|_?links)$/i;
/** Names of addresses: `next` alone is one only where it is said to be. */
const NEXT_LINK = /^next_?(?:url|uri|link|href|page_?url)$/i;

/** The pagination of a GET, where its parameters and its answer both show a known pattern. */
export function detectPagination(
  operation: Pick<Operation, "method" | "parameters" | "responses">,
  schemas: Schemas,
): Pagination | undefined {
  if (operation.method !== "get") return undefined;
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const body = success?.content.find(({ mediaType, stream }) => !stream && /json/i.test(mediaType))?.schema;
  if (success === undefined || body === undefined) return undefined;
  const fields = fieldsOf(body, schemas);
  const items = isList(body, schemas) ? [] : itemsField(fields);
  if (items === undefined) return undefined;
  const parameter = (pattern: RegExp) =>
    operation.parameters.find(({ in: location, name }) => location === "query" && pattern.test(name));
  const query = (pattern: RegExp) => parameter(pattern)?.name;
  const size = parameter(SIZE);
  const sizeSchema = size && deref(size.schema, schemas);
  const find = (pattern: RegExp) => fields.find(({ path }) => pattern.test(path.at(-1) ?? ""))?.path;
  const common = {
    items,
    ...optional("size", size?.name),
    ...optional("defaultSize", asNumber(sizeSchema?.default)),
    ...optional("maxSize", sizeSchema?.maximum),
    ...optional("more", find(MORE)),
    ...optional("total", find(TOTAL)),
  };
  const cursor = query(CURSOR);
  const next = find(NEXT);
  if (cursor !== undefined && next !== undefined) return { kind: "cursor", parameter: cursor, next, ...common };
  const page = parameter(PAGE);
  if (page !== undefined) {
    const first = firstPage(deref(page.schema, schemas));
    return { kind: "page", parameter: page.name, ...optional("first", first === 1 ? undefined : first), ...common };
  }
  const offset = query(OFFSET);
  if (offset !== undefined) return { kind: "offset", parameter: offset, ...common };
  const link = fields.find((field) => isNextLink(field, schemas))?.path;
  if (link !== undefined) return { kind: "link", next: link, ...common };
  return success.headers.some(({ name }) => name.toLowerCase() === "link") ? { kind: "link", ...common } : undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Pages are counted from 1, unless the document says otherwise. */
function firstPage({ default: fallback, minimum }: Schema): number {
  return asNumber(fallback) ?? (minimum === 0 ? 0 : 1);
}

/** `links.next`, `next_url`, or `next` of format uri; also as an object with `href`. */
function isNextLink({ path, schema }: Field, schemas: Schemas): boolean {
  const name = path.at(-1) ?? "";
  const target = deref(schema, schemas);
  const isAddress = [target, ...(target.anyOf ?? []), ...(target.oneOf ?? [])].some(({ format }) =>
    /^(?:uri|url|uri-reference)$/.test(format ?? ""),
  );
  const isText = typesOf(target).includes("string") || isAddress;
  return (NEXT_LINK.test(name) && isText) || (name === "next" && (isAddress || (path.length === 2 && isLinks(path))));
}

function isLinks([envelope = ""]: readonly string[]): boolean {
  return /^_?links$/i.test(envelope);
}

interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly isList: boolean;
}

/** Fields of an object and of the envelopes in it. */
function fieldsOf(schema: Schema, schemas: Schemas, path: readonly string[] = []): Field[] {
  return properties(schema, schemas).flatMap(([name, property]) => {
    const here = [...path, name];
    const nested = path.length === 0 && ENVELOPE.test(name) ? fieldsOf(property, schemas, here) : [];
    return [{ path: here, schema: property, isList: isList(property, schemas) }, ...nested];
  });
}

function properties(schema: Schema, schemas: Schemas, depth = 0): [string, Schema][] {
  const target = deref(schema, schemas);
  const inherited = depth > 8 ? [] : (target.allOf ?? []).flatMap((part) => properties(part, schemas, depth + 1));
  return [...Object.entries(target.properties ?? {}), ...inherited];
}

/** The list by its name, or the only one that there is. */
function itemsField(fields: readonly Field[]): readonly string[] | undefined {
  const lists = fields.filter(({ path, isList: list }) => list && path.length === 1);
  const distinct = new Set(lists.map(({ path }) => path[0]));
  return (lists.find(({ path }) => ITEMS.test(path[0] ?? "")) ?? (distinct.size === 1 ? lists[0] : undefined))?.path;
}

function isList(schema: Schema, schemas: Schemas): boolean {
  return typesOf(deref(schema, schemas)).includes("array");
}
