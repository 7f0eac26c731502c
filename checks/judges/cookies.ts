import { parseCookies } from "../../engines/fastapi-validation/src/request-values.ts";
import { type Judge, readJson } from "./judge.ts";

interface CookieCase {
  readonly test: string;
  readonly sent: readonly { readonly name: string; readonly value: string }[];
}

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
    readJson<CookieCase[]>("cookies", /parser/).flatMap(([, cases]) =>
      cases.map(({ test, sent }) => {
        const input = sent.map(({ name, value }) => (name === "" ? value : `${name}=${value}`)).join("; ");
        const due = new Map(sent.map(({ name, value }) => [name, value]));
        return { name: test, input, got: [...parseCookies(input)], due: [...due] };
      }),
    ),
};
