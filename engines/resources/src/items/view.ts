import type { Json, Schema } from "@svc/model/data";
import { isOpen, itemSchemaOf, propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields, isFields, spellings } from "../facts/fields.ts";
import type { Tools } from "../facts/tools.ts";
import type { Engine, Shown, View } from "./context.ts";
import { fill, leavingOut } from "./fill.ts";
import { withHeld } from "./held.ts";
import type { Item } from "./items.ts";

export function createView(tools: Tools, stored: Pick<Engine, "cells" | "resources">): View {
  const {
    model: { schemas },
    validate,
  } = tools;
  const known = new WeakMap<Item, Map<Schema, Json | undefined>>();
  const make = (item: Item, schema: Schema, resource: Shown): Json | undefined => {
    const { schema: own, key } = resource;
    const shown = withIdNames(withIdType(shownFields(item.fields, schema, own), schema, resource), schema, resource);
    if (item.isLoose) return shown as Json;
    if (validate(schema, shown as Json).length === 0) return shown as Json;
    const filling = { fields: shown, others: leavingOut(schema, shown, tools), seed: `${key} ${item.serial}` };
    return fill(schema, filling, tools) as Json | undefined;
  };
  const shownFields = (fields: Fields, schema: Schema, own: Schema): Fields => {
    const names = propertiesOf(schema, schemas);
    const isAny = names.size === 0 || isOpen(schema, schemas);
    const ownNames = propertiesOf(own, schemas);
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
        const property = names.get(name);
        if (property !== undefined) return property.writeOnly ? [] : [[name, shownValue(value, property.schema)]];
        return isAny || schema === own || !ownNames.has(name) ? [[name, value]] : [];
      }),
    ) as Fields;
  };
  /** A part of an item without what is only sent. */
  const shownValue = (value: unknown, schema: Schema): unknown => {
    if (isFields(value)) {
      const names = propertiesOf(schema, schemas);
      const shown = Object.entries(value).filter(([name]) => names.get(name)?.writeOnly !== true);
      return Object.fromEntries(shown.map(([name, one]) => [name, shownValue(one, names.get(name)?.schema ?? {})]));
    }
    const item = Array.isArray(value) ? itemSchemaOf(schema, schemas) : undefined;
    return Array.isArray(value) && item !== undefined ? value.map((one) => shownValue(one, item)) : value;
  };
  /** With the id as a text or a number: what made an item may have the one where what reads it has the other. */
  const withIdType = (shown: Fields, schema: Schema, { id }: Shown): Fields => {
    const value = id === undefined ? undefined : shown[id];
    const wanted = id === undefined ? undefined : propertiesOf(schema, schemas).get(id)?.schema;
    if (id === undefined || wanted === undefined || (typeof value !== "string" && typeof value !== "number"))
      return shown;
    const fitting = [value, ...spellings(String(value))].find((one) => validate(wanted, one).length === 0);
    return fitting === undefined || fitting === value ? shown : { ...shown, [id]: fitting };
  };
  /** With the id under the other names that the schema has for it. */
  const withIdNames = (shown: Fields, schema: Schema, { id, idNames }: Shown): Fields => {
    const value = id === undefined ? undefined : shown[id];
    const names = new Set(idNames.map(canonical));
    const others = [...propertiesOf(schema, schemas).values()].filter(
      ({ name, schema: one }) =>
        value !== undefined &&
        !Object.hasOwn(shown, name) &&
        names.has(canonical(name)) &&
        validate(one, value).length === 0,
    );
    return others.length === 0
      ? shown
      : ({ ...shown, ...Object.fromEntries(others.map(({ name }) => [name, value])) } as Fields);
  };
  return (own, schema, resource) => {
    const item = resource.holds === undefined ? own : withHeld(stored, own, resource);
    const bySchema = known.get(item) ?? new Map<Schema, Json | undefined>();
    known.set(item, bySchema);
    if (!bySchema.has(schema)) bySchema.set(schema, make(item, schema, resource));
    return bySchema.get(schema);
  };
}
