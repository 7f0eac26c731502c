import { expect, test, vi } from "vitest";
import { Alias } from "yaml";
import { DocumentError } from "../finding.ts";
import { parseDocument, readDocument } from "./parse-document.ts";

function messagesOf(text: string, file: string): string[] {
  try {
    parseDocument(text, file);
  } catch (error) {
    if (error instanceof DocumentError) return error.message.split("\n");
    throw error;
  }
  return [];
}

test("JSON and YAML of the same document are the same data", () => {
  const json = parseDocument('{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{}}}}}}', "a.json");
  const yaml = parseDocument("openapi: 3.1.0\npaths:\n  /a:\n    get:\n      responses:\n        200: {}\n", "a.yaml");
  expect(yaml.document).toEqual(json.document);
});

test("a byte order mark is not part of the document", () => {
  expect(parseDocument("\ufeff{}", "a.json").document).toEqual({});
  expect(parseDocument("\ufeffa: 1", "a.yaml").document).toEqual({ a: 1 });
});

test("JSON in a file called YAML is read, and so is YAML that begins with a brace", () => {
  expect(parseDocument('{"a": [1, 2]}', "a.yaml").document).toEqual({ a: [1, 2] });
  expect(parseDocument("{a: b}", "a.yaml").document).toEqual({ a: "b" });
});

test.each([
  [
    "a.json",
    '{"openapi":"3.1.0",\n "info": {"title": "t",,}}',
    'a.json#/info: is not JSON from line 2, column 24 on, at ",}}"',
  ],
  ["a.json", '{"a": 1', "a.json: is not JSON from line 1, column 8 on, at the end of the file"],
  ["a.json", '{"a": [1 2]}', 'a.json#/a: is not JSON from line 1, column 10 on, at "2]}"'],
  ["a.json", '{"a": "\t"}', "a.json#/a: is not JSON from line 1, column 7 on"],
  ["a.yaml", "a:\n\tb: 1", "a.yaml: is indented by tabs; mend the syntax"],
  ["a.yaml", "", "a.yaml: is empty; expected an OpenAPI document"],
])("a mistake of syntax in %s (%j) has one line with its place", (file, text, expected) => {
  const messages = messagesOf(text, file);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(expected);
});

test("keys that come twice are found in JSON and YAML, however they are written", () => {
  expect(messagesOf('{"a~/": {"b": 1, "\\u0062": 2}}', "a.json")[0]).toMatch(/^a.json#\/a~0~1\/b: comes twice/);
  expect(messagesOf('a:\n  200: 1\n  "200": 2\n', "a.yaml")[0]).toMatch(/^a.yaml#\/a\/200: comes twice/);
});

test.each([
  ["a.json", '{"a": {"b": 1, "c": 2}, "d": {"b": [1], "b": [2]}, "a": {"b": 3}}'],
  ["a.yaml", "a: {b: 1, c: 2}\nd:\n  b: [1]\n  b: [2]\na:\n  b: 3"],
])("of keys that come twice in %s, the last is taken and told", (file, text) => {
  const { document, readings } = readDocument(text, file);
  expect(document).toEqual({ a: { b: 3 }, d: { b: [2] } });
  expect(readings.map(({ pointer, assumed }) => `${pointer}: ${assumed}`).toSorted()).toEqual([
    "/a: the last one is taken, as other readers do",
    "/d/b: the last one is taken, as other readers do",
  ]);
});

test("a file with more keys that come twice than anybody writes by mistake is refused", () => {
  const text = `{${Array.from({ length: 101 }, (_, index) => `"k${index}": 1, "k${index}": 2`)}}`;
  expect(() => readDocument(text, "a.json")).toThrow("comes twice");
});

test.each(["/a: {}\n  /a: {}", "/a:\n    get: {}\n    get: {}"])("a route that comes twice is refused: %j", (paths) => {
  expect(() => readDocument(`openapi: 3.0.3\npaths:\n  ${paths}\n`, "a.yaml")).toThrow("comes twice");
});

test("a document that is refused has its reasons, and no repairs beside them", () => {
  const text = "openapi: 3.0.3\ninfo: {title: t, version: 1.10}\npaths: {}\nx: !!odd 1\n";
  expect(() => readDocument(text, "a.yaml")).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("repaired") }),
  );
});

test("strings full of quotes, colons and backslashes hold no keys", () => {
  const text = JSON.stringify({ 'a": 1': '": "', "b\\": '\\": {', c: ["d: 1", '":"'] });
  expect(parseDocument(text, "a.json").document).toEqual(JSON.parse(text));
});

test("the names of object members are data, not machinery", () => {
  for (const [text, file] of [
    ['{"__proto__": {"x": 1}, "constructor": 2}', "a.json"],
    ["__proto__: {x: 1}\nconstructor: 2", "a.yaml"],
    ["base: &b\n  __proto__: {x: 1}\n  constructor: 2\nall:\n  <<: *b", "merged.yaml"],
  ] as const) {
    const { document } = parseDocument(text, file);
    const subject = (file === "merged.yaml" ? (document as { all: object }).all : document) as object;
    expect(Object.keys(subject)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(subject)).toBe(Object.prototype);
  }
  expect(({} as { x?: number }).x).toBeUndefined();
});

test("scalars keep the meaning of YAML 1.2: dates, no, on and sexagesimals are text", () => {
  const text = "a: 2001-12-14\nb: no\nc: on\nd: 12:30:45\ne: 0x1F\nf: ~\ng: true\nh: 1e3\ni: '1'\nj: !!str 1.10";
  expect(parseDocument(text, "a.yaml").document).toEqual({
    a: "2001-12-14",
    b: "no",
    c: "on",
    d: "12:30:45",
    e: 31,
    f: null,
    g: true,
    h: 1000,
    i: "1",
    j: "1.10",
  });
});

test("a version that YAML would read as another one is refused; one that loses nothing is text", () => {
  expect(messagesOf("info: {version: 1.10}", "a.yaml")[0]).toMatch(/#\/info\/version: .*write "1.10"/);
  expect(parseDocument("info: {version: 1.4}", "a.yaml").document).toEqual({ info: { version: "1.4" } });
});

test("merge keys work: own keys win, then earlier sources", () => {
  const text = "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  x: 3";
  expect((parseDocument(text, "a.yaml").document as { c: unknown }).c).toEqual({ x: 3, y: 1, z: 2 });
});

test.each([
  ["a: !!js/function 'x'", "/a: has the YAML tag"],
  ["a: !custom {b: 1}", "/a: has the YAML tag"],
  ["a: !!binary aGk=", "/a: has the YAML tag"],
  ["a: .nan", "/a: is .nan, a number that JSON does not have"],
  ["? [a, b]\n: 1", ": has a key that is a list or mapping"],
  ["a: &a\n  b: *a", "/a/b: contains itself by the alias *a"],
  ["a: *b", "b"],
  ["<<: 1", "/<<: merges what is no mapping"],
  ["a: 1\n---\nb: 1", ": holds 2 YAML documents"],
])("YAML that JSON has no word for is refused: %j", (text, expected) => {
  expect(messagesOf(text, "a.yaml").join("\n")).toContain(expected);
});

test("aliases that multiply are refused before they are followed", () => {
  const level = (index: number): string => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(", ")}]`;
  const bomb = ["a0: &a0 [x]", ...Array.from({ length: 60 }, (_, index) => level(index))].join("\n");
  expect(messagesOf(bomb, "a.yaml")).toHaveLength(1);
  expect(messagesOf(bomb, "a.yaml")[0]).toContain("has aliases that stand for more than");
});

test("an alias means the anchor of its name that came last, of a key, too", () => {
  const text = "a: &n 1\nb: *n\n&n c: 2\nd: *n\ne: {*n : 3}\nf: &n [4]\ng: *n";
  expect(parseDocument(text, "a.yaml").document).toEqual({ a: 1, b: 1, c: 2, d: "c", e: { c: 3 }, f: [4], g: [4] });
});

test("an alias is found without a walk through the document", () => {
  const visits = vi.spyOn(Alias.prototype, "resolve");
  const text = ["a: &a [1]", ...Array.from({ length: 50 }, (_, index) => `b${index}: *a`)].join("\n");
  expect(Object.keys(parseDocument(text, "a.yaml").document as object)).toHaveLength(51);
  expect(visits).not.toHaveBeenCalled();
});

test.each(
  ["x", "{k: x}"].flatMap((end) => [
    [`lists in ${end}`, end, (last: string) => `[${Array(9).fill(last).join(", ")}]`] as const,
    [`mappings in ${end}`, end, (last: string) => `{p: ${last}, q: ${last}}`] as const,
    [`merges in ${end}`, end, (last: string) => `{<<: {m: ${last}}, n: ${last}}`] as const,
  ]),
)("a bomb of %s is one finding, whatever it is made of", (_, end, level) => {
  const bomb = [
    `a0: &a0 ${end}`,
    ...Array.from({ length: 60 }, (_, index) => `a${index + 1}: &a${index + 1} ${level(`*a${index} `)}`),
  ];
  expect(
    messagesOf(bomb.join("\n"), "a.yaml").filter((message) => message.includes("stand for more than")),
  ).toHaveLength(1);
});

test.each([
  ["a.json", "[".repeat(200_000)],
  ["a.json", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ["a.yaml", `a: ${"[".repeat(20_000)}`],
  ["a.yaml", `${"- ".repeat(5_000)}a`],
])("nesting without end in %s is a finding, not a crash", (file, text) => {
  const findings = messagesOf(text, file);
  // Sound JSON is refused by the check instead.
  expect(findings.length).toBeLessThanOrEqual(1);
});

test("positionOf finds values in JSON and YAML", () => {
  const json = parseDocument('{\n  "a": {\n    "b~/": [1,\n      2]\n  }\n}', "a.json");
  expect(json.positionOf("/a/b~0~1/1")).toEqual({ line: 4, column: 7 });
  expect(json.positionOf("/missing")).toBeUndefined();
  const yaml = parseDocument("a:\n  200:\n    - x\n    - y\n", "a.yaml");
  expect(yaml.positionOf("/a/200/1")).toEqual({ line: 4, column: 7 });
  expect(yaml.positionOf("/a/b")).toBeUndefined();
});

test("JSON with a comma too many or single quotes is read as other readers do, and told", () => {
  const text = '{\'openapi\': \'3.1.0\', "info": { "title": "t", "version": "1", }, "paths": {},}';
  const { document, readings } = readDocument(text, "a.json");
  expect(document).toEqual({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} });
  expect(readings.map(({ wrong, assumed }) => [wrong, assumed])).toEqual([
    ["is not JSON", "it is read as other readers do"],
  ]);
  expect(() => parseDocument(text, "a.json")).toThrow("is not JSON");
  expect(() => readDocument(text.slice(0, -20), "a.json")).toThrow("is not JSON from line 1, column 2 on");
});

test.each([
  ["a.json", `{${Array.from({ length: 200_000 }, () => '"a":1').join(",\n")}}`, "line 200000, column 1"],
  ["a.yaml", Array.from({ length: 5000 }, () => "a: 1").join("\n"), "line 5000, column 1"],
])("a key of %s is read that comes so often that a search for each line would take minutes", (file, text, place) => {
  const { document, readings } = readDocument(text, file);
  expect(document).toEqual({ a: 1 });
  expect(readings.map(({ wrong }) => wrong)).toEqual([`comes twice in the same object (again in ${place})`]);
});
