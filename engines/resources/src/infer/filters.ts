import { deref, type Operation, type Pagination, type Schema, type Schemas } from "@svc/model";
import { isOfType, itemSchemaOf, type Property, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import { singular } from "../facts/path-shape.ts";
import { type Filter, type ListRole, SORT } from "../facts/resource.ts";

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

/** Query parameters that are called like a scalar field of the items. */
export function inferFilters(
  { parameters }: Operation,
  item: Schema,
  used: ReadonlySet<string | undefined>,
  schemas: Schemas,
): { [parameter: string]: Filter } {
  const own = propertiesOf(item, schemas);
  // Items of JSON:API have their fields one deeper.
  const inner = propertiesOf(own.get("attributes")?.schema ?? {}, schemas);
  const properties = [...own.values(), ...inner.values()];
  return Object.fromEntries(
    parameters.flatMap(({ in: location, name, schema }) => {
      if (location !== "query" || used.has(name) || PRESENTATION.test(name)) return [];
      const field =
        properties.find((one) => {
          return spellingsOf(name).includes(canonical(one.name)) && isComparable(one.schema, schemas);
        }) ?? onlyState(name, properties, schemas);
      const listed = listedBeside(schema, schemas);
      return field === undefined
        ? []
        : [[name, { kind: "equals", field: field.name, ...(listed && { listed }) } as const]];
    }),
  );
}

/** `filterTitle`, `statuses[]` and `projectIds` ask for `title`, `status` and `projectId`. */
function spellingsOf(parameter: string): string[] {
  const plain = parameter.replace(/\[\]$/, "");
  const one = /(?:us|is)es$/i.test(plain) ? plain.slice(0, -2) : singular(plain);
  return [parameter, plain, plain.replace(PREFIX, ""), one].map(canonical);
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
  const items = itemSchemaOf(schema, schemas);
  if (isOfType(items ?? schema, ["string", "integer", "number", "boolean"], schemas)) return true;
  // An object is asked for by what names it.
  return (
    items === undefined && ["id", "name", "login", "username"].some((name) => propertiesOf(schema, schemas).has(name))
  );
}

const WORDS =
  /^(?:q|query|search(?:_?(?:term|text|string|query|phrase))?|keywords?|term|filter\[(?:q|search|query)\])$/i;
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
