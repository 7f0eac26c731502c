import type { Operation, Schemas } from "@svc/model";
import { jsonSchema, listPlace, successResponse } from "../facts/body-place.ts";
import { isOfType, propertiesOf } from "../facts/facts.ts";
import type { Place } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import { inferFilters } from "./filters.ts";
import { isSame } from "./likeness.ts";
import { type Grouping, wordsBelow } from "./operations-below.ts";
import type { Context, Inferred } from "./role-context.ts";

const SEARCH = /^(?:search|query|find|filter|list)$/i;
const COUNT = /^(?:count|total)$/i;
const NUMBER = /^(?:count|total|total_?(?:count|items|results|records)|size)$/i;

/** Operations right below a collection that look for its items by a body, or count them. */
export function searchesBelow(key: string, { places, model: { schemas } }: Grouping): Operation[] {
  return wordsBelow(key, places).flatMap(({ operations }) =>
    operations.filter((one) => isSearch(one) || isCount(one, schemas)),
  );
}

function isSearch({ method, path }: Operation): boolean {
  return method === "post" && SEARCH.test(pathShape(path).noun);
}

/** Whether an operation answers how many things there are on the path above. */
export function isCount(operation: Operation, schemas: Schemas): boolean {
  const isNamed = operation.method === "get" && COUNT.test(pathShape(operation.path).noun);
  return isNamed && countPlace(operation, schemas) !== undefined;
}

function countPlace(operation: Operation, schemas: Schemas): Place | undefined {
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  if (answer === undefined) return undefined;
  if (isOfType(answer, ["integer"], schemas)) return [];
  const fields = [...propertiesOf(answer, schemas).values()];
  const found = fields.find(
    ({ name, schema }) => NUMBER.test(name) && isOfType(schema, ["integer", "number"], schemas),
  );
  return found && [found.name];
}

/** The role of a count; undefined: it is none. */
export function countRole(operation: Operation, { group, item, schemas }: Context): Inferred | undefined {
  const at = isCount(operation, schemas) ? countPlace(operation, schemas) : undefined;
  if (at === undefined) return undefined;
  const filters = inferFilters(operation, { item: item.schema, noun: group.shape.noun }, schemas);
  return { role: { does: "count", at, filters }, reason: "counts: GET of a number right below the collection" };
}

/**
 * A search by POST as the GET of a list that it would be, with the fields of its body as parameters; undefined: it is none, or
 * finds other things.
 */
export function searchAsList(operation: Operation, { group, item, schemas }: Context): Operation | undefined {
  const answer = isSearch(operation) ? jsonSchema(successResponse(operation)?.content ?? []) : undefined;
  const list = answer && listPlace(answer, group.shape.noun, schemas);
  if (list === undefined || !isSame(list.items, [], { item, schemas })) return undefined;
  const body = propertiesOf(jsonSchema(operation.body?.content ?? [], true) ?? {}, schemas);
  const [like] = operation.parameters;
  const sent = [...body.values()].map(({ name, schema }) => ({ ...like, name, schema, in: "query", required: false }));
  const { path } = group.shape;
  return { ...operation, path, method: "get", parameters: sent as unknown as Operation["parameters"] };
}
