import { describe, expect, test } from "vitest";
import { type Dialect, readLimits, UNKNOWN_DIALECT } from "./rate-limit-headers.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const DATE = new Date(NOW).toUTCString();

/** What is known of a service from answer to answer. */
const dialect = (): { known: Dialect } => ({ known: UNKNOWN_DIALECT });

function read(fields: Record<string, string>, how = dialect(), at = 0) {
  const headers = new Headers({ date: DATE, ...fields });
  const result = readLimits({ headers, sentAt: NOW + 100 + at, receivedAt: NOW + 123 + at }, how.known, 0);
  how.known = result.dialect;
  return { reports: result.reports, date: result.date };
}

const brief = (fields: Record<string, string>) =>
  read(fields).reports.map(({ name, limit, remaining, reset, lengthMs }) => [
    name,
    limit,
    remaining,
    (reset - NOW) / 1000,
    lengthMs / 1000,
  ]);

const reset = (value: string, more: Record<string, string> = {}): number | undefined =>
  read({ "x-ratelimit-reset": value, ...more }).reports[0]?.reset;

describe("readLimits", () => {
  test("times that no date can hold are no times", () => {
    expect(read({ "ratelimit-policy": "100;w=Infinity" }).reports[0]?.lengthMs).toBeNaN();
    expect(read({ "x-ratelimit-limit": "1e308" }).reports[0]?.limit).toBeNaN();
    expect(read({ date: "+275760-09-13" }).date).toBeNaN();
  });

  test("knows nothing where nothing is said", () => {
    expect(read({})).toEqual({ reports: [], date: NOW });
    expect(read({ "content-length": "3", "x-limit": "9" }).reports).toEqual([]);
  });

  test.each(["", "-1", "NaN", "many", "1,2", "1;w=60"])("takes %j for no figure", (text) => {
    const [report] = read({ "x-ratelimit-remaining": text, "x-ratelimit-reset": text }).reports;
    expect([report?.remaining, report?.reset]).toEqual([NaN, NaN]);
  });

  test.each([
    ["7", 7],
    ["6m0s", 360],
    ["1h2m3.5s", 3723.5],
    ["20ms", 0.02],
    [String(NOW / 1000 + 7), 7],
    [String(NOW / 1000 + 7.25), 7.25],
    [String(NOW + 7000), 7],
    [new Date(NOW + 7000).toISOString(), 7],
    [new Date(NOW + 7000).toUTCString(), 7],
  ])("reads a Reset of %s", (text, seconds) => {
    expect(((reset(text) as number) - NOW) / 1000).toBeCloseTo(seconds, 3);
  });

  test.each(["1e15", "99999999999999999999", "Infinity", "tomorrow"])("does not believe a Reset of %s", (text) => {
    expect(reset(text)).toBeNaN();
  });

  test("counts seconds to go from the local second where Date is missing", () => {
    expect(reset("7", { date: "" })).toBe(NOW + 7000);
  });

  test("knows the end of a time to go to a second and the time of the request", () => {
    const [report] = read({ "x-ratelimit-reset": "7" }).reports;
    expect([report?.earliest, report?.latest]).toEqual([NOW + 6100, NOW + 7123]);
    const [exact] = read({ "x-ratelimit-reset": "7.5s" }).reports;
    expect([exact?.earliest, exact?.latest]).toEqual([NOW + 7600, NOW + 7623]);
  });

  test("adds a second to seconds to go that are rounded down, which a 0 shows", () => {
    const how = dialect();
    expect(read({ "x-ratelimit-reset": "0" }, how).reports[0]?.reset).toBe(NOW + 1000);
    expect(how.known.roundsDown).toBe(true);
    expect(read({ "x-ratelimit-reset": "7" }, how).reports[0]?.reset).toBe(NOW + 8000);
  });

  test("finds out that a time to go is in milliseconds by how fast it falls", () => {
    const how = dialect();
    const fields = (left: number) => ({ "x-ratelimit-limit": "9", "x-ratelimit-reset": String(left) });
    expect(read(fields(1990), how).reports[0]?.latest).toBe(NOW + 123 + 1_990_000);
    expect(read(fields(1940), how, 50).reports[0]).toMatchObject({ latest: NOW + 123 + 50 + 1940 });
    expect(how.known.inMs).toBe(true);
    const seconds = dialect();
    read(fields(1990), seconds);
    read(fields(1989), seconds, 700);
    read(fields(42), seconds, 900);
    expect(seconds.known.inMs).toBe(false);
  });

  test.each([
    [
      "X-RateLimit",
      { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "3", "x-ratelimit-reset": "7" },
      "",
      50,
      3,
      7,
      NaN,
    ],
    [
      "X-Rate-Limit",
      { "x-rate-limit-limit": "50", "x-rate-limit-remaining": "3", "x-rate-limit-reset": "7" },
      "",
      50,
      3,
      7,
      NaN,
    ],
    ["drafts to 6", { "ratelimit-limit": "50", "ratelimit-remaining": "3", "ratelimit-reset": "7" }, "", 50, 3, 7, NaN],
    ["draft 7", { ratelimit: "limit=50, remaining=3, reset=7" }, "", 50, 3, 7, NaN],
    ["drafts from 8", { ratelimit: '"day"; r=3; t=7', "ratelimit-policy": '"day"; q=50; w=10' }, "day", 50, 3, 7, 10],
    ["Shopify", { "x-shopify-shop-api-call-limit": "39/40" }, "", 40, 1, 1, NaN],
    [
      "GitHub",
      {
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "3",
        "x-ratelimit-reset": String(NOW / 1000 + 7),
        "x-ratelimit-resource": "search",
        "x-ratelimit-used": "27",
      },
      "search",
      30,
      3,
      7,
      NaN,
    ],
  ])("reads %s", (_, fields, ...expected) => {
    expect(brief(fields as Record<string, string>)).toEqual([expected]);
  });

  test("reads several limits of one answer", () => {
    expect(
      brief({
        "x-ratelimit-limit-requests": "60",
        "x-ratelimit-limit-tokens": "150000",
        "x-ratelimit-remaining-requests": "59",
        "x-ratelimit-remaining-tokens": "149984",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-reset-tokens": "6m0s",
      }),
    ).toEqual([
      ["requests", 60, 59, 1, NaN],
      ["tokens", 150_000, 149_984, 360, NaN],
    ]);
    expect(
      brief({
        "anthropic-ratelimit-requests-limit": "50",
        "anthropic-ratelimit-requests-remaining": "49",
        "anthropic-ratelimit-requests-reset": new Date(NOW + 2000).toISOString(),
      }),
    ).toEqual([["requests", 50, 49, 2, NaN]]);
    expect(
      brief({
        ratelimit: '"burst";r=9;t=1, "hour";r=299;t=60',
        "ratelimit-policy": '"burst";q=10;w=1, "hour";q=300;w=60;pk=:c2R=:',
      }),
    ).toEqual([
      ["burst", 10, 9, 1, 1],
      ["hour", 300, 299, 60, 60],
    ]);
  });

  test("reads the policies of which only the tightest is told", () => {
    expect(brief({ ratelimit: "limit=10, remaining=9, reset=1", "ratelimit-policy": "10;w=1, 300;w=60" })).toEqual([
      ["", 10, 9, 1, 1],
      ["", 300, NaN, 60, 60],
    ]);
  });

  test("leaves out quotas of something else than requests", () => {
    expect(brief({ ratelimit: '"a";r=9;t=1', "ratelimit-policy": '"a";q=10;w=1;qu="content-bytes"' })).toEqual([]);
  });
});
