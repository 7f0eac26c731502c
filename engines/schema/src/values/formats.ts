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
export const dateTime: Maker = (name, context) => isoTime(timeOf(name, context));
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
