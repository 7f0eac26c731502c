import { deref, type Operation, type Pagination, type Schema, type Schemas } from "@svc/model";
import { isOfType, itemSchemaOf, type Property, partsOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import { type Filter, type ListRole, SORT } from "../facts/list-role.ts";
import { singular } from "../facts/path-shape.ts";
import { boundOf } from "./bounds.ts";
import { canMatch } from "./filters-choices.ts";

const LIMIT = /^(?:limit|per_?page|page_?size|max_?results|page_?limit|take|size|count|top|\$top|first)$/i;
/** Parameters that choose how a list is shown, not what is in it. */
const PRESENTATION =
  /^(?:sort|sort_?(?:by|order)|order|order_?by|direction|fields|expand|include|embed|format|locale|language|page|offset|skip|cursor|(?:starting_?)?after|(?:ending_?)?before|search|q|query)$/i;

/** Query parameter that limits a list. */
export function limitOf({ parameters }: Operation, pagination: Pagination | undefined): string | undefined {
  if (pagination?.size !== undefined) return pagination.size;
  return parameters.find(({ in: location, name }) => location === "query" && LIMIT.test(name))?.name;
}

/** `filter[title]`, `filterTitle`, `filter_title`: the field is called like what follows. */
const PREFIX = /^filter(?:s?[[._-]|(?=[A-Z]))/;

/** `query[email]`, `where[role]`: also what follows in brackets. */
const BRACKETS = /^([\w$]+)\[(\w+)\](?:\[\])?$/;
/** Words before brackets where these say how a list is shown, or what is not in it. */
const OTHERWISE = new RegExp(
  [
    "^(?:page\\w*|sort\\w*|order\\w*|direction|fields?|select|expand|include\\w*|embed|with|cursor|group\\w*|aggr\\w*|facets?|counts?",
    "not?|ne|excl\\w*|without|except|min\\w*|max\\w*|[gl]te?|from|to|before|after|since|until|has|exists|range)$",
  ].join("|"),
  "i",
);

/** Words in descriptions of a parameter that takes capital letters for small ones. */
const ANY_CASE = /\bcase[- ]?insensitiv|\b(?:ignor(?:es?|ing)|regardless of)(?: \w+)? case\b/i;

/** Words in descriptions of a parameter that asks for a part of a text. */
const PARTIAL = /\b(?:partial(?:ly)?|contain(?:s|ing)?|substrings?|part of|fuzzy)\b/i;

interface Filtered {
  readonly item: Schema;
  /** Name of the items. */
  readonly noun: string;
  /** Parameters that do something else. */
  readonly used?: ReadonlySet<string | undefined>;
}

/** Query parameters that ask for a field of the items. */
export function inferFilters(
  { parameters }: Operation,
  { item, noun, used = new Set() }: Filtered,
  schemas: Schemas,
): { [parameter: string]: Filter } {
  const own = propertiesOf(item, schemas);
  // Items of JSON:API have their fields one deeper.
  const inner = propertiesOf(own.get("attributes")?.schema ?? {}, schemas);
  const properties = [...own.values(), ...inner.values()];
  return Object.fromEntries(
    parameters.flatMap(({ in: location, name, schema, description = "" }): [string, Filter][] => {
      if (location !== "query" || used.has(name) || PRESENTATION.test(name)) return [];
      const asked = [name, withoutNoun(name, noun)].map((one) => askedField(one, properties, schemas)).find(Boolean);
      const field = asked?.property ?? onlyState(name, properties, schemas);
      const place = asked?.as === undefined ? [] : [asked.as];
      const value = field && schemaAt(itemSchemaOf(field.schema, schemas) ?? field.schema, place, schemas);
      const bound = field === undefined ? boundOf({ name, schema }, properties, schemas) : undefined;
      if (bound !== undefined) return [[name, bound]];
      if (field === undefined || value === undefined || !canMatch(schema, value, schemas)) return [];
      const listed = listedBeside(schema, schemas);
      const isFree = [schema, field.schema].every((one) =>
        partsOf(one, schemas).every((part) => part.enum === undefined),
      );
      const isPartial = PARTIAL.test(description) && isFree && isOfType(field.schema, ["string", "object"], schemas);
      if (isPartial) return [[name, { kind: "contains", field: field.name }]];
      const anyCase = ANY_CASE.test(description) && { anyCase: true as const };
      const as = asked?.as === undefined ? {} : { as: asked.as };
      return [[name, { kind: "equals", field: field.name, ...as, ...anyCase, ...(listed && { listed }) }]];
    }),
  );
}

/** A field that a parameter asks for; `as`: by what of the object that it is, or of each in its list. */
interface Asked {
  readonly property: Property;
  readonly as?: string;
}

/**
 * The field that a parameter asks for: one that is called like it, a list of what it names (`project` in `projects`), or an
 * object by its id (`project_id` in `project`).
 */
export function askedField(parameter: string, properties: readonly Property[], schemas: Schemas): Asked | undefined {
  const names = spellingsOf(parameter, properties);
  const isAsked = (name: string): boolean => names.includes(canonical(name));
  const same = properties.find(({ name, schema }) => isAsked(name) && isComparable(schema, schemas));
  if (same !== undefined) return { property: same };
  for (const property of properties) {
    const { name, schema } = property;
    const items = itemSchemaOf(schema, schemas);
    const noun = singular(name);
    const isList = items !== undefined && isAsked(noun);
    const inner = isList ? [] : [...propertiesOf(items ?? schema, schemas).keys()];
    const as = inner.find((one) => isAsked(noun + one));
    if ((!isList && as === undefined) || !isComparable(schema, schemas)) continue;
    return { property, ...(as !== undefined && { as }) };
  }
  return undefined;
}

/** `filterTitle`, `statuses[]` and `projectIds` ask for `title`, `status` and `projectId`. */
function spellingsOf(parameter: string, properties: readonly Property[]): string[] {
  const plain = parameter.replace(/\[\]$/, "");
  const one = /(?:us|is)es$/i.test(plain) ? plain.slice(0, -2) : singular(plain);
  const [, before = "", within] = BRACKETS.exec(parameter) ?? [];
  // `created[after]`, `metadata[name]`: of a field, not of the item.
  const isOfField = properties.some(({ name }) => canonical(name) === canonical(before));
  const inner = within === undefined || isOfField || OTHERWISE.test(before) ? [] : [within];
  return [parameter, plain, plain.replace(PREFIX, ""), one, ...inner].map(canonical);
}

/** `coupon_code` of coupons asks for `code`. */
function withoutNoun(parameter: string, noun: string): string {
  const words = (name: string) => name.split(/[_-]|(?<=[a-z])(?=[A-Z])/);
  const all = words(parameter);
  const own = words(singular(noun));
  const isNamed = own.every((word, index) => canonical(word) === canonical(all[index] ?? ""));
  return isNamed && all.length > own.length ? all.slice(own.length).join("_") : parameter;
}

/** `states` asks for the one field that says in which state an item is, whatever that is called. */
function onlyState(name: string, properties: readonly Property[], schemas: Schemas): Property | undefined {
  if (!/^(?:state|status)(?:e?s)?(?:\[\])?$/i.test(name)) return undefined;
  const found = properties.filter((one) => /^(?:state|status)$/i.test(one.name) && isComparable(one.schema, schemas));
  return found.length === 1 ? found[0] : undefined;
}

/** The values that a parameter with a default lists; undefined: it has none. */
function listedBeside(schema: Schema, schemas: Schemas): readonly unknown[] | undefined {
  const target = deref(schema, schemas);
  if (target.default === undefined) return undefined;
  if (isOfType(target, ["boolean"], schemas)) return [true, false];
  return target.enum ?? deref(target.items ?? {}, schemas).enum ?? [];
}

function isComparable(schema: Schema, schemas: Schemas): boolean {
  const own = itemSchemaOf(schema, schemas) ?? schema;
  if (isOfType(own, ["string", "integer", "number", "boolean"], schemas)) return true;
  // An object is asked for by its texts.
  return [...propertiesOf(own, schemas).values()].some((one) => isOfType(one.schema, ["string", "integer"], schemas));
}

const WORDS =
  /^(?:q|query|search(?:_?(?:term|text|string|query|phrase|for))?|keywords?|term|filter\[(?:q|search|query)\])$/i;
const TERMS = /^(?:\$?filters?|where|predicate|conditions?)$/i;

/** Parameters that ask for items by words anywhere in them (`q`), or by comparisons of their fields (`filter`, `where`). */
export function inferAsked(
  { parameters }: Pick<Operation, "parameters">,
  used: ReadonlySet<string | undefined>,
): NonNullable<ListRole["asked"]> {
  return Object.fromEntries(
    parameters.flatMap(({ in: location, name }): [string, "words" | "terms"][] => {
      if (location !== "query" || used.has(name)) return [];
      if (WORDS.test(name)) return [[name, "words"]];
      return TERMS.test(name) ? [[name, "terms"]] : [];
    }),
  );
}

/** Query parameter by which callers choose the order of a list. */
export function sortParameterOf({ parameters }: Pick<Operation, "parameters">): string | undefined {
  return parameters.find(({ in: location, name }) => location === "query" && SORT.test(name))?.name;
}
