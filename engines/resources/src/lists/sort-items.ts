import type { Json } from "@svc/model/data";
import { canonical, type Fields, isFields, timeOf } from "../facts/fields.ts";
import { SORT } from "../facts/list-role.ts";
import type { Order, Resource } from "../facts/resource.ts";
import { type Engine, type ResourceCall, sentQuery } from "../items/context.ts";
import type { Item } from "../items/items.ts";

const DIRECTION = /^(?:direction|dir|order|(?:sort|order)_?(?:order|dir(?:ection)?|type))$/i;
const WAY = /^(?:(asc)|desc)(?:ending)?$/i;

/** A field by which a request wants a list to be sorted. */
interface Key {
  readonly field: string;
  readonly isDown: boolean;
}

/**
 * Sorts items as the request says: `sort=-name`, `sort=name:desc,id`, `sort_by=name&order=desc`, `sort=created&direction=asc`,
 * or objects of a field and a direction in a body. Undefined where it says nothing, or names no field of the items.
 */
export function sortedAsAsked(items: readonly Item[], call: ResourceCall): Item[] | undefined {
  // Most lists have no such parameter.
  if (!Object.keys(call.query).some((name) => SORT.test(plain(name)))) return undefined;
  const sent = new Set(sentQuery(call).keys());
  if (isFields(call.body)) for (const name of Object.keys(call.body)) sent.add(name);
  const names = [...sent].filter((name) => SORT.test(plain(name)));
  const asked = names.map((name) => call.query[plain(name)] ?? call.query[name]).find((value) => !isWay(value));
  if (asked === undefined || asked === null) return undefined;
  const known = new Map(items.flatMap(({ fields }) => namesIn(fields)));
  const keys = wantedKeys(asked, directionOf(call)).flatMap(({ field, isDown }) => {
    const place = ["", "at", "on", "time", "date"].map((end) => known.get(canonical(field) + end)).find(Boolean);
    return place === undefined ? [] : [{ place, isDown }];
  });
  if (keys.length === 0) return undefined;
  return items.toSorted((a, b) => {
    for (const { place, isDown } of keys) {
      const order = compare(at(a.fields, place), at(b.fields, place));
      if (order !== 0) return isDown ? -order : order;
    }
    return a.serial - b.serial;
  });
}

function plain(name: string): string {
  return name.replace(/\[.*$/, "");
}

function isWay(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && WAY.test(value));
}

/** Whether the request, or a default, says that lists go down. */
function directionOf({ query }: ResourceCall): boolean {
  const said = Object.entries(query).find(
    ([name, value]) => DIRECTION.test(name) && typeof value === "string" && WAY.test(value),
  )?.[1];
  return typeof said === "string" && /^desc/i.test(said);
}

function wantedKeys(asked: unknown, isDown: boolean): Key[] {
  if (Array.isArray(asked)) return asked.flatMap((one) => wantedKeys(one, isDown));
  if (isFields(asked)) return keysOfObject(asked, isDown);
  return String(asked)
    .split(",")
    .flatMap((text) => {
      const [, sign, field = "", way] = /^\s*([-+]?)([\w$.]+?)(?:[\s:.|](asc|desc)\w*)?\s*$/i.exec(text) ?? [];
      if (field === "") return [];
      return [{ field, isDown: way === undefined ? sign === "-" || (sign !== "+" && isDown) : /^desc/i.test(way) }];
    });
}

/** `{ "field": "name", "direction": "DESC" }`, or `{ "name": "desc" }`. */
function keysOfObject(asked: Fields, isDown: boolean): Key[] {
  const way = Object.entries(asked).find(([name, value]) => DIRECTION.test(name) && typeof value === "string")?.[1];
  const named = Object.entries(asked).find(([name]) =>
    /^(?:field|property|attribute|column|key|by|sort)/i.test(name),
  )?.[1];
  const down = way === undefined ? isDown : /^-|desc/i.test(String(way));
  if (typeof named === "string") return [{ field: named, isDown: down }];
  return Object.entries(asked).flatMap(([field, value]) =>
    typeof value === "string" && WAY.test(value) ? [{ field, isDown: /^desc/i.test(value) }] : [],
  );
}

/** Places of the scalars of an item by their plain names, also of those one deeper. */
function namesIn(fields: Fields): [string, readonly string[]][] {
  const inner = Object.entries(fields).flatMap(([name, value]) =>
    isFields(value)
      ? Object.keys(value).flatMap((one): [string, readonly string[]][] => [
          [canonical(name + one), [name, one]],
          ...(OPEN.test(name) ? [[canonical(one), [name, one]] as [string, readonly string[]]] : []),
        ])
      : [],
  );
  return [...inner, ...Object.keys(fields).map((name): [string, readonly string[]] => [canonical(name), [name]])];
}

/** Objects that hold an item's own fields. */
export const OPEN: RegExp = /^(?:attributes|properties|fields|data)$/i;

function at(fields: Fields, place: readonly string[]): Json | undefined {
  return place.reduce<Json | undefined>((value, name) => (isFields(value) ? value[name] : undefined), fields as Json);
}

/** Values without one come last. */
function compare(a: Json | undefined, b: Json | undefined): number {
  if (a === b) return 0;
  if (a === undefined || a === null) return 1;
  if (b === undefined || b === null) return -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [one, other] = [String(a), String(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}

export function sortItems(items: Item[], { order }: Resource, { orders }: Engine): Item[] {
  const direction: Order["direction"] = (order?.option && orders[order.option]) || order?.direction || "as-added";
  if (order === undefined || direction === "as-added") return items.sort((a, b) => a.serial - b.serial);
  const sign = direction === "newest-first" ? -1 : 1;
  const rank = ({ fields }: Item): number => timeOf(fields[order.by]);
  // Of two of the same time, the later one is the newer.
  return items.sort((a, b) => sign * (rank(a) - rank(b) || a.serial - b.serial));
}
