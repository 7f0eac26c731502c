import type { Json } from "@svc/model/data";
import { canonical, type Fields, isFields, textsOf } from "../facts/fields.ts";
import { singular } from "../facts/path-shape.ts";

/** Parts of a search that say how its result is shown. */
const PRESENTATION =
  /^(?:sort|sorts|order|order_?by|sort_?by|page|paging|pagination|limit|cursor|fields|expand|include)$/i;
const EQUALS = /^(?:[$_]?(?:exact|eq|equals?|is|value)|==?)$/i;
const NOT = /^(?:[$_]?(?:not|ne|neq|not_?in|nin|not_?equals?)|!=|<>)$/i;
const ALL = /^[$_]?(?:all|all_?of|has_?all)$/i;
const LIKE = /^(?:[$_]?(?:fuzzy|contains|i?like|icontains|contains_?token|starts_?with|match(?:es)?)|[~^$])$/i;
const UNLIKE = /^(?:[$_]?not_?(?:contains|like)|!~)$/i;
const IN = /^[$_]?(?:in|any|one_?of)$/i;
const ORDERED = /^(?:[$_]?(?:gte?|lte?|ge|le)|[<>]=?)$/i;
const GROUPS = /^[$_]?(?:filter_?groups|groups|or|any(?:_?of)?)$/i;
const FIELD = /^(?:(?:property|field|attribute|column)(?:_?name)?|member|path|name|key)$/i;
const OPERATOR = /^(?:operator|op|comparator|comparison|condition|operation)$/i;
const VALUE = /^(?:values?|operand)$/i;

/**
 * Whether an item is what a body looks for. Whatever is called like a field of items, at any depth, is asked of it: a value, a
 * list of values, or an object of comparisons (`exact`, `in`, `contains`); comparisons of other names keep everything.
 */
export function isFound(fields: Fields, names: readonly string[], wanted: Json | undefined): boolean {
  // A list of many texts is asked for many times.
  const texts = new Map<string, Texts>();
  const ownOf = (field: string): Texts => {
    const own = texts.get(field) ?? textsIn(fields[field]);
    texts.set(field, own);
    return own;
  };
  const isAsked = (asked: Json | undefined): boolean => {
    if (Array.isArray(asked)) return asked.every(isAsked);
    if (!isFields(asked)) return true;
    const condition = conditionOf(asked, names);
    if (condition !== undefined) return compares(ownOf(condition.field), condition.operator, condition.value);
    // `{ "operator": "OR", "value": [...] }`: comparisons of which one is enough.
    const isAny = Object.entries(asked).some(([key, value]) => OPERATOR.test(key) && /^or$/i.test(String(value)));
    return Object.entries(asked).every(([key, value]) => {
      if (PRESENTATION.test(key)) return true;
      if ((GROUPS.test(key) || isAny) && Array.isArray(value)) return value.length === 0 || value.some(isAsked);
      const field = fieldOf(key, names);
      return field === undefined ? isAsked(value) : meets(ownOf(field), value);
    });
  };
  return isAsked(wanted);
}

/** `{ "field": "name", "operator": "EQ", "value": "x" }`: a comparison whose field is a value; undefined: it is none. */
function conditionOf(asked: Fields, names: readonly string[]) {
  const entry = (pattern: RegExp) => Object.entries(asked).find(([name]) => pattern.test(name))?.[1];
  const [said, operator, value] = [entry(FIELD), entry(OPERATOR), entry(VALUE)];
  if (typeof said !== "string" || value === undefined) return undefined;
  const field = fieldOf(said, names);
  return field === undefined ? undefined : { field, operator: typeof operator === "string" ? operator : "eq", value };
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
  return Object.entries(wanted).every(([operator, value]) => compares(own, operator, value));
}

function compares(own: Texts, operator: string, value: Json): boolean {
  if (NOT.test(operator)) return !meets(own, value);
  if (ALL.test(operator)) return !Array.isArray(value) || value.every((one) => meets(own, one));
  if (UNLIKE.test(operator)) return !compares(own, "contains", value);
  if (LIKE.test(operator))
    return [...own].some((text) => text.toLowerCase().includes(String(value).replaceAll("*", "").toLowerCase()));
  if (ORDERED.test(operator)) return [...own].some((text) => isOrdered(text, operator, value));
  if (IN.test(operator) && typeof value === "string") return meets(own, value.split(","));
  // The values of a comparison are a list, whatever it is called.
  return EQUALS.test(operator) || Array.isArray(value) ? meets(own, value) : true;
}

const COMPARED: { readonly [sign: string]: string } = { ">": "gt", ">=": "gte", "<": "lt", "<=": "lte" };
const WAYS = { g: 1, l: -1 } as const;

/** Whether a number or a time is beyond another: `gt`, `lte`. What cannot be compared is not left out. */
export function isOrdered(is: unknown, operator: string, value: unknown): boolean {
  const [one = Number.NaN, other = Number.NaN] = [is, value].map((each) => {
    const number = Number(each);
    return Number.isNaN(number) ? Date.parse(String(each)) : number;
  });
  if (Number.isNaN(one) || Number.isNaN(other)) return true;
  const named = COMPARED[operator] ?? operator;
  const [, way = "g", rest = ""] = /([gl])[te]?(e?)$/i.exec(named) ?? [];
  return one === other ? /e$/i.test(named) || rest !== "" : Math.sign(one - other) === WAYS[way.toLowerCase() as "g"];
}
