import { type Json, type Schema, snakeCase } from "@svc/model/data";
import { examplesOf, propertiesOf, referenceOf } from "../facts/facts.ts";
import { canonical, type Fields, spellings } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { timeValue } from "../facts/times.ts";
import type { Engine } from "./context.ts";

/** Fields that the service fills by itself: times, versions, and what the path says. */
export function ownFields(
  { tools }: Engine,
  { resource, parameters }: { readonly resource: Resource; readonly parameters: readonly string[] },
): Fields {
  const { schemas } = tools.model;
  const properties = propertiesOf(resource.schema, schemas);
  const own: { [name: string]: Json } = {};
  for (const [index, name] of pathShape(resource.path).parameters.entries()) {
    const property = [...properties.values()].find((one) => canonical(one.name) === canonical(name));
    const value =
      property &&
      [...spellings(parameters[index] ?? ""), Number(parameters[index])].find(
        (one) => tools.validate(property.schema, one).length === 0,
      );
    if (property !== undefined && value !== undefined) own[property.name] = value;
  }
  for (const name of [...resource.created, ...resource.updated]) {
    const value = timeValue(properties.get(name)?.schema ?? {}, tools.now(), schemas);
    if (value !== undefined) own[name] = value;
  }
  for (const name of resource.versions) {
    const value = versionValue(properties.get(name)?.schema ?? {}, 1, tools);
    if (value !== undefined) own[name] = value;
  }
  const kind = plainKind(resource.schema, tools);
  return {
    ...own,
    ...fieldsOfPath(resource),
    ...(kind !== undefined && { object: kind }),
    ...(resource.defaults as Fields),
  };
}

/** Fields of all items below a path, told by its last word: `/gists/public`. */
function fieldsOfPath({ roles }: Resource): Fields {
  const filters = Object.values(roles).flatMap((role) => (role.does === "list" ? Object.values(role.filters) : []));
  return Object.fromEntries(
    filters.flatMap((one) =>
      one.kind === "equals" && one.value !== undefined ? [[one.field, one.value as Json]] : [],
    ),
  );
}

/** What items say they are (`object`), where the document lists no value for it: the name of their schema, `plan_add_on`. */
function plainKind(schema: Schema, { model: { schemas }, validate }: Engine["tools"]): string | undefined {
  const property = propertiesOf(schema, schemas).get("object");
  const name = referenceOf(schema)?.split("/").at(-1);
  if (property === undefined || name === undefined || examplesOf(property.schema, schemas).length > 0) return undefined;
  const kind = snakeCase(name);
  return validate(property.schema, kind).length === 0 ? kind : undefined;
}

/** A version as its field wants it. */
export function versionValue(
  schema: Schema,
  version: number,
  { validate }: Pick<Engine["tools"], "validate">,
): Json | undefined {
  return [version, String(version), `"${version}"`].find((one) => validate(schema, one).length === 0);
}
