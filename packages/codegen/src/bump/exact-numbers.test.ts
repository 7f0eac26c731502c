import { parseDocument } from "@svc/model";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { jsonOf, yamlOf } from "./exact-numbers.ts";

const NUMBERS = [
  "9223372036854775807",
  "-9007199254740993",
  "1.0",
  "1e3",
  "1.50",
  "0.1",
  "12345678901234567890.5",
  "7",
];

test.each(NUMBERS)("%s of a JSON document has the same digits in YAML", (number) => {
  const yaml = yamlOf(`{ "maximum": ${number}, "text": "number-0- ${number}", "list": [${number}] }`);
  expect(yaml).toBe(`maximum: ${number}\ntext: number-0- ${number}\nlist:\n  - ${number}\n`);
  expect(parse(yaml)).toEqual({ maximum: Number(number), text: `number-0- ${number}`, list: [Number(number)] });
});

test("YAML stays as it is, byte for byte, also where it begins with a brace", () => {
  for (const text of ["a: 1\r\nb: 1.0 # one\r\n", "{ a: 1, }\n", "\ufeffa: 1"]) expect(yamlOf(text)).toBe(text);
});

test.each([
  ["YAML", "a/b: { maximum: 9223372036854775807 }\nlist: [1, -9223372036854775808]\nx: 1.5\n"],
  ["JSON", '{ "a/b": { "maximum": 9223372036854775807 }, "list": [1, -9223372036854775808], "x": 1.5 }'],
])("a document of %s keeps its digits in JSON", (_, text) => {
  const source = parseDocument(text, "openapi.yaml");
  const json = jsonOf(source.document, source, text);
  expect(json).toContain('"maximum": 9223372036854775807\n');
  expect(json).toContain("    -9223372036854775808\n");
  expect(JSON.parse(json)).toEqual(source.document);
});

test("what an overlay has changed has the overlay's value", () => {
  const text = "maximum: 9223372036854775807\n";
  expect(jsonOf({ maximum: 2 ** 60 }, parseDocument(text, "openapi.yaml"), text)).toBe(
    `{\n  "maximum": ${2 ** 60}\n}\n`,
  );
});
