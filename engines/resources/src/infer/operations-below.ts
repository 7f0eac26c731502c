import type { Model, Operation, Schema, Schemas } from "@svc/model";
import { jsonSchema, listPlace, successResponse } from "../facts/body-place.ts";
import { isOfType, itemSchemaOf, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import { findId } from "../facts/find-id.ts";
import { type PathShape, pathShape } from "../facts/path-shape.ts";
import type { Place } from "./places.ts";
import type { Group } from "./role-context.ts";

/** The paths of a document. */
export interface Grouping {
  readonly places: ReadonlyMap<string, Place>;
  /** Keys of the paths one and two segments below a path. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly model: Model;
}

/** Whether a GET of a path answers a list of things. */
export function isListed({ shape, operations }: Place, schemas: Schemas): boolean {
  const get = operations.find(({ method }) => method === "get");
  const schema = get && jsonSchema(successResponse(get)?.content ?? []);
  const list = schema && listPlace(schema, shape.noun, schemas);
  if (schema === undefined || list === undefined) return false;
  return !hasOwnId(schema, shape, schemas) && !isWritten([schema, list.items], operations, schemas);
}

/** Whether a request of the same path gives what lies beside a list, more than what its items have: it is that of one thing. */
function isWritten(
  [answer, items]: readonly [Schema, Schema],
  operations: readonly Operation[],
  schemas: Schemas,
): boolean {
  const isScalar = (one: Schema): boolean => isOfType(one, ["string", "integer", "number", "boolean"], schemas);
  const [shown, own] = [answer, items].map((one) => propertiesOf(one, schemas));
  return operations.some(({ method, body }) => {
    const sent = /^(?:post|put|patch)$/.test(method) ? jsonSchema(body?.content ?? [], true) : undefined;
    const scalars = [...propertiesOf(sent ?? {}, schemas).values()].filter(({ schema }) => isScalar(schema));
    const beside = scalars.filter(({ name }) => isScalar(shown?.get(name)?.schema ?? {}));
    return beside.length > scalars.filter(({ name }) => own?.has(name)).length;
  });
}

/** An object that has an id is one thing, whatever lists lie in it. */
function hasOwnId(
  schema: Parameters<typeof itemSchemaOf>[0],
  { noun }: Pick<PathShape, "noun">,
  schemas: Schemas,
): boolean {
  return (
    itemSchemaOf(schema, schemas) === undefined && findId(schema, { parameter: undefined, noun }, schemas) !== undefined
  );
}

/** Words for making an item, as the last segment of a path of their own: `POST /sessions/start`. */
const BEGINNING = /^(?:start|create|begin|launch|open|new)$/i;

/** Words for sending a file, which makes an item: `POST /files/content` of a form. */
const SENDING = /^(?:uploads?|contents?)$/i;

function sendsForm({ body }: Operation): boolean {
  return body?.content.some(({ mediaType }) => /^multipart\/form-data/i.test(mediaType)) === true;
}

/** Operations that make an item on a path right below the collection, where nothing makes one on its own path. */
export function beginningsBelow(key: string, outer: readonly Operation[], { places }: Grouping): Operation[] {
  if (outer.some(({ method }) => method === "post")) return [];
  return wordsBelow(key, places).flatMap(({ shape, operations }) => {
    const isBeginning = (operation: Operation): boolean =>
      BEGINNING.test(shape.noun) || (SENDING.test(shape.noun) && sendsForm(operation));
    return operations.filter((operation) => operation.method === "post" && isBeginning(operation));
  });
}

/** The paths right below a path that end in a word, and below which there are no items. */
export function wordsBelow(key: string, places: Grouping["places"]): Place[] {
  return [...places.values()].filter(
    ({ shape }) => shape.above === key && !shape.isItem && !places.has(`${shape.key}/{}`),
  );
}

/** Operations right below an item, on paths that nothing reads. */
export function actionsBelow(itemKey: string, { places, below, model: { schemas } }: Grouping): Operation[] {
  return (below.get(itemKey) ?? []).flatMap((key) => {
    const place = places.get(key);
    const rest = key.slice(itemKey.length + 1);
    if (place === undefined || rest === "" || rest.includes("{}")) return [];
    if (places.has(`${key}/{}`) || isListed(place, schemas)) return [];
    return place.operations.some(({ method }) => method === "get") ? [] : place.operations;
  });
}

/** Schemas of the parameter that chooses an item, of all operations on its path and below it. */
export function askedAt(itemKey: string, { places }: Grouping): Schema[] {
  const index = itemKey.split("{}").length - 2;
  const start = `${itemKey}/`;
  const found = [...places.values()].filter(({ shape: { key } }) => key === itemKey || key.startsWith(start));
  return found.flatMap(({ operations }) =>
    operations.flatMap(({ path, parameters }) => {
      const name = pathShape(path).parameters[index];
      return parameters.filter((one) => one.in === "path" && one.name === name).map(({ schema }) => schema);
    }),
  );
}

/** The list below an item where a GET of the item's own path answers it, called as it is: `GET /vaults/{id}` of `{ credentials: [] }`. */
export function listAbove({ above, noun }: PathShape, { places, model: { schemas } }: Grouping): Operation[] {
  const place = places.get(above);
  const get = place?.shape.isItem ? place.operations.find(({ method }) => method === "get") : undefined;
  const body = get && jsonSchema(successResponse(get)?.content ?? []);
  const list = body && listPlace(body, noun, schemas);
  const isIts = list !== undefined && canonical(list.at[0] ?? "") === canonical(noun);
  return get !== undefined && isIts && body && !hasOwnId(body, place?.shape ?? { noun }, schemas) ? [get] : [];
}

/** A query parameter that a GET of one thing requires, and that what a POST or PUT of the path sends is called by. */
export function queryKey({ noun }: PathShape, operations: readonly Operation[], schemas: Schemas): string | undefined {
  const get = operations.find(({ method }) => method === "get");
  const put = operations.find(({ method }) => method === "post" || method === "put");
  const answer = get && jsonSchema(successResponse(get)?.content ?? []);
  const request = put && jsonSchema(put.body?.content ?? [], true);
  if (get === undefined || answer === undefined || request === undefined) return undefined;
  const [sent, shown] = [propertiesOf(request, schemas), propertiesOf(answer, schemas)];
  const isOne = listPlace(answer, noun, schemas) === undefined;
  return get.parameters.find(({ in: location, name, required }) => {
    const own = location === "query" && required ? sent.get(name)?.schema : undefined;
    return own !== undefined && (isOne || shown.has(name)) && isOfType(own, ["string", "integer"], schemas);
  })?.name;
}

/** A collection whose items are chosen by a query parameter. */
export function keyedGroup(shape: PathShape, operations: readonly Operation[], key: string): Group {
  const isOne = ({ method, parameters }: Operation): boolean =>
    /^(?:get|delete)$/.test(method) &&
    parameters.some(({ in: location, name }) => location === "query" && name === key);
  return {
    kind: "collection",
    shape,
    naming: { parameter: key, noun: shape.noun },
    outer: operations.filter((one) => !isOne(one)),
    inner: operations.filter(isOne),
    asked: [],
    actions: [],
    declared: undefined,
    declaredSchema: undefined,
  };
}

/** Words for giving a value of its own another one. */
const RENEWING = /^(?:rotate|regenerate|renew|refresh|reset|roll|reroll)$/i;

/** Operations right below a singleton that give it another value: `POST /secret/rotate`. */
export function renewalsBelow(key: string, { places, below }: Grouping): Operation[] {
  const near = (below.get(key) ?? []).filter((one) => RENEWING.test(one.slice(key.length + 1)));
  return near.flatMap((one) => places.get(one)?.operations.filter(({ method }) => method === "post") ?? []);
}
