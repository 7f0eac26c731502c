import { parseCookies } from "../../engines/fastapi-validation/src/request-values.ts";
import { retryAfterMs } from "../../packages/client/src/retry/retry-decision.ts";
import type { Judge } from "./judge.ts";
import { readJson, readSuite } from "./suite.ts";

interface CookieCase {
  readonly test: string;
  readonly sent: readonly { readonly name: string; readonly value: string }[];
}

interface DateCase {
  readonly test: string;
  readonly expected: string | null;
}

const suite = readSuite("cookies");

/** What a browser sends after the suite's `Set-Cookie`, read as the fake reads the header `Cookie`. */
export const cookies: Judge = {
  suite: "http-state (RFC 6265), cookies sent",
  version: "2011",
  judged: "the fake's reader of `Cookie`",
  aside: ["`Set-Cookie`: nothing here reads it"],
  wanted: [
    [
      /^(?:CHARSET0004|CHROMIUM|COMMA0002|VALUE)/,
      "Starlette, whose answers are recorded, removes quotes around a value",
    ],
  ],
  judge: () =>
    readJson<CookieCase[]>(suite, /parser/).flatMap(([, cases]) =>
      cases.map(({ test, sent }) => {
        const header = sent.map(({ name, value }) => (name === "" ? value : `${name}=${value}`)).join("; ");
        const expected = new Map(sent.map(({ name, value }) => [name, value]));
        const read = parseCookies(header);
        return {
          name: test,
          isRight: JSON.stringify([...read]) === JSON.stringify([...expected]),
          got: `${header} gave ${JSON.stringify([...read])}`,
        };
      }),
    ),
};

const NOW = Date.UTC(1960, 0, 1);

export const dates: Judge = {
  suite: "http-state (RFC 6265), dates",
  version: "2011",
  judged: "the client's reader of `Retry-After`",
  wanted: [
    [/012-Aug-2008|31841|00: 00:00/, "a date that ends with GMT is read as the runtime reads it, and a far one is cut"],
    [
      /^[^:]*: (?!\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$)/,
      "spellings of cookies that no form of an HTTP date has (RFC 9110): the header counts as missing",
    ],
  ],
  judge: () =>
    readJson<DateCase[]>(suite, /dates/).flatMap(([path, cases]) =>
      cases.map(({ test, expected }) => {
        const delay = retryAfterMs(new Headers({ "retry-after": test }), NOW);
        const due = expected === null ? undefined : Date.parse(expected) - NOW;
        return { name: `${path}: ${test}`, isRight: delay === due, got: `${delay} instead of ${due}` };
      }),
    ),
};
