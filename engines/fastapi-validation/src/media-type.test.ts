import { essenceOf } from "@svc/model";
import { expect, test } from "vitest";
import { kindOf, parameterOf } from "./request-values.ts";

test.each([
  ["application/json", "json"],
  ["Application/JSON; charset=utf-8", "json"],
  ["application/problem+json", "json"],
  ["text/x+json", "text"],
  ["image/x+json", "binary"],
  ["application/jsonl", "binary"],
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/form-data; boundary=x", "multipart"],
  ["multipart/mixed", "binary"],
  ["text/plain", "text"],
  ["application/text/plain", "binary"],
  ["", "binary"],
])("%j is read as %s", (mediaType, kind) => {
  expect(kindOf(mediaType)).toBe(kind);
});

test("parameters are no part of the essence", () => {
  expect(essenceOf(" Text/HTML ;charset=utf-8")).toBe("text/html");
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ["multipart/form-data; charset=x; Boundary = abc ", "abc"],
  ['multipart/form-data; boundary="a b"', "a b"],
  ['multipart/form-data; boundary="', '"'],
  ['multipart/form-data; boundary="abc', '"abc'],
  ['multipart/form-data; boundary=abc"', 'abc"'],
  ["multipart/form-data; boundary=a=b", "a=b"],
  ["multipart/form-data; boundary", undefined],
  ["multipart/form-data; myboundary=abc", undefined],
  ["boundary=abc", undefined],
  // By squares of its length this would take days.
  [`multipart/form-data;${" ".repeat(1_000_000)}x`, undefined],
])("the boundary of %.60j is %j", (mediaType, boundary) => {
  expect(parameterOf(mediaType, "boundary")).toBe(boundary);
});
