const RFC_DATE = /^\d{4}-\d\d-\d\d$/;
const RFC_TIME = /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
/** Parts of a time that pydantic reads. */
const TIME = /^(\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?(?:([Zz])|([+\-\u2212])(\d\d):?(\d\d))?$/;

/** A date and time that was accepted, as it is answered: RFC 3339 as it came, everything else as pydantic writes it. */
export function spellDateTime(input: string | number): string {
  if (typeof input === "number") return spellSeconds(toSeconds(input));
  const date = input.slice(0, 10);
  const time = input.slice(11);
  if (input.length === 10) return `${date}T00:00:00`;
  return /^t$/i.test(input[10] ?? "") && RFC_TIME.test(time) ? input : `${date}T${spellParts(time)}`;
}

/** The same of a date, of which the time is none. */
export function spellDate(input: string | number): string {
  if (typeof input === "number") return spellSeconds(toSeconds(input)).slice(0, 10);
  return RFC_DATE.test(input) ? input : input.slice(0, 10);
}

/** The same of a time of day, or of seconds since midnight. */
export function spellTime(input: string | number): string {
  if (typeof input === "number") return spellSeconds(input).slice(11);
  return RFC_TIME.test(input) ? input : spellParts(input);
}

/** Larger timestamps are in milliseconds, others in seconds. */
const MILLISECONDS_FROM = 20_000_000_000;

export function toSeconds(timestamp: number): number {
  return Math.abs(timestamp) > MILLISECONDS_FROM ? timestamp / 1000 : timestamp;
}

function spellParts(text: string): string {
  const [, minutes = "", seconds = ":00", fraction = "", utc, sign, hour, minute] = TIME.exec(text) ?? [];
  const micros = fraction.slice(0, 6).padEnd(6, "0");
  const isUtc = utc !== undefined || (hour === "00" && minute === "00");
  const zone = isUtc ? "Z" : sign === undefined ? "" : `${sign === "+" ? "+" : "-"}${hour}:${minute}`;
  return `${minutes}${seconds}${Number(micros) === 0 ? "" : `.${micros}`}${zone}`;
}

/** A time in UTC, to the microsecond. */
function spellSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const micros = Math.min(999_999, Math.round((seconds - whole) * 1e6));
  const text = new Date(whole * 1000).toISOString().slice(0, 19);
  return `${text}${micros === 0 ? "" : `.${String(micros).padStart(6, "0")}`}Z`;
}
