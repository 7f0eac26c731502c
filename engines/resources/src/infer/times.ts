import type { Schema, Schemas } from "@svc/model";
import { isOfType, type Property, partsOf, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";

const CREATED =
  /^(?:created(?:at|on|time|date|datetime|timestamp)?|creation(?:date|time|timestamp)?|date(?:created|added)|createtime|insert(?:ed)?at|addedat|registeredat|received(?:at|on))$/;
const UPDATED =
  /^(?:(?:last)?(?:updated|modified|changed|edited)(?:at|on|time|date|datetime|timestamp)?|date(?:updated|modified)|updatetime|lastmodif(?:ied|ication)(?:at|date|time)?|lastupdate(?:at|date|time)?)$/;
/** Times as mails have them (RFC 2822, section 3.3): no format that any standard registers. */
const MAIL_DATE = /rfc-?2?822/i;
/** Formats of times as documents name them, beside the registered `date-time`: `datetime`, `iso-datetime`, `unixtime`. */
const TIME_FORMAT =
  /^(?:(?:iso|google)?-?date-?time|iso-?8601|rfc-?3339|unix-?time(?:stamp)?|timestamp|date(?:-only)?)$/i;
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

export function isTime({ schema }: Property, schemas: Schemas): boolean {
  const parts = partsOf(schema, schemas);
  const formats = parts.flatMap(({ format = [] }) => format);
  if (formats.some((format) => TIME_FORMAT.test(format) || MAIL_DATE.test(format))) return true;
  return formats.length === 0 || formats.every((format) => /^int/.test(format))
    ? isOfType(schema, ["integer", "string"], schemas) && parts.every((part) => part.enum === undefined)
    : false;
}

/** A time as a schema wants it: a text, seconds or milliseconds; undefined where it is unclear. */
export function timeValue(schema: Schema, ms: number, schemas: Schemas): string | number | undefined {
  const parts = partsOf(schema, schemas);
  const iso = new Date(Math.min(Math.max(ms, -62_135_596_800_000), 253_402_300_799_000)).toISOString();
  if (parts.some(({ format = "" }) => /^date(?:-only)?$/.test(format))) return iso.slice(0, 10);
  if (parts.some(({ format = "" }) => MAIL_DATE.test(format)))
    return new Date(iso).toUTCString().replace("GMT", "+0000");
  if (isOfType(schema, ["string"], schemas)) return iso.replace(/\.000Z$/, "Z");
  if (!isOfType(schema, ["integer", "number"], schemas)) return undefined;
  const isShort = parts.some(({ format }) => format === "int32");
  const isMilliseconds =
    !isShort &&
    parts.some(
      ({ description = "", examples = [] }) =>
        /milli/i.test(description) || examples.some((example) => typeof example === "number" && example > 1e11),
    );
  return isMilliseconds ? Math.trunc(ms) : Math.trunc(ms / 1000);
}
