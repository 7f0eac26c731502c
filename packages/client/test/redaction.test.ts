import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Answer, json, rejection, setup } from "./support/client.ts";

/** Everything that an error shows. */
function shown(error: Error): string {
  return [error.message, error.stack, inspect(error, { depth: 9 }), JSON.stringify(error), String(error)].join("\n");
}

const form = (text: string): string => `${new URLSearchParams({ k: text })}`.slice(2);
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const basic = (text: string): string => Buffer.from(text).toString("base64");

/** How a text may hold a secret. */
const SPELLINGS: { readonly [name: string]: (secret: string) => string } = {
  raw: (secret) => secret,
  uri: encodeURIComponent,
  form,
  escaped,
  "escaped twice": (secret) => escaped(escaped(secret)),
  basic,
  "basic in a form": (secret) => form(basic(secret)),
  "basic in PHP's JSON": (secret) => basic(secret).replaceAll("/", "\\/"),
};

/** Where a call meets a text that someone else wrote. */
const PLACES: { readonly [name: string]: (text: string) => Answer } = {
  detail: (text) => json({ detail: text }, { status: 401 }),
  text: (text) => new Response(text, { status: 500 }),
  "long text": (text) => new Response("x".repeat(990) + text, { status: 500 }),
  issue: (text) => json({ detail: [{ loc: ["header", text], msg: text, type: "t", input: text }] }, { status: 422 }),
  error: (text) => new TypeError(text),
  cause: (text) => new TypeError("fetch failed", { cause: Object.assign(new Error(text), { code: "E", url: text }) }),
  several: (text) => new TypeError("fetch failed", { cause: new AggregateError([new Error(text)], "none answered") }),
};

const printable = fc.string({ minLength: 4, maxLength: 30 });
const secrets = fc
  .oneof(printable, fc.string({ unit: "binary", minLength: 4, maxLength: 12 }), fc.base64String({ minLength: 4 }))
  .filter((secret) => secret === secret.trim() && !/[\p{Cc}\p{Cs}]/u.test(secret) && !secret.includes("***"))
  // Of one that begins or ends with what surrounds it, a part could be found once more.
  .map((secret) => `q${secret}z`);
const names = (of: object): fc.Arbitrary<string> => fc.constantFrom(...Object.keys(of));

test.each(["bearer", "basic"])("whatever secret someone else's text holds (%s), no error shows it", async (scheme) => {
  await fc.assert(
    fc.asyncProperty(
      secrets,
      names(SPELLINGS),
      names(PLACES),
      fc.tuple(printable, printable),
      async (secret, spelling, place, [before, after]) => {
        // A header has room for ASCII only.
        fc.pre(scheme === "basic" || !/[^ -~]/.test(secret));
        const auth = scheme === "basic" ? `ann:${secret}` : secret;
        const spelled = (SPELLINGS[spelling] as (secret: string) => string)(spelling.includes("basic") ? auth : secret);
        const answer = (PLACES[place] as (text: string) => Answer)(`${before} ${spelled} ${after}`);
        const { svc } = setup([answer], { auth, retry: false });
        const text = shown(await rejection(scheme === "basic" ? svc.basic.get() : svc.health.get()));
        for (const hidden of [secret, spelled, escaped(spelled)]) expect(text).not.toContain(hidden);
      },
    ),
    { numRuns: 500, seed: 4 },
  );
});

test("a token of any length is not shown in part either", async () => {
  const token = `eyJhbGciOiJSUzI1NiJ9.${"Payload0123456789".repeat(80)}.sig`;
  for (const text of [`bad token: ${token}`, `${token} ${token}`, `${"x".repeat(300)} ${token}`]) {
    const { svc } = setup([new Response(text, { status: 500 })], { auth: token, retry: false });
    expect(shown(await rejection(svc.health.get()))).not.toContain("Payload");
  }
});

test("a token that was refused is not shown after it was replaced", async () => {
  const refused = json({ detail: "no" }, { status: 401 });
  const { svc } = setup([refused, json({ detail: "again: stale-token, fresh-token" }, { status: 401 })], {
    auth: (rejected) => (rejected ? "fresh-token" : "stale-token"),
  });
  expect((await rejection(svc.health.get())).message).toBe("health.get: 401 again: ***, ***");
});

test("signed URLs and credentials in addresses are not shown", async () => {
  const urls = [
    "https://h/it's.mp4?X-Amz-Signature=SIGSECRET",
    "https:\\/\\/h\\/p?sig=SIGSECRET",
    "s3://bucket/k?sig=SIGSECRET",
    "/b/k?X-Amz-Signature=SIGSECRET",
    "https://client:SIGSECRET@host/token",
  ];
  for (const url of urls)
    for (const place of Object.values(PLACES)) {
      const { svc } = setup([place(`cannot get ${url} (really? yes)`)], { retry: false });
      const text = shown(await rejection(svc.health.get()));
      expect(text).not.toContain("SIGSECRET");
    }
});
