import { EPOCH_SECONDS_FROM, figure, type LimitReport, readEnd } from "./reports.ts";

/** How a service writes its times to go, as far as its answers have shown. */
export interface Dialect {
  /** Whether seconds to go are rounded down, which a 0 shows. */
  roundsDown: boolean;
  /** Whether times to go are whole milliseconds. */
  inMs: boolean;
  /** The last time to go: name of the limit, value, and when the request was sent and the answer received. */
  last: readonly [name: string, toGo: number, sentAt: number, receivedAt: number];
}

const UNIT_MS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Full names of the parameters that list headers abbreviate. */
const FIELDS: { readonly [name: string]: string } = { r: "remaining", t: "reset", q: "limit" };

/**
 * Reads the limits that an answer reports, in any of the usual headers: `X-RateLimit-Limit`, `-Remaining` and `-Reset` with
 * any prefix, also with the name of the limit before or behind (OpenAI, Anthropic, Kong), `RateLimit` and
 * `RateLimit-Policy` of every IETF draft, and Shopify's bucket. Reset may be epoch seconds or milliseconds, a date, seconds
 * or milliseconds to go, or a duration such as `6m0s`.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function readLimits(
  headers: Headers,
  sentAt: number,
  receivedAt: number,
  dialect: Dialect,
): readonly [reports: readonly LimitReport[], date: number] {
  const { found, lengths, date, resource } = collect(headers);
  const read = (name: string, { limit, remaining, reset, w }: { [field: string]: string | undefined }): LimitReport => {
    const most = figure(limit);
    const length = w ?? lengths[most];
    const times = readReset(reset ?? length ?? "", name + most);
    return [name + resource, most, figure(remaining), ...times, figure(length) * 1000];
  };

  const readReset = (text: string, name: string): ReturnType<typeof readEnd> => {
    let value = figure(text);
    if (/^([\d.]+(ms|[smhd]))+$/.test(text)) {
      value = 0;
      for (const [, count = "", unit = ""] of text.matchAll(/([\d.]+)([a-z]+)/g))
        value += (+count * (UNIT_MS[unit] as number)) / 1000;
    } else if (/^[A-Z][a-z]+, |^\d{4}-/.test(text)) value = Date.parse(text);
    else if (value < EPOCH_SECONDS_FROM) {
      const [of, last, before, after] = dialect.last;
      const fallen = last - value;
      // A count in milliseconds falls faster than one in seconds can.
      dialect.inMs ||=
        of === name &&
        fallen > 2 + (receivedAt - before) / 1000 &&
        fallen < receivedAt - before + 9 &&
        sentAt > after - 9;
      dialect.roundsDown ||= value === 0 && !dialect.inMs;
      dialect.last = [name, value, sentAt, receivedAt];
      if (dialect.inMs) value /= 1000;
      else value += +dialect.roundsDown;
    }
    return readEnd(value, date, { sentAt, receivedAt }, value % 1 || dialect.inMs ? 0 : 1000);
  };

  const reports = Object.entries(found)
    .filter(([, { qu }]) => !qu || qu === "requests")
    .map(([name, fields]) => read(name, fields));
  // Policies without a count: some services report only the tightest one.
  for (const limit of Object.keys(lengths))
    if (!reports.some(([, most]) => most === +limit)) reports.push(read("", { limit }));
  return [reports, date];
}

/** The headers that most services have, `Date`, and the name of the limit among several. */
const USUAL = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "date", "x-ratelimit-resource"];

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
        for (const item of value.split(",")) {
          const [, name = "", pairs = item] = /^\s*"?([^"=;]*)"?\s*;(.*)$/.exec(item) ?? [];
          for (const [, key = "", text = ""] of pairs.matchAll(/(\w+)="?([\w.-]+)/g)) {
            if (+name) lengths[name] = text;
            else set(name, FIELDS[key] ?? key, text);
          }
        }
      }
    }
  return { found, lengths, date: Date.parse(date ?? ""), resource };
}
