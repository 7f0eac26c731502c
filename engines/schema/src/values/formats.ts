import { hexOf, isoTime, personOf, timeOf, uuidOf, type ValueContext } from "./value-context.ts";
import { ADJECTIVES, NOUNS } from "./words.ts";

/** Makes a text for a property of a name (in snake case). */
export type Maker = (name: string, context: ValueContext) => string;

/** Hosts that nobody owns (RFC 2606). */
const HOSTS = ["example.com", "example.org", "example.net"] as const;

export const host: Maker = (_, { random }) => random.pick(HOSTS);
export const email: Maker = (_, context) => `${personOf(context).handle}@${host("", context)}`;
export const label: Maker = (_, { random }) => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`;
export const slug: Maker = (name, context) => label(name, context).replace(" ", "-");
export const uuid: Maker = (_, { random }) => uuidOf(random);
export const dateTime: Maker = (name, context) => (context.isAny ? anyTime(context) : isoTime(timeOf(name, context)));

/** Any time from the year 1 on, as services write them: whole seconds, milliseconds, or Python's microseconds. */
function anyTime({ random }: ValueContext): string {
  const seconds = isoTime(random.int(FIRST_TIME, LAST_TIME)).slice(0, 19);
  const [millis, micros] = [random.int(0, 999), random.int(0, 999)].map((part) => String(part).padStart(3, "0"));
  const fraction = random.pick(["", `.${millis}`, `.${millis}${micros}`]);
  return `${seconds}${fraction}${random.pick(["Z", "Z", "+00:00", "-05:30", "+14:00"])}`;
}

/** A day within the years 1 and 9999, in ms since the epoch: with its offset a time is still in them. */
const FIRST_TIME = -62_135_500_000_000;
const LAST_TIME = 253_402_200_000_000;

/** Addresses for documentation (RFC 5737, RFC 3849). */
export const ipv4: Maker = (_, { random }) => `192.0.2.${random.int(1, 254)}`;
const ipv6: Maker = (_, { random }) => `2001:db8::${random.int(1, 0xffff).toString(16)}`;

export const url: Maker = (name, context) => {
  const path = slug(name, context);
  if (/video|mp4/.test(name)) return `https://example.com/videos/${path}.mp4`;
  if (/image|avatar|photo|picture|logo|icon|thumb|banner|screenshot/.test(name))
    return `https://example.com/images/${path}.png`;
  return /domain|origin|base|host|site/.test(name) ? "https://example.com" : `https://example.com/${path}`;
};

const duration: Maker = (_, { random }) => `PT${random.int(1, 59)}M`;
const byte: Maker = (_, { random }) => BASE64[random.int(0, BASE64.length - 1)] ?? "";
/** Base64 of `hello`, `fixture` and a few bytes: written out, since not every runtime has the same encoder. */
const BASE64 = ["aGVsbG8=", "Zml4dHVyZQ==", "AAECAwQFBgc="];

/** Formats of values that move with the clock. */
export const TIME_FORMATS: ReadonlySet<string> = new Set(["date-time", "date", "time"]);

/** Texts by format. */
export const FORMATS: { readonly [format: string]: Maker } = {
  "date-time": dateTime,
  date: (name, context) => dateTime(name, context).slice(0, 10),
  time: (name, context) => dateTime(name, context).slice(11),
  duration,
  email,
  "idn-email": email,
  hostname: host,
  "idn-hostname": host,
  ipv4,
  ipv6,
  uri: url,
  url,
  "uri-reference": url,
  iri: url,
  "iri-reference": url,
  "uri-template": url,
  uuid,
  byte,
  binary: label,
  password: (_, { random }) => `Pass-${hexOf(random, 10)}`,
  "json-pointer": () => "/items/0",
  "relative-json-pointer": () => "0/items",
  regex: () => "^[a-z]+$",
  "date-time-local": (name, context) => dateTime(name, context).slice(0, 19),
  unixtime: (name, context) => String(timeOf(name, context) / 1000),
  decimal: (_, { random }) => `${random.int(1, 999)}.${random.int(10, 99)}`,
  "iso-country-code": () => "DE",
  "iso-currency-code": () => "EUR",
  int32: (_, { random }) => String(random.int(1, 9_999)),
  int64: (_, { random }) => String(random.int(1, 9_999_999)),
  "date-time-rfc-2822": (name, context) => new Date(timeOf(name, context)).toUTCString().replace("GMT", "+0000"),
  // Milliseconds since 2015 before 22 bits that tell machines and calls apart.
  snowflake: (name, context) =>
    String((BigInt(timeOf(name, context) - Date.UTC(2015, 0)) << 22n) + BigInt(context.random.int(0, 2 ** 22 - 1))),
  json: () => "{}",
  color: (_, { random }) => `#${hexOf(random, 6)}`,
};

const DATE =
  "\\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)|\\d\\d(0[48]|[2468][048]|[13579][26])-02-29";
const TIME = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)";
const OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOST = `${NAME}(\\.${NAME})*`;
const HEX = "[0-9a-f]{1,4}";

const whole = (...sources: readonly string[]): string[] => sources.map((source) => `^(?:${source})$`);

/**
 * Formats as patterns, for values that have to match others, too: the usual spelling first. They may leave out what is rare,
 * and allow what a check refuses.
 */
export const FORMAT_PATTERNS: { readonly [format: string]: readonly string[] } = {
  date: whole(DATE),
  time: whole(TIME),
  "date-time": whole(`(${DATE})T${TIME}`),
  duration: whole(
    "P(\\d+Y)?(\\d+M)?(\\d+D)?T(\\d+H)?(\\d+M)?\\d+S",
    "P(\\d+W|(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?)",
  ),
  email: whole(
    `[a-z0-9]+([._+-][a-z0-9]+)*@${NAME}(\\.${NAME})*\\.[a-z]{2,}`,
    "[\\w!#$%&'*+/=?^`{|}~-]+(\\.[\\w!#$%&'*+/=?^`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9]+",
  ),
  hostname: whole(HOST, "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*"),
  ipv4: whole(`${OCTET}(\\.${OCTET}){3}`),
  ipv6: whole(`${HEX}(:${HEX}){7}`, `${HEX}(:${HEX}){0,5}::(${HEX})?`, `[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){7}`),
  uri: whole(
    "https://[a-z0-9]+(\\.[a-z]+)+(/[\\w~-][\\w.~-]*)*/?",
    "[a-z][a-z0-9]*://[a-z0-9]+([.-][a-z0-9]+)*(:\\d{1,4})?(/[\\w~-][\\w.~-]*)*/?",
    '[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>"{}|\\\\^`%]+',
  ),
  "uri-reference": whole("(/[\\w.~-]+)*/?", '[^\\s<>"{}|\\\\^`%]*'),
  uuid: whole(
    "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
    "[0-9A-F]{8}-[0-9A-F]{4}-[1-8][0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}",
    "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  ),
  byte: whole("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"),
  "json-pointer": whole("(/([\\w.-]|~[01])*)*"),
};
