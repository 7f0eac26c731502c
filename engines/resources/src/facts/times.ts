import type { Schema, Schemas } from "@svc/model/data";
import { isOfType, type Property, partsOf } from "./facts.ts";
import { canonical } from "./fields.ts";

/** Times as mails have them (RFC 2822, section 3.3): no format that any standard registers. */
const MAIL_DATE = /rfc-?2?822/i;
/** Formats of times as documents name them, beside the registered `date-time`: `datetime`, `iso-datetime`, `unixtime`. */
const TIME_FORMAT =
  /^(?:(?:iso|google)?-?date-?time|iso-?8601|rfc-?3339|unix-?time(?:stamp)?|timestamp|date(?:-only)?)$/i;

/** Whether a property holds a time, as its format or its type allows. */
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

/** Fields with the time at which an item came into a state: `closed_at`, `canceled_time`. */
export function timesOf(states: readonly string[], properties: readonly Property[], schemas: Schemas): Property[] {
  const names = new Set(states.flatMap((state) => TIMES.map((end) => canonical(state) + end)));
  return properties.filter((property) => names.has(canonical(property.name)) && isTime(property, schemas));
}

const TIMES = ["at", "on", "time", "date", "timestamp", "datetime"];
