import { expect, test } from "vitest";
import { compilePattern } from "./pattern.ts";

test.each([
  "",
  "a b",
  "^\\p{L}+$",
  "^[\\w\\-\\.]+$",
  "^a/b$",
  "(?<n>a)\\k<n>",
  "\\u00e9",
  "(?:a|b){2,3}",
  "(?=a)(?!b)(?<=c)",
])("%j is read with the u flag", (pattern) => {
  expect(compilePattern(pattern)?.flags).toBe("u");
});

test.each(["\\_", "a\\-b", "[\\w-.]+", "\\@\\#\\ ", "{", "a]"])("%j means the same without the u flag", (pattern) => {
  expect(compilePattern(pattern)?.flags).toBe("");
});

test.each([
  "[",
  "(?i)abc",
  "/^x$/gi",
  "\\A\\d+\\z",
  "\\",
  "/);pwn_canary();//",
  "\\Qa\\E",
  "(?#comment)a",
  "[[:alpha:]",
  "\\h+\\_",
  "a**",
  "(?>a)",
  "\\p{Foo}",
])("%j is of another dialect", (pattern) => {
  expect(compilePattern(pattern)).toBeUndefined();
});
