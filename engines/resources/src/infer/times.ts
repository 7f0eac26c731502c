import type { Operation, Schema, Schemas } from "@svc/model";
import { isOfType, type Property, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";
import { isTime } from "../facts/times.ts";

const CREATED =
  /^(?:created(?:at|on|time|date|datetime|timestamp)?|creation(?:date|time|timestamp)?|date(?:created|added)|createtime|insert(?:ed)?at|addedat|registeredat|received(?:at|on))$/;
const UPDATED =
  /^(?:(?:last)?(?:updated|modified|changed|edited)(?:at|on|time|date|datetime|timestamp)?|date(?:updated|modified)|updatetime|lastmodif(?:ied|ication)(?:at|date|time)?|lastupdate(?:at|date|time)?)$/;
const VERSIONS = /^(?:version|revision|etag|rev|lockversion|rowversion)$/;

/** Fields of an item that the service keeps by itself. */
export function inferTimes(item: Schema, schemas: Schemas): Pick<Resource, "created" | "updated" | "versions"> {
  const all = [...propertiesOf(item, schemas).values()];
  const times = all.filter((property) => isTime(property, schemas));
  const named = (properties: readonly Property[], pattern: RegExp): string[] =>
    properties.filter(({ name }) => pattern.test(canonical(name))).map(({ name }) => name);
  const scalars = all.filter(({ schema }) => isOfType(schema, ["integer", "string"], schemas));
  return { created: named(times, CREATED), updated: named(times, UPDATED), versions: named(scalars, VERSIONS) };
}

/** Words in the description of a list that say that later items come first. */
const NEWEST_FIRST = [
  /\b(?:newest|latest|most recent(?:ly \w+)?)(?: \w+){0,3} (?:first|appear(?:ing)? first)\b/i,
  /\breverse[- ]chronological/i,
  /\bdescending order (?:of|by) (?:\w+ )?(?:creat|dat|tim)|\b(?:sorted|ordered) by (?:\w+ ){0,3}\w*(?:creat|dat)\w*(?: \w+)? ?(?:in )?\(?desc/i,
];

/** Words in sentences about orders that a request can choose. */
const BY_CHOICE = /\b(?:if|when|unless|pass|set|use|oldest|earliest|ascending)\b/i;

/** How the description of a list says that it is ordered; undefined: it says nothing. */
export function inferOrder(lists: readonly Operation[], [created = ""]: readonly string[]): Resource["order"] {
  const said = lists.flatMap(({ summary = "", description = "" }) => `${summary}\n${description}`.split(/[.;\n]/));
  const isSaid = said.some((sentence) => !BY_CHOICE.test(sentence) && NEWEST_FIRST.some((one) => one.test(sentence)));
  return isSaid ? { by: created, direction: "newest-first" } : undefined;
}

/** Fields of which a declaration says that they tell the age of an item, and that no request writes: the service's, too. */
export function declaredTimes(
  { schema, roles }: Pick<Resource, "schema" | "roles">,
  names: readonly (string | undefined)[],
  schemas: Schemas,
): string[] {
  const properties = propertiesOf(schema, schemas);
  const written = new Set(Object.values(roles).flatMap((role) => ("writes" in role ? role.writes : [])));
  return names.flatMap((name) => {
    const property = name === undefined || written.has(name) ? undefined : properties.get(name);
    return property !== undefined && isTime(property, schemas) ? [property.name] : [];
  });
}
