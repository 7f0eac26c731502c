import { type Json, pointerTokens, type Schema } from "@svc/model/data";
import { isNullable, propertiesOf, schemaAt } from "../facts/facts.ts";
import { type Place, valueAt } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import type { PageFact } from "../facts/page-fact.ts";
import type { Tools } from "../facts/tools.ts";
import type { ResourceCall } from "../items/context.ts";
import type { Item } from "../items/items.ts";
import type { Wish, Wrapping } from "../show/envelope.ts";
import { addressOf, type Page } from "./page.ts";

/** Values of the fields around a list that tell of the page; addresses of other pages lead to the fake. */
export function pageWishes(
  page: Page,
  role: ListRole,
  { schema, call }: Pick<Wrapping, "schema" | "call">,
  tools: Tools,
): Wish[] {
  const all = Object.entries(role.shows ?? {}).flatMap(([pointer, fact]): Wish[] => {
    const place = pointerTokens(pointer) ?? [];
    const value = factOf(fact, page, role, call);
    return value === KEPT ? [] : toWish(place, value, schema, tools);
  });
  // Of what is not there, nothing is told.
  const absent = all.filter(({ value }) => value === null);
  const wishes = all.filter(
    ({ place }) =>
      !absent.some((one) => one.place.length < place.length && one.place.every((name, at) => name === place[at])),
  );
  if (role.showsPaths !== true) return wishes;
  return wishes.map((wish) => {
    const isAddress = typeof wish.value === "string" && wish.value.startsWith(`${call.origin}/`);
    return isAddress ? { ...wish, shown: String(wish.value).slice(call.origin.length) } : wish;
  });
}

/** Stands for a field that is left as it was made up. */
const KEPT = Symbol("kept");

/** Value of a fact of a page; undefined: there is none, such as a next page behind the last. */
function factOf(fact: PageFact, page: Page, role: ListRole, call: ResourceCall): Json | undefined | typeof KEPT {
  const { total, start, items, next, former, hasMore } = page;
  const size = page.size ?? Math.max(1, total);
  const link = (value: number | string | undefined) => (value === undefined ? undefined : addressOf(value, role, call));
  const idOf = (item: Item | undefined) => item && (valueAt(item.fields, role.pagination?.key ?? ["id"]) as Json);
  switch (fact) {
    case "total":
      return total;
    case "count":
      return items.length;
    case "pages":
      return Math.max(1, Math.ceil(total / Math.max(1, size)));
    case "page":
      return (role.pagination?.first ?? 1) + Math.floor(start / Math.max(1, size));
    case "size":
      return page.size ?? KEPT;
    case "start":
      return start;
    case "more":
      return hasMore;
    case "done":
      return !hasMore;
    case "has-former":
      return start > 0;
    case "cursor":
      return next;
    case "next-page":
      return next;
    case "former-page":
      return former;
    case "next":
      return link(next);
    case "former":
      return link(former);
    case "first":
      return link(page.first);
    case "last":
      return link(page.last);
    case "self":
      return call.origin + call.target;
    case "no-next":
      return next === undefined ? undefined : KEPT;
    case "no-former":
      return former === undefined ? undefined : KEPT;
    case "kind":
      return "list";
    case "noun":
      return role.at.at(-1) ?? KEPT;
    case "first-id":
      return idOf(items[0]);
    case "last-id":
      return idOf(items.at(-1));
  }
}

/** A value where the schema allows it; where there is none: null, or nothing, or an empty text. */
function toWish(place: Place, value: Json | undefined, schema: Schema, { model, validate }: Tools): Wish[] {
  const field = schemaAt(schema, place, model.schemas);
  if (value !== undefined) {
    const path = typeof value === "string" && URL.canParse(value) ? [new URL(value).pathname] : [];
    // Some documents declare cursors as numbers.
    const number = typeof value === "string" && /^c?\d+$/.test(value) ? [Number(value.replace("c", ""))] : [];
    const isLink = propertiesOf(field, model.schemas).has("href");
    const forms = isLink ? [{ href: value }, value] : [value, String(value), ...path, ...number];
    const fitting = forms.find((one) => validate(field, one).length === 0);
    return fitting === undefined ? [] : [{ place, value: fitting }];
  }
  if (isNullable(field, model.schemas)) return [{ place, value: null }];
  const holder = schemaAt(schema, place.slice(0, -1), model.schemas);
  const isRequired = propertiesOf(holder, model.schemas).get(place.at(-1) ?? "")?.required;
  if (!isRequired) return [{ place, value: null, isGone: true }];
  return validate(field, "").length === 0 ? [{ place, value: "" }] : [];
}
