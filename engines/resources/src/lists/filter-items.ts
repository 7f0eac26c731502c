import type { Json } from "@svc/model/data";
import { propertiesOf } from "../facts/facts.ts";
import { isFields, textsOf, timeOf, valueAt } from "../facts/fields.ts";
import type { Filter, ListRole } from "../facts/list-role.ts";
import type { Resource } from "../facts/resource.ts";
import { type Engine, type ResourceCall, sentQuery } from "../items/context.ts";
import type { Item } from "../items/items.ts";
import { askedItems } from "./ask-items.ts";
import { sortedAsAsked, sortItems } from "./sort-items.ts";

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
      : ((item.extra[filter.field] ?? valueAt(item.fields, ["attributes", filter.field])) as Json | undefined);
    if (filter.kind === "when") return wanted !== true || value === true;
    if (filter.kind === "within") return timeOf(value) >= now - durationMs(wanted);
    if (filter.kind === "from" || filter.kind === "to")
      return value !== undefined && value !== null && isWithin(value, filter, wanted);
    if (filter.kind === "contains") {
      const texts = [value ?? ""].flat().flatMap((one) => textsOf(one).map((text) => text.toLowerCase()));
      const part = String(wanted).toLowerCase();
      return texts.some((text) => (filter.starts ? text.startsWith(part) : text.includes(part)));
    }
    const wantedValues = valuesOf(wanted, filter.field);
    const { as, anyCase } = filter;
    const textOf = (one: unknown) => (anyCase ? String(one).toLowerCase() : String(one));
    const own = [value].flat().map((one) => (as !== undefined && isFields(one) ? one[as] : one)) as readonly Json[];
    const values = new Set(own.flatMap(textsOf).map(textOf));
    const [all] = wantedValues.filter((one) => typeof one === "string" && EVERYTHING.test(one)) as readonly string[];
    if (all !== undefined) return ![...values].some((one) => all.toLowerCase().endsWith(`not_${one.toLowerCase()}`));
    if (isDefault(filter, parameter, call))
      return !filter.listed?.some((one) => !wantedValues.includes(one) && values.has(textOf(one)));
    return wantedValues.length === 0 || wantedValues.some((one) => values.has(textOf(one)));
  });
}

const DATE = /^\d{4}-\d\d|^[A-Z][a-z]{2}, \d/;
/** Seconds since the epoch, a year after it, below which numbers are something else than times. */
const EARLIEST = 31_536_000;

/** Whether a number or a time is within a bound. What cannot be compared, as a time with the number of a user, is not left out. */
function isWithin(is: unknown, { kind, strict }: Filter & { readonly kind: "from" | "to" }, wanted: unknown): boolean {
  const texts = [is, wanted].map(String);
  const isTime = texts.some((text) => DATE.test(text));
  const [one = Number.NaN, other = Number.NaN] = texts.map((text) => {
    const number = text.trim() === "" ? Number.NaN : Number(text);
    if (!isTime) return number;
    if (Number.isNaN(number)) return Date.parse(text);
    return number < EARLIEST ? Number.NaN : timeOf(number);
  });
  if (Number.isNaN(one) || Number.isNaN(other)) return true;
  if (one === other) return strict !== true;
  return kind === "from" ? one > other : one < other;
}

/** The values that a parameter asks for: also as one text with commas, which no value is. */
function valuesOf(wanted: unknown, field: string): readonly unknown[] {
  const all: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const isPhrase = /name|title|text|description|subject|content|address/i.test(field);
  return isPhrase
    ? all
    : all.flatMap((one) => (typeof one === "string" ? one.split(",").map((part) => part.trim()) : [one]));
}

/** Whether a request leaves a parameter to the document's default. */
function isDefault(filter: Filter, parameter: string, call: ResourceCall): filter is Filter & { kind: "equals" } {
  if (filter.kind !== "equals" || filter.listed === undefined) return false;
  return ![...sentQuery(call).keys()].some((name) => name.split("[")[0] === parameter.split("[")[0]);
}

/** A value that asks for items of every kind, or of all but one: `state=all`, `all_not_deleted`. */
const EVERYTHING = /^(?:(?:all|any)(?:_not_\w+)?|\*)$/i;

/** The value that a filter asks for; undefined: none. */
export function wantedBy(filter: Filter, parameter: string, call: ResourceCall): unknown {
  if (filter.kind === "equals" && filter.value !== undefined) return filter.value;
  // A default that is no listed value stands for none: `ref=none`.
  if (filter.kind === "equals" && filter.listed?.length === 0 && isDefault(filter, parameter, call)) return undefined;
  return Object.hasOwn(call.path, parameter) ? call.path[parameter] : call.query[parameter];
}

/** Milliseconds of a duration as validation reads it: `{ days, seconds, microseconds }`, or a number of seconds. */
function durationMs(duration: unknown): number {
  if (typeof duration === "number") return duration * 1000;
  if (!isFields(duration)) return Number.POSITIVE_INFINITY;
  const part = (name: string): number => (typeof duration[name] === "number" ? duration[name] : 0);
  return part("days") * 86_400_000 + part("seconds") * 1000 + part("microseconds") / 1000;
}
