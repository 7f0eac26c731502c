import type { Json } from "@svc/model";
import { textsOf } from "./context.ts";
import { canonical, type Fields, isFields } from "./fields.ts";
import { singular } from "./path-shape.ts";

/** Parts of a search that say how its result is shown. */
const PRESENTATION =
  /^(?:sort|sorts|order|order_?by|sort_?by|page|paging|pagination|limit|cursor|fields|expand|include)$/i;
const EQUALS = /^\$?(?:exact|eq|equals?|is|value)$/i;
const NOT = /^\$?(?:not|ne|neq|not_?in|nin|not_?equals?)$/i;
const ALL = /^\$?(?:all|all_?of|has_?all)$/i;
const LIKE = /^\$?(?:fuzzy|contains|like|ilike)$/i;

/**
 * Whether an item is what a body looks for. Whatever is called like a field of items, at any depth, is asked of it: a value, a
 * list of values, or an object of comparisons (`exact`, `in`, `contains`); comparisons of other names keep everything.
 */
export function isFound(fields: Fields, names: readonly string[], wanted: Json | undefined): boolean {
  // A list of many texts is asked for many times.
  const texts = new Map<string, Texts>();
  const isAsked = (asked: Json | undefined): boolean => {
    if (!isFields(asked)) return true;
    return Object.entries(asked).every(([key, value]) => {
      if (PRESENTATION.test(key)) return true;
      const field = fieldOf(key, names);
      if (field === undefined) return isAsked(value);
      const own = texts.get(field) ?? textsIn(fields[field]);
      texts.set(field, own);
      return meets(own, value);
    });
  };
  return isAsked(wanted);
}

type Texts = ReadonlySet<string>;

function textsIn(own: Json | undefined): Texts {
  return new Set((Array.isArray(own) ? own : [own]).flatMap((one) => (one === undefined ? [] : textsOf(one))));
}

/** `location_ids` and `location_filter` ask for `location_id` and `location`. */
function fieldOf(key: string, names: readonly string[]): string | undefined {
  const alike = [key, singular(key), key.replace(/_?filters?$/i, "")].map(canonical);
  return names.find((name) => alike.includes(canonical(name)));
}

function meets(own: Texts, wanted: Json): boolean {
  if (wanted === null || wanted === "") return true;
  if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((one) => own.has(String(one)));
  if (!isFields(wanted)) return own.has(String(wanted));
  return Object.entries(wanted).every(([operator, value]) => {
    if (NOT.test(operator)) return !meets(own, value);
    if (ALL.test(operator)) return !Array.isArray(value) || value.every((one) => meets(own, one));
    if (LIKE.test(operator)) return [...own].some((text) => text.toLowerCase().includes(String(value).toLowerCase()));
    // The values of a comparison are a list, whatever it is called.
    return EQUALS.test(operator) || Array.isArray(value) ? meets(own, value) : true;
  });
}
