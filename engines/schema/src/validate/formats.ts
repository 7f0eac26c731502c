import { iri, isHostname, isIdnHostname, isIpv4, isIpv6, uri } from "./uri.ts";

type Check = (text: string) => boolean;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
/** RFC 3339, appendix A: no unit is left out between two others. */
const DURATION =
  /^P(?:\d+W|(?=\d|T\d)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;
/** RFC 5321, section 4.1.2: dots between atoms, or quoted. */
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]";
const LOCAL = new RegExp(`^(?:${ATOM}+(?:\\.${ATOM}+)*|"(?:[ !#-[\\]-~]|\\\\[ -~])*")$`);
/** RFC 6531 adds everything beyond ASCII. */
const IDN_LOCAL = new RegExp(
  LOCAL.source.replaceAll("[\\w", "[\\w\\u{80}-\\u{10ffff}").replace("[ !", "[\\u{80}-\\u{10ffff} !"),
  "u",
);

const NAME = "(?:\\w|%[\\da-f]{2})(?:\\.?(?:\\w|%[\\da-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?";
/** RFC 6570, section 2: what a literal must not have, and expressions. */
const URI_TEMPLATE = new RegExp(
  `^(?:[^\\0-\\x20\\x7f-\\x9f"%'<>\\\\^\`{|}]|'|%[\\da-f]{2}|\\{[+#./;?&=,!@|]?${NAME}(?:,${NAME})*\\})*$`,
  "iu",
);
const JSON_POINTER = "(?:/(?:[^~/]|~[01])*)*";

/** The formats of JSON Schema that can be checked by the text alone. Unknown formats are annotations. */
const CHECKS: { readonly [format: string]: Check } = {
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  duration: (text) => DURATION.test(text),
  email: (text) => isMailbox(text, LOCAL, isHostname),
  "idn-email": (text) => isMailbox(text, IDN_LOCAL, isIdnHostname),
  hostname: isHostname,
  "idn-hostname": isIdnHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: uri.isWhole,
  "uri-reference": uri.isReference,
  iri: iri.isWhole,
  "iri-reference": iri.isReference,
  "uri-template": (text) => URI_TEMPLATE.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  byte: (text) => /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i.test(text),
  "json-pointer": (text) => new RegExp(`^${JSON_POINTER}$`, "u").test(text),
  "relative-json-pointer": (text) =>
    new RegExp(`^(?:0|[1-9]\\d*)(?:#|(?:[+-](?:0|[1-9]\\d*))?${JSON_POINTER})$`, "u").test(text),
  regex: isRegExp,
};

/** Texts that services in Python write as well: times without an offset, durations of hours and parts of seconds alone. */
const IN_PYTHON: { readonly [format: string]: Check } = {
  time: (text) => isTime(`${text}Z`),
  "date-time": (text) => isDateTime(`${text}Z`),
  duration: (text) => /^P(?!$)(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/.test(text),
};

/** Whether a text has a format; true for formats that are not known. `isPython`: as services in Python write it, too. */
export function hasFormat(format: string, text: string, isPython = false): boolean {
  const check = Object.hasOwn(CHECKS, format) ? CHECKS[format] : undefined;
  return check === undefined || check(text) || (isPython && IN_PYTHON[format]?.(text) === true);
}

const RANGES: { readonly [format: string]: readonly [least: bigint, most: bigint] } = {
  int64: [-9223372036854775808n, 9223372036854775807n],
  uint64: [0n, 18446744073709551615n],
};

/** Whether a number is in the range of its format. A number that stands for a long integer has the bounds as numbers have them. */
export function isInRange(format: string, value: number | bigint): boolean {
  const range = Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  if (range === undefined) return true;
  const [least, most] = typeof value === "bigint" ? range : range.map(Number);
  return least !== undefined && most !== undefined && value >= least && value <= most;
}

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = DATE.exec(text) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return year !== "" && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function isDateTime(text: string): boolean {
  const [date = "", time = "", ...rest] = text.split(/[t\s]/i);
  return rest.length === 0 && isDate(date) && isTime(time);
}

/** A leap second is the last one of a day in UTC. */
function isTime(text: string): boolean {
  const [, hour, minute, second, sign, hours = 0, minutes = 0] = TIME.exec(text) ?? [];
  if (second !== "60") return second !== undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return (Number(hour) * 60 + Number(minute) - offset + 2 * 1440) % 1440 === 1439;
}

/** RFC 5321: behind the last `@` is a host name, or an address in brackets. */
function isMailbox(text: string, local: RegExp, isHost: Check): boolean {
  const at = text.lastIndexOf("@");
  const host = text.slice(at + 1);
  const [, ipv6, ipv4 = ""] = /^\[(?:ipv6:(.*)|(.*))\]$/i.exec(host) ?? [];
  return (
    local.test(text.slice(0, Math.max(at, 0))) && (isHost(host) || isIpv4(ipv4) || (ipv6 !== undefined && isIpv6(ipv6)))
  );
}

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text, "u").source !== "";
  } catch {
    return false;
  }
}
