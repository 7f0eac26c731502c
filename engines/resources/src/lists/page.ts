import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { isOfType, schemaAt } from "../facts/facts.ts";
import { valueAt } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import type { Tools } from "../facts/tools.ts";
import { type ResourceCall, sentQuery } from "../items/context.ts";
import type { Item } from "../items/items.ts";

/** The part of a list that a request asks for. */
export interface Page {
  readonly items: readonly Item[];
  /** Number of all items that the request asks for. */
  readonly total: number;
  /** Number of the first item of this part, from 0. */
  readonly start: number;
  /** Undefined: all of it. */
  readonly size: number | undefined;
  /** Value that asks for the part behind this one: a page number, an offset, or a cursor. Undefined: this is the last. */
  readonly next: number | string | undefined;
  /** Likewise of the part before, of the first, and of the last; cursors go forwards only. */
  readonly former?: number | undefined;
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Whether there is more in the direction that the request asks for. */
  readonly hasMore: boolean;
}

type Paging = NonNullable<ListRole["pagination"]>;

/** Size of a part where neither the request nor the document says one, and a parameter moves through the list. */
const DEFAULT_SIZE = 20;
const BEFORE = /^(?:ending_?before|before|before_?id)$/i;
/** The query parameter that moves through a list whose answers hold the address of the next part. */
const LINK_PARAMETER = "after";

/** The part of a list that a request asks for. */
export function pageOf(items: readonly Item[], role: ListRole, call: ResourceCall): Page {
  const pagination = asSent(role, call);
  const sizeName = pagination?.size ?? role.limit;
  const size = sizeOf(pagination, sizeName === undefined ? undefined : queried(call, sizeName));
  const count = items.length;
  const before = pagination && indexBefore(items, pagination, call);
  const start = before === undefined ? Math.min(startOf(items, pagination, call, size), count) : undefined;
  const from = start ?? Math.max(0, (before ?? 0) - (size ?? count));
  const end = before ?? Math.min(count, from + (size ?? count));
  const isLast = end >= count || size === 0;
  const number = numbering(pagination, size);
  const last = items[end - 1];
  return {
    items: items.slice(from, end),
    total: count,
    start: from,
    size,
    next: isLast ? undefined : number ? nextNumber(pagination, call, end) : last && cursorOf(last, pagination),
    ...(number && {
      former: from === 0 ? undefined : number(Math.max(0, from - (size ?? 0))),
      first: number(0),
      last: number(count === 0 ? 0 : Math.floor((count - 1) / (size ?? 1)) * (size ?? 1)),
    }),
    hasMore: before === undefined ? !isLast : from > 0,
  };
}

/** A list that can be read in two ways is read by what the request sends. */
function asSent({ pagination, alsoPaged }: ListRole, call: ResourceCall): Paging | undefined {
  // What a request leaves to a default says nothing of the way.
  const sent = sentQuery(call);
  const isSent = (name: string | undefined): boolean => name !== undefined && sent.has(name);
  const isOther = isSent(alsoPaged?.parameter) || (alsoPaged?.size !== pagination?.size && isSent(alsoPaged?.size));
  return !isSent(pagination?.parameter) && isOther ? alsoPaged : pagination;
}

/** A query parameter, also one that the document does not declare. */
function queried(call: ResourceCall, name = ""): unknown {
  return call.query[name] ?? sentQuery(call).get(name) ?? undefined;
}

function sizeOf(pagination: Paging | undefined, asked: unknown): number | undefined {
  // Some documents declare numbers as texts.
  const number = typeof asked === "string" && /^\d+$/.test(asked) ? Number(asked) : asked;
  const { maxSize = Number.POSITIVE_INFINITY, defaultSize = Math.min(maxSize, DEFAULT_SIZE) } = pagination ?? {};
  if (typeof number === "number") return Math.max(0, Math.min(Math.trunc(number), maxSize));
  return pagination === undefined ? undefined : defaultSize;
}

/** How the items are numbered from which parts begin; undefined: they are not. */
function numbering(pagination: Paging | undefined, size = 0): ((index: number) => number) | undefined {
  if (size === 0 || pagination === undefined) return undefined;
  const { kind, first = 1 } = pagination;
  if (kind === "offset") return (index) => index;
  return kind === "page" ? (index) => first + Math.floor(index / size) : undefined;
}

function nextNumber(pagination: Paging | undefined, call: ResourceCall, end: number): number {
  const { kind, parameter, first = 1 } = pagination ?? {};
  return kind === "page" ? Math.max(first, Math.trunc(Number(queried(call, parameter) ?? first))) + 1 : end;
}

function startOf(items: readonly Item[], pagination: Paging | undefined, call: ResourceCall, size = 0): number {
  if (pagination === undefined) return 0;
  const { kind, first = 1 } = pagination;
  const asked = askedOf(pagination, call);
  if (kind === "page") return Math.max(0, Math.trunc(Number(asked ?? first)) - first) * size;
  if (kind === "offset") return Math.max(0, Math.trunc(Number(asked ?? 0)));
  if (asked === null || asked === undefined || asked === "") return 0;
  const serial = Number(CURSOR.exec(String(asked))?.[1]);
  const wanted = isByKey(pagination) ? String(asked) : `c${serial}`;
  const index = items.findIndex((item) => cursorOf(item, pagination) === wanted);
  if (index >= 0) return index + 1;
  // Where the item was removed, behind those that came before it.
  const following = isByKey(pagination) ? -1 : items.findIndex((item) => item.serial > serial);
  return following < 0 ? items.length : following;
}

function askedOf({ kind, parameter = LINK_PARAMETER }: Paging, call: ResourceCall): unknown {
  return kind === "link" ? sentQuery(call).get(parameter) : queried(call, parameter);
}

/** Whether cursors are values of the items, which callers take from the last one, or the answer does. */
function isByKey({ kind, key }: Paging): boolean {
  return /^(?:cursor|link)$/.test(kind) && key !== undefined;
}

/** The cursor of what comes behind an item, or before it. */
function cursorOf({ fields, serial }: Item, pagination: Paging | undefined): string {
  const key = pagination && isByKey(pagination) ? pagination.key : undefined;
  return key === undefined ? `c${serial}` : String(valueAt(fields, key));
}

const CURSOR = /^c?(\d+)$/;

/** Where a list that goes on behind items is read the other way: the item before which it ends. */
function indexBefore(items: readonly Item[], pagination: Paging, { query }: ResourceCall): number | undefined {
  if (!isByKey(pagination)) return undefined;
  const [, value] = Object.entries(query).find(([name]) => BEFORE.test(name)) ?? [];
  if (typeof value !== "string" || value === "") return undefined;
  return Math.max(
    0,
    items.findIndex((item) => cursorOf(item, pagination) === value),
  );
}

/** Whether a request goes on behind something that no answer has given. */
export function isForeignCursor({ pagination }: ListRole, call: ResourceCall, { model: { schemas } }: Tools): boolean {
  if (pagination === undefined || !/cursor|link/.test(pagination.kind) || isByKey(pagination)) return false;
  const asked = askedOf(pagination, call);
  if (asked === null || asked === undefined || asked === "") return false;
  const answer = jsonSchema(successResponse(call.operation)?.content ?? []) ?? {};
  const isNumber = isOfType(schemaAt(answer, pagination.next ?? [], schemas), ["integer", "number"], schemas);
  return !(isNumber ? CURSOR : /^c\d+$/).test(String(asked));
}

/** The address of another part of a list: the one that was asked for, with another value of the parameter that moves. */
export function addressOf(value: number | string, role: ListRole, call: ResourceCall): string {
  const { origin, target } = call;
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  parameters.set(asSent(role, call)?.parameter ?? LINK_PARAMETER, String(value));
  return `${origin}${path}?${parameters}`;
}

/** The header `Link` of a part of a list (RFC 8288); undefined where there is no other part. */
export function linkHeader(
  { former, next, last, first }: Page,
  role: ListRole,
  call: ResourceCall,
): string | undefined {
  const isOnly = former === undefined && next === undefined;
  const others = {
    prev: former,
    next,
    last: isOnly ? undefined : last,
    first: former === undefined ? undefined : first,
  };
  const links = Object.entries(others).flatMap(([rel, value]) =>
    value === undefined ? [] : [`<${addressOf(value, role, call)}>; rel="${rel}"`],
  );
  return links.length === 0 ? undefined : links.join(", ");
}
