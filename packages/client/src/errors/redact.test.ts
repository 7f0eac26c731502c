import { expect, test } from "vitest";
import { redact, redactCause, redactor } from "./redact.ts";

test("secrets and the queries of addresses are removed", () => {
  expect(redact("token=abcd&x https://a.example/b?sig=1&e=2 and (http://c/d?x)", ["abcd"])).toBe(
    "token=***&x https://a.example/b?*** and (http://c/d?***",
  );
});

test("a secret that is in every text is none", () => {
  expect(redact("a cat", ["a", ""])).toBe("a cat");
});

test.each([
  ["an apostrophe in the path", "https://h/it's.mp4?sig=KEY", "https://h/it's.mp4?***"],
  ["an apostrophe in the query", "https://h/a?name=it's&sig=KEY", "https://h/a?***"],
  ["slashes escaped in JSON", '{"u":"https:\\/\\/h\\/p?sig=KEY"}', '{"u":"https:\\/\\/h\\/p?***"}'],
  ["another scheme", "s3://bucket/k?sig=KEY", "s3://bucket/k?***"],
  ["no host", "GET /b/k?X-Amz-Signature=KEY failed", "GET /b/k?*** failed"],
  ["no path", "k1?sig=KEY", "k1?***"],
  ["a query without names", "https://h/p?KEY", "https://h/p?***"],
  ["a blank in its query", "https://h/p?file=my file&sig=KEY", "https://h/p?*** file&***"],
  ["a quote in its query", 'https://h/p?file="a"&sig=KEY', 'https://h/p?***"a"&***'],
  ["a token in its fragment", "https://h/p#access_token=KEY", "https://h/p#***"],
  ["an encoding of itself", "to=https%3A%2F%2Fh%2Fp%3Fsig%3DKEY", "to=https%3A%2F%2Fh%2Fp%***"],
  ["names in brackets", "/k?filter[name]=a&page%5Bsize%5D=KEY", "/k?***"],
  ["a name without a value before", "/k?download&sig=KEY", "/k?download&***"],
  ["a query in its fragment", "https://h/#/route?sig=KEY", "https://h/#/route?***"],
  ["a user and a password", "https://client:KEY@host/token", "https://***@host/token"],
  ["a user and slashes escaped in JSON", "https:\\/\\/client:KEY@host\\/token", "https:\\/\\/***@host\\/token"],
  ["a password alone", "redis://:KEY@host", "redis://***@host"],
  ["a password with signs of an address", "https://client:K@E?Y@host/token", "https://***@host/token"],
])("an address with %s is redacted", (_, text, redacted) => {
  expect(redact(text, [])).toBe(redacted);
});

test.each([
  "really? yes",
  "and/or? yes (limit=3?)",
  'query.limit: Input should be less than or equal to 100 (got "500")',
  "see https://docs.example/errors#limit or ask me@docs.example",
  "AT&T is no query, a = b ? c : d neither",
  "body.password: String should match pattern '^(?=.*[a-z])(a|b)?=x$'",
])("prose stays as it is: %s", (text) => {
  expect(redact(text, ["no secret in it"])).toBe(text);
});

test("the password of a user is a secret by itself, and so is a token that was refused before", () => {
  const clean = redactor({ sent: [{ basic: "ann:hunter2!" }, { bearer: "stale-token" }] });
  expect(clean("hunter2%21 of stale-token and Basic YW5uOmh1bnRlcjIh")).toBe("*** of *** and Basic ***");
});

test("a secret that begins another one does not leave the rest of it", () => {
  expect(redact("token token-2", ["token", "token-2"])).toBe("*** ***");
});

test.each([
  ["quotes and backslashes in JSON", 'pa"ss\\word', JSON.stringify('pa"ss\\word')],
  ["quotes and backslashes in JSON in JSON", 'pa"ss\\word', JSON.stringify(JSON.stringify('pa"ss\\word'))],
  ["escaped slashes", "ab/cd+ef==", "ab\\/cd+ef=="],
  ["escaped signs", "ab/cd+ef'g", "ab/cd\\u002Bef\\u0027g"],
  ["escaped letters", "schlüssel-😀", "schl\\u00fcssel-\\ud83d\\ude00"],
  ["percents of small letters", "ab/cd+ef==", "ab%2fcd%2bef%3d%3d"],
  ["percents for some", "ab/cd+ef==", "ab/cd%2Bef=="],
  ["percents for all", "it's (me)*", "it%27s%20%28me%29%2A"],
  ["a form", "key of ann&bob", "key+of+ann%26bob"],
  ["HTML", 'key "of" <me>', "key &quot;of&#34; &lt;me&gt;"],
])("a secret is known with %s", (_, secret, spelled) => {
  expect(redact(`a ${spelled} b`, [secret])).toMatch(/^a "?(\\")?\*\*\*(\\")?"? b$/);
});

test("a secret that is cut in two where a long text is cut is not shown", () => {
  const secret = "abcdefgh".repeat(1000);
  const text = redact(secret.repeat(100), [secret]);
  expect(text.replaceAll("*", "")).toBe("");
  expect(redact(`${"x".repeat(60_000)}${secret.repeat(100)}`, [secret]).replace(/^x+/, "")).not.toContain("abcd");
});

// Where time grew faster than the text, or with the ways to match, each of these would take minutes.
test.each([
  "a",
  "/",
  "//",
  "//a",
  "http://",
  "?",
  "&",
  "#=",
  "%",
  "%5c",
  "%3f",
  "\\",
  "/\\",
  "@",
  "//@",
  "&a",
  "\\ud83d",
])("a megabyte of %s is looked through once", (part) => {
  const text = part.repeat(1e6 / part.length);
  for (const secret of [
    "abcd",
    "\\".repeat(50),
    '\\"'.repeat(50),
    "%5".repeat(50),
    "a/".repeat(50),
    "+é😀&".repeat(20),
  ])
    for (const ending of ["", "x"]) expect(redact(text, [secret + ending]).length).toBeLessThan(text.length);
});

test.each(["é", '"', "\\", "a", "😀"])("a secret as long as a book of %s is one", (part) => {
  const secret = part.repeat(20_000);
  expect(redact(`a ${secret} b`, [secret])).toMatch(/^a \*+ b$/);
});

test("a cause without secrets is kept, one with secrets is replaced, however deep", () => {
  const clean = (text: string): string => redact(text, ["secret"]);
  const good = new TypeError("fetch failed", { cause: new Error("reset") });
  expect(redactCause(good, clean)).toBe(good);
  const bad = new TypeError("fetch failed", { cause: Object.assign(new Error("sent secret"), { code: "E1" }) });
  const copy = redactCause(bad, clean) as Error;
  expect(copy).toMatchObject({
    name: "TypeError",
    message: "fetch failed",
    cause: { message: "sent ***", code: "E1" },
  });
  expect(`${copy.stack} ${(copy.cause as Error).stack}`).not.toContain("secret");
});

test("a cause of several causes is kept where none of them has a secret", () => {
  const clean = (text: string): string => redact(text, ["secret"]);
  const good = new AggregateError([new Error("::1 refused"), new Error("127.0.0.1 refused")], "none answered");
  expect(redactCause(good, clean)).toBe(good);
  const bad = new AggregateError([new Error("refused"), new Error("refused secret")], "none answered");
  expect(redactCause(bad, clean)).not.toHaveProperty("errors");
});

test("a cause that is its own cause ends", () => {
  const loop = new Error("secret");
  loop.cause = loop;
  expect(redactCause(loop, (text) => redact(text, ["secret"]))).toMatchObject({ message: "***" });
});

test("a cause whose message is no text is replaced", () => {
  const odd = Object.defineProperty(new Error("a"), "stack", { value: "Error: a" });
  Object.assign(odd, { message: { toString: 1 } });
  expect(redactCause(odd, (text) => redact(text, []))).toMatchObject({ message: "an object" });
});
