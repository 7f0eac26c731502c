import type { Json } from "@svc/model";
import type { Item } from "./cells.ts";
import type { Engine, ResourceCall } from "./context.ts";
import { isFields } from "./fields.ts";
import type { Filter, ListRole, Order, Resource } from "./resource.ts";

/** A part of a list. */
export interface Page {
  readonly items: readonly Item[];
  /** Number of all items that the request asks for. */
  readonly total: number;
  /** Value that asks for the next page: a page number, an offset, or a cursor. Undefined: this is the last page. */
  readonly next: number | string | undefined;
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
  return sortItems(kept, resource, engine);
}

export function sortItems(items: Item[], { order }: Resource, { orders }: Engine): Item[] {
  const direction: Order["direction"] = (order?.option && orders[order.option]) || order?.direction || "as-added";
  if (order === undefined || direction === "as-added") return items.sort((a, b) => a.serial - b.serial);
  const sign = direction === "newest-first" ? -1 : 1;
  const rank = ({ fields }: Item): number => timeOf(fields[order.by]);
  return items.sort((a, b) => sign * (rank(a) - rank(b)) || a.serial - b.serial);
}

/** A time in milliseconds, of a text or of seconds since the epoch. */
export function timeOf(value: unknown): number {
  if (typeof value === "string") return Date.parse(value);
  return typeof value === "number" ? (value < 1e11 ? value * 1000 : value) : Number.NaN;
}

/** Whether an item is one of those that the filters of a request keep. */
export function matches(
  item: Pick<Item, "fields" | "extra">,
  { filters }: ListRole,
  call: ResourceCall,
  now: number,
): boolean {
  return Object.entries(filters).every(([parameter, filter]) => {
    const wanted = wantedBy(filter, parameter, call);
    if (wanted === undefined || wanted === null) return true;
    const value = Object.hasOwn(item.fields, filter.field)
      ? item.fields[filter.field]
      : (item.extra[filter.field] as Json | undefined);
    if (filter.kind === "when") return wanted !== true || value === true;
    if (filter.kind === "within") return timeOf(value) >= now - durationMs(wanted);
    const wantedValues = Array.isArray(wanted) ? wanted : [wanted];
    const values = Array.isArray(value) ? value : [value];
    return (
      wantedValues.length === 0 || values.some((one) => wantedValues.some((other) => String(one) === String(other)))
    );
  });
}

/** The value that a filter asks for; undefined: none. */
export function wantedBy(filter: Filter, parameter: string, { path, query }: ResourceCall): unknown {
  if (filter.kind === "equals" && filter.value !== undefined) return filter.value;
  return Object.hasOwn(path, parameter) ? path[parameter] : query[parameter];
}

/** Milliseconds of a duration as validation reads it: `{ days, seconds, microseconds }`, or a number of seconds. */
function durationMs(duration: unknown): number {
  if (typeof duration === "number") return duration * 1000;
  if (!isFields(duration)) return Number.POSITIVE_INFINITY;
  const part = (name: string): number => (typeof duration[name] === "number" ? duration[name] : 0);
  return part("days") * 86_400_000 + part("seconds") * 1000 + part("microseconds") / 1000;
}

/** The part of a list that a request asks for. */
export function pageOf(items: readonly Item[], role: ListRole, call: ResourceCall): Page {
  const { pagination, limit } = role;
  const asked = limit === undefined ? undefined : call.query[limit];
  const least =
    pagination === undefined
      ? undefined
      : (pagination.defaultSize ?? Math.min(pagination.maxSize ?? DEFAULT_SIZE, DEFAULT_SIZE));
  const size = typeof asked === "number" ? clamp(asked, pagination?.maxSize) : least;
  const start = Math.min(startOf(items, role, call, size), items.length);
  const end = size === undefined ? items.length : Math.min(items.length, start + size);
  const isLast = end >= items.length || size === 0;
  return {
    items: items.slice(start, end),
    total: items.length,
    next: isLast ? undefined : nextOf(items, end, role, call),
    size,
    start,
  };
}

function clamp(size: number, most = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(Math.trunc(size), most));
}

/** The query parameter that moves through a list whose answers hold the address of the next part. */
export const LINK_PARAMETER = "after";

function askedOf({ kind, parameter = LINK_PARAMETER }: Paging, { query, target }: ResourceCall): unknown {
  return kind === "link" ? new URLSearchParams(target.split(/\?(.*)/s, 2)[1] ?? "").get(parameter) : query[parameter];
}

type Paging = NonNullable<ListRole["pagination"]>;

function startOf(items: readonly Item[], { pagination }: ListRole, call: ResourceCall, size = 0): number {
  if (pagination === undefined) return 0;
  const { kind, first = 1 } = pagination;
  const asked = askedOf(pagination, call);
  if (kind === "page") return Math.max(0, Math.trunc(Number(asked ?? first)) - first) * size;
  if (kind === "offset") return Math.max(0, Math.trunc(Number(asked ?? 0)));
  return asked === null || asked === undefined || asked === "" ? 0 : afterCursor(items, String(asked));
}

/** Whether a request goes on behind something that no answer has given. */
export function isForeignCursor({ pagination }: ListRole, call: ResourceCall): boolean {
  const isCursor = pagination !== undefined && pagination.kind !== "page" && pagination.kind !== "offset";
  const asked = isCursor ? askedOf(pagination, call) : undefined;
  return asked !== null && asked !== undefined && asked !== "" && !CURSOR.test(String(asked));
}

const CURSOR = /^c(\d+)$/;

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
  { query }: ResourceCall,
): number | string | undefined {
  if (pagination === undefined) return undefined;
  const { kind, parameter = "", first = 1 } = pagination;
  if (kind === "page") return Math.max(first, Math.trunc(Number(query[parameter] ?? first))) + 1;
  if (kind === "offset") return end;
  return `c${items[end - 1]?.serial}`;
}

/** The address of the next part of a list. */
export function nextAddress(
  { next }: Page,
  { pagination }: ListRole,
  { origin, target }: ResourceCall,
): string | undefined {
  if (next === undefined || pagination === undefined) return undefined;
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  parameters.set(pagination.parameter ?? LINK_PARAMETER, String(next));
  return `${origin}${path}?${parameters}`;
}
