import fc from "fast-check";
import { expect, test } from "vitest";
import { Exact, encodeExactBody, parseExact, stringifyExact, withoutExact } from "./exact-json.ts";

const BIG = "12345678901234567890";

test("integers that a number cannot hold are exact, wherever they lie", () => {
  const text = `{"a":${BIG},"b":[ -${BIG} ,1],"c":{"d":9007199254740993\n},"e":9007199254740991}`;
  expect(parseExact(text)).toEqual({
    a: new Exact(BIG),
    b: [new Exact(`-${BIG}`), 1],
    c: { d: new Exact("9007199254740993") },
    e: 9007199254740991,
  });
  expect(parseExact(BIG)).toEqual(new Exact(BIG));
});

test.each([
  `{"${BIG}":"${BIG}"}`,
  `["\\"${BIG}","\\\\",${BIG}e3,${BIG}.5,1e300,"[${BIG}]","#${BIG}","##${BIG}"]`,
  `{"__proto__":"${BIG}","a\\\\":1}`,
])("%s is what JSON.parse gives", (text) => {
  expect(parseExact(text)).toEqual(JSON.parse(text));
});

test.each([`{${BIG}:1}`, `[0${BIG}]`, `[${BIG} 1]`, `"a"${BIG}`, `[--${BIG}]`, `["${BIG}`, `[${BIG}`, `${BIG}a`])(
  "%s is refused, as by JSON.parse",
  (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseExact(text)).toThrow(SyntaxError);
  },
);

test("without its exact integers, any JSON is what JSON.parse gives, and nothing is lost on the way there and back", () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt(),
      fc.string({ unit: fc.constantFrom('"', "\\", "#", "1", "9", ",", "[", ":") }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value")),
      fc.dictionary(fc.string({ unit: fc.constantFrom("#", "1", '"', "\\") }), tie("value"), { noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (given) => {
      const text = stringifyExact(given);
      expect(withoutExact(parseExact(text))).toEqual(JSON.parse(text));
      expect(stringifyExact(parseExact(text))).toBe(text);
    }),
  );
});

test("text of a caller that looks like a marked integer stays text", () => {
  expect(stringifyExact([BigInt(BIG), `#${BIG}`, `##${BIG}`, { [`#${BIG}`]: 5n }])).toBe(
    `[${BIG},"#${BIG}","##${BIG}",{"#${BIG}":5}]`,
  );
});

test("bodies of JSON hold bigints, others are encoded as ever", () => {
  const headers: { [name: string]: unknown } = {};
  expect(encodeExactBody({ type: "application/json" }, { id: BigInt(BIG) }, headers).body).toBe(`{"id":${BIG}}`);
  expect(headers["content-type"]).toBe("application/json");
  expect(encodeExactBody({ type: "application/*" }, [BigInt(BIG)], headers).body).toBe(`[${BIG}]`);
  expect(encodeExactBody({ type: "application/json" }, { a: 1 }, headers).body).toBe('{"a":1}');
  expect(encodeExactBody({ type: "text/plain" }, BIG, headers).body).toBe(BIG);
  expect(String(encodeExactBody({ type: "application/x-www-form-urlencoded" }, { id: 5n }, headers).body)).toBe("id=5");
});

test("long texts take linear time", () => {
  const text = `["${'\\"'.repeat(200_000)}${BIG}`;
  expect(() => parseExact(text)).toThrow(SyntaxError);
  const marks = "#".repeat(1_000_000);
  expect(parseExact(`["${marks}",${BIG}]`)).toEqual([marks, new Exact(BIG)]);
});
