import type { Json } from "@svc/model/data";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields, isFields, without } from "../facts/fields.ts";
import type { Tools } from "../facts/tools.ts";
import type { ResourceCall } from "../items/context.ts";
import { outcomes } from "../show/envelope.ts";

const ENVELOPE = /^(?:data|result|response|payload)$/i;

/**
 * A made-up answer of an operation that stores nothing: it tells of a success, and what is called like a part of the request has its
 * value.
 */
export function echoed(body: Json, call: ResourceCall, tools: Tools): Json {
  const { validate } = tools;
  const { schemas } = tools.model;
  const schema = jsonSchema(successResponse(call.operation)?.content ?? []);
  if (schema === undefined || !isFields(body)) return body;
  const sent = { ...call.query, ...(isFields(call.body) ? call.body : {}), ...call.path };
  const given = new Map(Object.entries(sent).map(([name, value]) => [canonical(name), value as Json]));
  const echo = (shown: Fields, at: typeof schema): Fields => {
    const entries = [...propertiesOf(at, schemas).values()].flatMap((property): [string, Json][] => {
      const { name, writeOnly } = property;
      if (writeOnly) return [];
      const own = shown[name];
      if (ENVELOPE.test(name) && isFields(own)) return [[name, echo(own, property.schema) as Json]];
      const value = given.get(canonical(name));
      const isFitting = value !== undefined && validate(property.schema, value).length === 0;
      return isFitting ? [[name, value]] : [];
    });
    const told = outcomes(at, [], tools);
    const gone = new Set(told.flatMap(({ place: [name = ""], isGone }) => (isGone ? [name] : [])));
    const good = told.flatMap(({ place: [name = ""], value, isGone }) => (isGone ? [] : [[name, value] as const]));
    return { ...without(shown, gone), ...Object.fromEntries(good), ...Object.fromEntries(entries) };
  };
  const told = echo(body, schema) as Json;
  return validate(schema, told).length === 0 ? told : body;
}
