import type { Schemas } from "@svc/model/data";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { isOfType, propertiesOf, schemaAt } from "../facts/facts.ts";
import { timeOf, valueAt } from "../facts/fields.ts";
import type { ListRole, Order, Resource } from "../facts/resource.ts";
import { type Engine, type ResourceCall, sentQuery } from "../items/context.ts";
import type { Item } from "../items/items.ts";
import { askedItems } from "./ask-items.ts";
import { matches } from "./filter-items.ts";
import { sortedAsAsked } from "./sort-items.ts";

/** A part of a list. */
export interface Page {
  readonly items: readonly Item[];
  /** Number of all items that the request asks for. */
  readonly total: number;
  /** Value that asks for the next page: a page number, an offset, or a cursor. Undefined: this is the last page. */
  readonly next: number | string | undefined;
  /** Likewise of the page before, of the first, and of the last; cursors go forwards only. */
  readonly former: number | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Whether there is more in the direction that the request asks for. */
  readonly hasMore: boolean;
  readonly size: number | undefined;
  /** Number of the first item of this part, from 0. */
  readonly start: number;
}

/** Size of a part where neither the request nor the document says one, and a parameter moves through the list. */
const DEFAULT_SIZE = 20;

/** The items that a request asks for, in order. */
export function selectItems(
  items: Iterable<Item>,
  role: ListRole,
  { engine, resource, call }: { readonly engine: Engine; readonly resource: Resource; readonly call: ResourceCall },
): Item[] {
  const kept = [...items].filter((item) => matches(item, role, call, engine.tools.now()));
  const declared = () => propertiesOf(resource.schema, engine.tools.model.schemas).keys();
  const found = askedItems(kept, role, call, declared);
  return sortedAsAsked(found, call) ?? sortItems([...found], resource, engine);
}

export function sortItems(items: Item[], { order }: Resource, { orders }: Engine): Item[] {
  const direction: Order["direction"] = (order?.option && orders[order.option]) || order?.direction || "as-added";
  if (order === undefined || direction === "as-added") return items.sort((a, b) => a.serial - b.serial);
  const sign = direction === "newest-first" ? -1 : 1;
  const rank = ({ fields }: Item): number => timeOf(fields[order.by]);
  return items.sort((a, b) => sign * (rank(a) - rank(b)) || a.serial - b.serial);
}

/** The part of a list that a request asks for. */
export function pageOf(items: readonly Item[], inferred: ListRole, call: ResourceCall): Page {
  const role = asAsked(inferred, call);
  const { pagination, limit } = role;
  const asked = queried(call, limit);
  const least =
    pagination === undefined
      ? undefined
      : (pagination.defaultSize ?? Math.min(pagination.maxSize ?? DEFAULT_SIZE, DEFAULT_SIZE));
  // Some documents declare numbers as texts.
  const number = typeof asked === "string" && /^\d+$/.test(asked) ? Number(asked) : asked;
  const size = typeof number === "number" ? clamp(number, pagination?.maxSize) : least;
  const before = isBackwards(role, call) ? indexBefore(items, role, call) : undefined;
  const count = items.length;
  const start =
    before === undefined ? Math.min(startOf(items, role, call, size), count) : Math.max(0, before - (size ?? before));
  const end = before ?? (size === undefined ? count : Math.min(count, start + size));
  const isLast = end >= count || size === 0;
  return {
    items: items.slice(start, end),
    total: count,
    next: isLast ? undefined : nextOf(items, end, role, call),
    ...othersOf(pagination, { start, size: size ?? 0, count }),
    hasMore: before === undefined ? !isLast : start > 0,
    size,
    start,
  };
}

/** A list that can be read in two ways is read by what the request sends. */
function asAsked(role: ListRole, call: ResourceCall): ListRole {
  const { pagination, alsoPaged } = role;
  const isOther =
    queried(call, pagination?.parameter) === undefined && queried(call, alsoPaged?.parameter) !== undefined;
  return isOther && alsoPaged !== undefined ? { ...role, pagination: alsoPaged } : role;
}

/** A query parameter, also one that the document does not declare. */
function queried(call: ResourceCall, name: string | undefined): unknown {
  return name === undefined ? undefined : (call.query[name] ?? sentQuery(call).get(name) ?? undefined);
}

/** The pages around one, where they have numbers. */
function othersOf(
  pagination: Paging | undefined,
  at: { readonly start: number; readonly size: number; readonly count: number },
) {
  const { start, size, count } = at;
  const isNumbered = pagination?.kind === "page" || pagination?.kind === "offset";
  if (!isNumbered || size === 0) return { former: undefined, first: undefined, last: undefined };
  const { kind, first = kind === "page" ? 1 : 0 } = pagination;
  const numberAt = (index: number): number => (kind === "page" ? first + Math.floor(index / size) : index);
  const last = count === 0 ? 0 : Math.floor((count - 1) / size) * size;
  return {
    former: start === 0 ? undefined : numberAt(Math.max(0, start - size)),
    first: numberAt(0),
    last: numberAt(last),
  };
}

const BEFORE = /^(?:ending_?before|before|before_?id)$/i;

/** The parameter by which a list that goes on behind an item is read the other way. */
function beforeOf({ pagination }: ListRole, { query }: ResourceCall): string | undefined {
  if (pagination === undefined || !isById(pagination)) return undefined;
  const [, value] = Object.entries(query).find(([name]) => BEFORE.test(name)) ?? [];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isBackwards(role: ListRole, call: ResourceCall): boolean {
  return beforeOf(role, call) !== undefined;
}

function indexBefore(items: readonly Item[], role: ListRole, call: ResourceCall): number {
  const index = items.findIndex((item) => cursorOf(item, role.pagination) === beforeOf(role, call));
  return Math.max(0, index);
}

/** Whether cursors are values of the items, which callers take from the last one, or the answer does. */
function isById({ kind, key }: Paging): boolean {
  return kind === "cursor" && key !== undefined;
}

/** The cursor of what comes behind an item, or before it. */
function cursorOf({ fields, serial }: Item, pagination: Paging | undefined): string {
  return pagination?.key === undefined ? `c${serial}` : String(valueAt(fields, pagination.key));
}

function clamp(size: number, most = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(Math.trunc(size), most));
}

/** The query parameter that moves through a list whose answers hold the address of the next part. */
export const LINK_PARAMETER = "after";

function askedOf({ kind, parameter = LINK_PARAMETER }: Paging, call: ResourceCall): unknown {
  return kind === "link" ? sentQuery(call).get(parameter) : queried(call, parameter);
}

type Paging = NonNullable<ListRole["pagination"]>;

function startOf(items: readonly Item[], { pagination }: ListRole, call: ResourceCall, size = 0): number {
  if (pagination === undefined) return 0;
  const { kind, first = 1 } = pagination;
  const asked = askedOf(pagination, call);
  if (kind === "page") return Math.max(0, Math.trunc(Number(asked ?? first)) - first) * size;
  if (kind === "offset") return Math.max(0, Math.trunc(Number(asked ?? 0)));
  if (asked === null || asked === undefined || asked === "") return 0;
  if (!isById(pagination)) return afterCursor(items, String(asked));
  const index = items.findIndex((item) => cursorOf(item, pagination) === String(asked));
  return index < 0 ? items.length : index + 1;
}

/** Whether a request goes on behind something that no answer has given. */
export function isForeignCursor({ pagination }: ListRole, call: ResourceCall, schemas: Schemas): boolean {
  if (pagination === undefined || !/cursor|link/.test(pagination.kind) || isById(pagination)) return false;
  const asked = askedOf(pagination, call);
  if (asked === null || asked === undefined || asked === "") return false;
  const answer = jsonSchema(successResponse(call.operation)?.content ?? []) ?? {};
  const isNumber = isOfType(schemaAt(answer, pagination.next ?? [], schemas), ["integer", "number"], schemas);
  return !(isNumber ? CURSOR : /^c\d+$/).test(String(asked));
}

const CURSOR = /^c?(\d+)$/;

/** Behind the item that a cursor names, by its serial number; where that was removed, behind those that came before it. */
function afterCursor(items: readonly Item[], cursor: string): number {
  const serial = Number(CURSOR.exec(cursor)?.[1]);
  const index = items.findIndex((item) => item.serial === serial);
  if (index >= 0) return index + 1;
  const following = items.findIndex((item) => item.serial > serial);
  return following < 0 ? items.length : following;
}

function nextOf(
  items: readonly Item[],
  end: number,
  { pagination }: ListRole,
  call: ResourceCall,
): number | string | undefined {
  if (pagination === undefined) return undefined;
  const { kind, parameter = "", first = 1 } = pagination;
  if (kind === "page") return Math.max(first, Math.trunc(Number(queried(call, parameter) ?? first))) + 1;
  if (kind === "offset") return end;
  const last = items[end - 1];
  return last && cursorOf(last, pagination);
}

/** The address of another part of a list: the one that was asked for, with another value of the parameter that moves. */
export function addressOf(
  value: number | string,
  { pagination }: ListRole,
  { origin, target }: Pick<ResourceCall, "origin" | "target">,
): string {
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  parameters.set(pagination?.parameter ?? LINK_PARAMETER, String(value));
  return `${origin}${path}?${parameters}`;
}

/** The header `Link` of a part of a list (RFC 8288); undefined where there is no other part. */
export function linkHeader(page: Page, role: ListRole, call: ResourceCall): string | undefined {
  const { former, next, last, first } = page;
  const others = Object.entries({
    prev: former,
    next,
    last: former === undefined && next === undefined ? undefined : last,
    first: former === undefined ? undefined : first,
  });
  const links = others.flatMap(([rel, value]) =>
    value === undefined ? [] : [`<${addressOf(value, role, call)}>; rel="${rel}"`],
  );
  return links.length === 0 ? undefined : links.join(", ");
}
