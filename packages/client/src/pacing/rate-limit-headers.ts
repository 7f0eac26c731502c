import { epochMs } from "../clock.ts";
import type { PacedAnswer } from "./pacer.ts";

/** End of a window, as an answer tells it, or as far as it is known. Unknown times are NaN. */
export interface WindowEnd {
  /** On the server's clock, epoch milliseconds. A time to go is counted from `Date`. 0: no end is known. */
  readonly reset: number;
  /** If Reset is a time to go: local times between which the window ends. Each answer brings them closer. */
  readonly earliest: number;
  readonly latest: number;
}

/** Report of one limit in an answer. Absent, malformed and absurd values are NaN. Times are in milliseconds. */
export interface LimitReport extends WindowEnd {
  /** Name of the policy and of the resource, which tells limits apart; "" if the answer names none. */
  readonly name: string;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Length of the window, if the policy has it. */
  readonly lengthMs: number;
}

/** How a service writes its times to go, as far as its answers have shown. */
export interface Dialect {
  /** Whether seconds to go are rounded down, which a 0 shows. */
  readonly roundsDown: boolean;
  /** Whether times to go are whole milliseconds. */
  readonly inMs: boolean;
  /** The last time to go: name of the limit, value, and when the request was sent and the answer received. */
  readonly last: { readonly name: string; readonly toGo: number; readonly sentAt: number; readonly receivedAt: number };
}

/** The dialect before the first answer. */
export const UNKNOWN_DIALECT: Dialect = {
  roundsDown: false,
  inMs: false,
  last: { name: "", toGo: 0, sentAt: 0, receivedAt: 0 },
};

/** Limits that an answer reports. */
export interface ReadLimits {
  readonly reports: readonly LimitReport[];
  /** `Date` of the answer, epoch milliseconds; NaN: none. */
  readonly date: number;
  /** The dialect as known from now on. If it has changed, ends that were read before were misread. */
  readonly dialect: Dialect;
}

/** A time after the year 2223, and a number as large, is a mistake of the service: as seconds, no date could hold it. */
const LATEST_MS = 8e12;

/**
 * The end of a window by its `Reset`: on the server's clock, and for a time to go the local times between which it lies.
 * `value` is in seconds, or epoch milliseconds; a time to go was rounded up by at most `stepMs`. `date`: when the server
 * answered, as far as it is known.
 */
export function readEnd(
  value: number,
  date: number,
  { sentAt, receivedAt }: Pick<PacedAnswer, "sentAt" | "receivedAt">,
  stepMs = 1000,
): WindowEnd {
  const reset = epochMs(value);
  if (reset === undefined) {
    const ms = value * 1000;
    return { reset: date - (date % 1000) + ms, earliest: sentAt + ms - stepMs, latest: receivedAt + ms };
  }
  return { reset: figure(reset), earliest: NaN, latest: NaN };
}

/** Parses a date; NaN for none. To parse an empty text takes longer than all else of a report. */
export function readDate(text: string | null | undefined): number {
  return figure(text && Date.parse(text));
}

/** Parses a number that is not negative; NaN for other text. */
export function figure(text: string | number | null | undefined): number {
  const value = text ? Number(text) : NaN;
  return value >= 0 && value < LATEST_MS ? value : NaN;
}

const UNIT_MS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Full names of the parameters that list headers abbreviate. */
const FIELDS: { readonly [name: string]: string } = { r: "remaining", t: "reset", q: "limit" };

/** The headers that most services have, `Date`, and the name of the limit among several. */
const USUAL = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "date", "x-ratelimit-resource"];

const KEY = "[a-z*][a-z0-9_.*-]*";
const BARE =
  '"(?:[ !#-[\\]-~]|\\\\["\\\\])*"|:[a-zA-Z0-9+/]*={0,2}:|\\?[01]|-?(?:\\d{1,12}\\.\\d{1,3}|\\d{1,15})|[a-zA-Z*][\\w!#$%&\'*+.^`|~:/-]*';

const PATTERNS: Patterns = /* @__PURE__ */ memberPatterns();

interface Patterns {
  readonly member: string;
  /** A whole list. */
  readonly list: RegExp;
}

/** Made by a call, so that bundlers can leave it out. */
function memberPatterns(): Patterns {
  const member = `(?:(${KEY})=)?(${BARE})((?:; *${KEY}(?:=(?:${BARE}))?)*)`;
  return { member, list: new RegExp(`^(?:${member}(?:[ \t]*,[ \t]*${member})*)? *$`) };
}

/**
 * Reads the limits that an answer reports, in any of the usual headers: `X-RateLimit-Limit`, `-Remaining` and `-Reset` with
 * any prefix, also with the name of the limit before or behind (OpenAI, Anthropic, Kong), `RateLimit` and
 * `RateLimit-Policy` of every IETF draft, and Shopify's bucket. Reset may be epoch seconds or milliseconds, a date, seconds
 * or milliseconds to go, or a duration such as `6m0s`. `ahead`: what the wall clock shows less the times of the answer.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function readLimits(
  answer: Pick<PacedAnswer, "headers" | "sentAt" | "receivedAt">,
  known: Dialect,
  ahead: number,
): ReadLimits {
  const { found, lengths, date, resource } = collect(answer.headers);
  let dialect = known;
  const read = (name: string, fields: { readonly [field: string]: string | undefined }): LimitReport => {
    const limit = figure(fields["limit"]);
    const length = fields["w"] ?? lengths[limit];
    const text = fields["reset"] ?? length ?? "";
    dialect = learnDialect(dialect, { name: name + limit, toGo: figure(text), ...answer });
    const end = readReset(text, date || answer.receivedAt + ahead, answer, dialect);
    return {
      name: name + resource,
      limit,
      remaining: figure(fields["remaining"]),
      ...end,
      lengthMs: figure(length) * 1000,
    };
  };
  const reports = Object.entries(found)
    .filter(([, { qu }]) => !qu || qu === "requests")
    .map(([name, fields]) => read(name, fields));
  // Policies without a count: some services report only the tightest one.
  for (const limit of Object.keys(lengths))
    if (!reports.some((report) => report.limit === +limit)) reports.push(read("", { limit }));
  return { reports, date, dialect };
}

/** What a time to go shows of how the service writes it. */
function learnDialect(dialect: Dialect, next: Dialect["last"]): Dialect {
  const { name, toGo, sentAt, receivedAt } = next;
  if (!(toGo >= 0) || epochMs(toGo)) return dialect;
  const { last } = dialect;
  const fallen = last.toGo - toGo;
  // A count in milliseconds falls faster than one in seconds can.
  const isFast = fallen > 2 + (receivedAt - last.sentAt) / 1000;
  const isInMs = isFast && fallen < receivedAt - last.sentAt + 9 && sentAt > last.receivedAt - 9;
  const inMs = dialect.inMs || (last.name === name && isInMs);
  return { inMs, roundsDown: dialect.roundsDown || (toGo === 0 && !inMs), last: { name, toGo, sentAt, receivedAt } };
}

/** Reads a Reset: a duration, a date, epoch seconds or milliseconds, or a time to go in the service's dialect. */
function readReset(
  text: string,
  date: number,
  answer: Pick<PacedAnswer, "sentAt" | "receivedAt">,
  { inMs, roundsDown }: Dialect,
): WindowEnd {
  let value = figure(text);
  if (/^([\d.]+(ms|[smhd]))+$/.test(text)) {
    value = 0;
    for (const [, count = "", unit = ""] of text.matchAll(/([\d.]+)([a-z]+)/g))
      value += (+count * (UNIT_MS[unit] as number)) / 1000;
  } else if (/^[A-Z][a-z]+, |^\d{4}-/.test(text)) value = readDate(text);
  else if (!epochMs(value)) value = inMs ? value / 1000 : value + +roundsDown;
  return readEnd(value, date, answer, value % 1 || inMs ? 0 : 1000);
}

/** Fields of limits as texts by the name of the limit, and the lengths of windows by their limit. */
function collect(headers: Headers) {
  const found: { [name: string]: { [field: string]: string } } = {};
  const lengths: { [limit: string]: string } = {};
  const set = (name: string, field: string, value: string): void => {
    found[name] = { ...found[name], [field]: value };
  };
  const [limit, remaining, reset, date, resource = ""] = USUAL.map((name) => headers.get(name) ?? undefined);
  // Most services have these three; to go through all headers takes a third of what a call costs.
  if (limit && remaining && reset) found[""] = { limit, remaining, reset };
  else
    for (const [header, value] of headers) {
      const [, rest, before, field, behind] =
        /(?:rate-?limit|-api-call-limit$)-?((?:(.+)-)?(limit|remaining|reset)(?:-(.+))?|.*)$/.exec(header) ?? [];
      if (field) set(before ?? behind ?? "", field, value);
      else if (rest === "" || rest === "policy") {
        const [, used, most] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
        // Shopify's bucket has no Reset, but at least one of its requests comes back within a second.
        if (most) found[""] = { limit: most, remaining: `${+most - Number(used)}`, reset: "1" };
        for (const { key, value: name, params } of readMembers(value)) {
          if (key) set("", FIELDS[key] ?? key, name);
          else if (+name) lengths[name] = params["w"] as string;
          else for (const param in params) set(name, FIELDS[param] ?? param, params[param] as string);
        }
      }
    }
  return { found, lengths, date: readDate(date), resource };
}

/** A member of a list, or with a key of a dictionary. Values are texts: of strings their content, of others what was sent. */
export interface FieldMember {
  readonly key: string | undefined;
  readonly value: string;
  readonly params: { readonly [key: string]: string };
}

/**
 * Members of a structured field: a list or dictionary of items without inner lists. None where a part is invalid: such a
 * field is to be ignored as a whole. A key without a value is a token, and true.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9651
 */
export function readMembers(text: string): FieldMember[] {
  // Blanks before it are taken away first: with blanks at both ends the expression would try each share of them.
  if (!PATTERNS.list.test(text.replace(/^ +/, ""))) return [];
  return Array.from(text.matchAll(new RegExp(PATTERNS.member, "g")), ([, key, value = "", rest = ""]) => ({
    key,
    value: plain(value),
    params: Object.fromEntries(
      Array.from(rest.matchAll(new RegExp(`(${KEY})(?:=(${BARE}))?`, "g")), ([, name, given = "?1"]) => [
        name,
        plain(given),
      ]),
    ),
  }));
}

function plain(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
