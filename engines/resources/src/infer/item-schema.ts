import { isNever, methodName, type Operation, type Schema, type Schemas } from "@svc/model";
import { itemPlace, jsonSchema, listPlace, successResponse } from "../facts/body-place.ts";
import { isOfType, partsOf, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Naming } from "../facts/find-id.ts";
import { type Group, isKeyed } from "./role-context.ts";

/** Schema of an item: preferably that of the operation that reads a single one. */
export function itemSchema(
  group: Group,
  schemas: Schemas,
): { readonly schema: Schema; readonly source: string } | undefined {
  const { kind, shape, naming, outer, inner, declaredSchema: declared } = group;
  if (declared !== undefined) return { schema: declared, source: "the declaration" };
  const single = kind === "singleton" ? outer : inner;
  const showing = [
    ...single.filter(({ method }) => method === "get"),
    ...single.filter(({ method }) => method !== "get"),
  ];
  const whole = isKeyed(group) ? withSent(group, schemas) : undefined;
  if (whole !== undefined) return whole;
  const candidates = showing.flatMap((operation) => {
    const body = method(operation) === "delete" ? undefined : jsonSchema(successResponse(operation)?.content ?? []);
    const place = body && itemPlace(body, naming, schemas);
    return place === undefined || propertiesOf(place.schema, schemas).size === 0
      ? []
      : [{ schema: place.schema, source: methodName(operation), isNamed: place.id !== undefined }];
  });
  const get = kind === "singleton" ? undefined : outer.find((one) => one.method === "get");
  const listed = get && jsonSchema(successResponse(get)?.content ?? []);
  const list = listed && listPlace(listed, shape.noun, schemas);
  // What is read on the path of an item is another thing, where it has no id, and items of the list do.
  const isOther = list !== undefined && candidates[0]?.isNamed === false && isNamed(list.items, naming, schemas);
  if (candidates[0] !== undefined && !isOther && (method(showing[0]) === "get" || kind === "singleton"))
    return candidates[0];
  const made = created(group, schemas);
  if (get === undefined || list === undefined || propertiesOf(list.items, schemas).size === 0)
    return candidates[0] ?? made ?? anything(group);
  // Lists may show less of an item than the answer to its creation.
  const shown = [...propertiesOf(list.items, schemas).keys()];
  const all = [...propertiesOf(made?.schema ?? {}, schemas).keys()];
  const isFuller = all.length > shown.length && shown.every((name) => all.includes(name));
  if (isFuller && made) return made;
  const source = `the items of ${methodName(get)}`;
  const isBoth = all.length > shown.length && made !== undefined && areParts([made.schema, list.items], schemas);
  return isBoth
    ? { schema: { allOf: [made.schema, list.items] }, source: `${made.source} and ${source}` }
    : { schema: list.items, source };
}

/** The schema of an item that a query parameter chooses but a response does not name: with the fields of the request, which does. */
function withSent({ naming: { parameter = "" }, outer, inner }: Group, schemas: Schemas) {
  const get = inner.find((one) => one.method === "get");
  const put = outer.find((one) => /^(?:post|put)$/.test(one.method));
  const shown = get && jsonSchema(successResponse(get)?.content ?? []);
  const sent = put && jsonSchema(put.body?.content ?? [], true);
  if (get === undefined || shown === undefined || sent === undefined) return undefined;
  const isSaid = propertiesOf(shown, schemas).has(parameter) || !areParts([shown, sent], schemas);
  return isSaid ? undefined : { schema: { allOf: [shown, sent] }, source: `${methodName(get)} and of what is sent` };
}

/** Whether one thing can have the fields of both schemas: they share half of those of the second, of the same types. */
function areParts([one, other]: readonly [Schema, Schema], schemas: Schemas): boolean {
  const [own, others] = [propertiesOf(one, schemas), propertiesOf(other, schemas)];
  const shared = [...others.values()].flatMap(({ name, schema }) => {
    const same = own.get(name);
    return same === undefined ? [] : [[same.schema, schema] as const];
  });
  const isClosed = [one, other].some((schema) =>
    partsOf(schema, schemas).some(({ additionalProperties: rest }) => rest !== undefined && isNever(rest)),
  );
  const areSame = shared.every((pair) => TYPES.some((type) => pair.every((part) => isOfType(part, [type], schemas))));
  return !isClosed && areSame && shared.length >= others.size / 2;
}

const TYPES = ["string", "integer", "number", "boolean", "array", "object"];

/** Whether the path's parameter is called like a field. */
function isNamed(schema: Schema, { parameter = "" }: Naming, schemas: Schemas): boolean {
  return [...propertiesOf(schema, schemas).keys()].some((name) => canonical(name) === canonical(parameter));
}

function created({ kind, naming, outer }: Group, schemas: Schemas) {
  const post = kind === "singleton" ? undefined : outer.find((one) => one.method === "post");
  const body = post && jsonSchema(successResponse(post, "201")?.content ?? []);
  const place = body && itemPlace(body, naming, schemas);
  return post && place && { schema: place.schema, source: methodName(post) };
}

/** A singleton of which nothing is known can still be put in. */
function anything({ kind, outer }: Group) {
  const get = outer.find((one) => one.method === "get");
  const schema = get && jsonSchema(successResponse(get)?.content ?? []);
  return kind === "singleton" && get !== undefined && schema !== undefined
    ? { schema, source: methodName(get) }
    : undefined;
}

function method(operation: Operation | undefined): string | undefined {
  return operation?.method;
}
