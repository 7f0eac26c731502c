type Check = (text: string) => boolean;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$/i;
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$/;
const HOST_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const EMAIL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^@]+$/i;
const DURATION = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/;

/** RFC 3986, appendix A: characters of user info and host, then also of paths, then also of query and fragment. */
const NAME = "(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})";
const PATH = "(?:[\\w.~!$&'()*+,;=:@-]|%[\\da-f]{2})";
const TAIL = "(?:[\\w.~!$&'()*+,;=:@/?-]|%[\\da-f]{2})";
const AUTHORITY = `//(?:(?:${NAME}|:)*@)?(?:\\[[\\da-f:.]+\\]|${NAME}*)(?::\\d*)?(?:/${PATH}*)*`;
const URI = new RegExp(
  `^[a-z][a-z\\d+.-]*:(?:${AUTHORITY}|/?(?:${PATH}+(?:/${PATH}*)*)?)(?:\\?${TAIL}*)?(?:#${TAIL}*)?$`,
  "i",
);

/** The formats of JSON Schema that can be checked by the text alone. Unknown formats are annotations. */
const CHECKS: { readonly [format: string]: Check } = {
  date: isDate,
  time: (text) => TIME.test(text),
  "date-time": isDateTime,
  duration: (text) => DURATION.test(text),
  email: (text) => EMAIL.test(text) && isHostname(text.slice(text.lastIndexOf("@") + 1)),
  hostname: isHostname,
  ipv4: (text) => IPV4.test(text),
  ipv6: isIpv6,
  uri: (text) => text.length > text.indexOf(":") + 1 && URI.test(text),
  "uri-reference": (text) => /^[^\s<>"{}|\\^`]*$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  byte: (text) => /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i.test(text),
  "json-pointer": (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
  regex: isRegExp,
};

/** Formats with an offset, and what is one without it. */
const ZONED: ReadonlySet<string> = new Set(["date-time", "time"]);
const ZONELESS = /\d:\d\d:\d\d(\.\d+)?$/;

/** Whether a text has a format; true for formats that are not known. `isZoneless`: an offset may be missing. */
export function hasFormat(format: string, text: string, isZoneless = false): boolean {
  if (isZoneless && ZONED.has(format) && ZONELESS.test(text)) return hasFormat(format, `${text}Z`);
  return Object.hasOwn(CHECKS, format) ? (CHECKS[format]?.(text) ?? true) : true;
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
  return rest.length === 0 && isDate(date) && TIME.test(time);
}

function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text
      .replace(/\.$/, "")
      .split(".")
      .every((label) => HOST_LABEL.test(label))
  );
}

function isIpv6(text: string): boolean {
  if (text.split("::").length > 2) return false;
  const groups = text.split(":").filter((group) => group !== "");
  const last = groups.at(-1) ?? "";
  const hex = last.includes(".") ? groups.slice(0, -1) : groups;
  if (last.includes(".") && !IPV4.test(last)) return false;
  const count = hex.length + (last.includes(".") ? 2 : 0);
  const whole = text.includes("::") ? count < 8 : count === 8 && !/^:|:$/.test(text);
  return whole && hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text, "u").source !== "";
  } catch {
    return false;
  }
}
