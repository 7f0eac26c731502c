import { expect, test } from "vitest";
import { model } from "../generated/model.ts";
import { redactText } from "./redact-call.ts";
import { secretNames } from "./secret-names.ts";

const secrets = { isSecret: secretNames(["code"], { ...model, securitySchemes: {} }), literals: ["sk-1234"] };

test.each([
  ["sid=S3CRET; Path=/; HttpOnly", "sid=[redacted]; Path=/; HttpOnly"],
  ["password=S3CRET&u=x", "password=redacted&u=redacted"],
  ["password=S3CRET", "password=[redacted]"],
  ["Set-Cookie: sid=S3CRET; Path=/\nAccept: a, b", "Set-Cookie: [redacted]\nAccept: a, b"],
  ["X-Api-Key: S3CRET two\r\nHost: b", "X-Api-Key: [redacted]\r\nHost: b"],
  ['{"token":"S3CRET \\" more","id":7', '{"token":"[redacted]","id":7'],
  ['\\"token\\": \\"S3CRET\\", \\"id\\": 7', '\\"token\\": \\"[redacted]\\", \\"id\\": 7'],
  ["params[token]=S3CRET, b", "params[token]=[redacted], b"],
  ["{ apiKey => S3CRET }", "{ apiKey => [redacted] }"],
  ["code: S3CRET; more", "code: [redacted]; more"],
  [
    "https://b.test/a?X-Amz-Signature=S3CRET&b=1 and more",
    "https://b.test/a?X-Amz-Signature=redacted&b=redacted and more",
  ],
  ["sent sk-1234.", "sent [redacted]."],
])("%s is kept as %s", (text, expected) => {
  expect(redactText(text, secrets)).toBe(expected);
  // A recording is redacted again when it is read.
  expect(redactText(expected, secrets)).toBe(expected);
});

test.each([
  "Your token is below.",
  "next_page_token=abc",
  "token: ",
  "a=b; c=d",
  "at 12:00: the secretary: Ann",
  "#EXT-X-KEY:METHOD=NONE",
])("%s is kept", (text) => {
  expect(redactText(text, secrets)).toBe(text);
});

// A search that is quadratic would end the test by its time limit.
test.each([",   a=b", ",", "\na=b; ", "'a=b", "x-a: b ", "token:'", "\\'", "&a=b", "Cookie=;", "eyJ"])(
  "a long text of %j is looked through at once",
  (unit) => {
    expect(redactText(unit.repeat(50_000), secrets)).not.toBe("");
  },
);
