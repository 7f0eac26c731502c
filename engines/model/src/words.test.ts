import { describe, expect, test } from "vitest";
import { camelCase, pascalCase, plural, snakeCase, suffix, words } from "./words.ts";

describe("words", () => {
  test.each([
    ["email_address", ["email", "address"]],
    ["httpOnly", ["http", "Only"]],
    ["HTTPValidationError", ["HTTP", "Validation", "Error"]],
    ["OAUTH_TOKEN", ["oauth", "token"]],
    ["a.b-c/d e", ["a", "b", "c", "d", "e"]],
    ["straße", ["straße"]],
    ["🦄", []],
    ["", []],
  ])("%j splits into %j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });
});

describe("names", () => {
  test.each([
    ["email_address", "emailAddress", "EmailAddress", "email_address"],
    ["HTTPValidationError", "httpValidationError", "HTTPValidationError", "http_validation_error"],
    ["2fa", "_2fa", "_2fa", "2fa"],
    ["__proto__", "proto", "Proto", "proto"],
    ["*/", "", "", ""],
  ])("%j becomes %j, %j and %j", (text, camel, pascal, snake) => {
    expect([camelCase(text), pascalCase(text), snakeCase(text)]).toEqual([camel, pascal, snake]);
  });

  test.each([
    ["email", "emails"],
    ["entry", "entries"],
    ["key", "keys"],
    ["status", "statuses"],
    ["batch", "batches"],
  ])("the plural of %j is %j", (word, expected) => {
    expect(plural(word)).toBe(expected);
  });

  test("a suffix depends on the text alone", () => {
    expect(suffix("get /a-b")).toBe(suffix("get /a-b"));
    expect(suffix("get /a-b")).not.toBe(suffix("get /a_b"));
    expect(suffix("")).toMatch(/^[0-9a-z]{7}$/);
  });
});
