import { type Json, own, type Schema } from "@svc/model/data";
import { isOpen, propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields, isFields, valueAt } from "../facts/fields.ts";
import type { Resource, Writing } from "../facts/resource.ts";
import type { Tools } from "../facts/tools.ts";
import type { Engine } from "./context.ts";

/** The fields of an item that a body gives, as the item calls them; `null` for one that a merge takes away. */
export function givenFields(body: Json | undefined, role: Writing, resource: Resource, { tools }: Engine): Fields {
  const inner = valueAt(body, role.body);
  if (!isFields(inner)) return {};
  const given = { ...namedFields(inner, role, resource, tools), ...movedFields(inner, role) };
  const fields = propertiesOf(resource.schema, tools.model.schemas);
  const casts = (role.casts ?? []).flatMap((name): [string, Json][] => {
    const [value, schema] = [own(given, name), fields.get(name)?.schema];
    return value === undefined || schema === undefined ? [] : [[name, fitted(value, schema, tools)]];
  });
  return { ...given, ...Object.fromEntries(casts) };
}

/** A value as the item has it where a request has it in another form: numbers and flags as texts, a date as a time. */
function fitted(value: Json, schema: Schema, { validate }: Tools): Json {
  if (value === null || typeof value === "object" || validate(schema, value).length === 0) return value;
  const text = String(value);
  const number = text.trim() === "" ? Number.NaN : Number(text);
  const forms: readonly Json[] = [
    ...(Number.isNaN(number) ? [] : [number]),
    ...(typeof value === "string" ? [] : [text]),
    ...(/^(?:1|true|yes)$/i.test(text) ? [true] : /^(?:0|false|no)$/i.test(text) ? [false] : []),
    ...(typeof value === "boolean" ? [Number(value)] : []),
    ...(/^\d{4}-\d\d-\d\d$/.test(text) ? [`${text}T00:00:00Z`] : [text.slice(0, 10)]),
    text.split(/\s*,\s*/),
  ];
  return forms.find((one) => validate(schema, one).length === 0) ?? value;
}

function namedFields(inner: Fields, role: Writing, resource: Resource, tools: Tools): Fields {
  const names = propertiesOf(resource.schema, tools.model.schemas);
  const written = new Map(role.writes.map((name) => [canonical(name), name]));
  const exact = new Set(role.writes);
  const isAny = isOpen(resource.schema, tools.model.schemas);
  const known = new Set([...names.keys()].map(canonical));
  return Object.fromEntries(
    Object.entries(inner).flatMap(([name, value]) => {
      const field = exact.has(name)
        ? name
        : (written.get(canonical(name)) ?? (isAny && !known.has(canonical(name)) ? name : undefined));
      // A field of the very name goes before one that is only spelt alike.
      const isOther = field !== undefined && field !== name && Object.hasOwn(inner, field);
      return field === undefined || isOther ? [] : [[field, value]];
    }),
  );
}

/** Fields that a body calls otherwise than the item, or says by an id, where the item has it. */
function movedFields(sent: Fields, { moves = {} }: Writing): Fields {
  const moved: { [name: string]: Json } = {};
  for (const [name, [holder = "", field]] of Object.entries(moves)) {
    const value = own(sent, name);
    if (value === undefined) continue;
    if (field === undefined) {
      moved[holder] = value;
      continue;
    }
    const inside = (one: Json): Json => (one === null || isFields(one) ? one : { [field]: one });
    const before = moved[holder];
    moved[holder] = Array.isArray(value)
      ? value.map(inside)
      : { ...(isFields(before) ? before : {}), ...(inside(value) as Fields) };
    if (value === null) moved[holder] = null;
  }
  return moved;
}
