import type { Schema } from "@svc/model";
import { expect, test } from "vitest";
import { compileForm, FormFile, type FormValues, parseMultipart } from "./form-body.ts";

const OBJECT: Schema = { type: "object", properties: { a: { type: "integer" } } };

function read(
  properties: Record<string, Schema>,
  form: Record<string, (string | FormFile)[]>,
  isParts = false,
): unknown {
  const values: FormValues = new Map(Object.entries(form));
  return compileForm({ type: "object", properties }, {}, { isParts })(values);
}

test("the last value counts, but for lists, which have all", () => {
  const list: Schema = { type: "array", items: { type: "string" } };
  expect(read({ a: { type: "string" }, b: list }, { a: ["1", "2"], b: ["3", "4"] })).toEqual({ a: "2", b: ["3", "4"] });
});

test("an absent field, and an empty one, has its default; an empty one without a default stays", () => {
  const properties: Record<string, Schema> = { a: { type: "string", default: "d" }, b: { type: "string" } };
  expect(read(properties, {})).toEqual({ a: "d" });
  expect(read(properties, { a: [""], b: [""] })).toEqual({ a: "d", b: "" });
});

test("of several arguments an empty field is an absent one", () => {
  const properties: Record<string, Schema> = { a: { type: "string", default: "d" }, b: { type: "string" } };
  expect(read(properties, { a: [""], b: [""] }, true)).toEqual({});
});

test("a list without values is absent", () => {
  expect(read({ a: { type: "array" } }, { a: [] })).toEqual({});
});

test("an object is JSON, in a field or a file; what is no JSON stays as it is", () => {
  const file = new FormFile({ filename: "o.json", contentType: "", bytes: new TextEncoder().encode('{"a":2}') });
  expect(read({ o: OBJECT }, { o: ['{"a":1}'] })).toEqual({ o: { a: 1 } });
  expect(read({ o: OBJECT }, { o: [file] })).toEqual({ o: { a: 2 } });
  expect(read({ o: OBJECT }, { o: ["{"] })).toEqual({ o: "{" });
  expect(read({ s: { type: "string" } }, { s: ['{"a":1}'] })).toEqual({ s: '{"a":1}' });
});

test("fields that the schema does not know are there with their last value", () => {
  const result = read({ a: { type: "string" } }, { a: ["1"], b: ["2", "3"], ["__proto__"]: ["4"] });
  expect(Object.entries(result as object)).toEqual([
    ["a", "1"],
    ["b", "3"],
    ["__proto__", "4"],
  ]);
});

const UTF8 = new TextEncoder();

/** Lines of a body, each ended as RFC 2046 has it; the boundary is `b`. */
function parse(...lines: readonly string[]): Record<string, unknown> | undefined {
  const values = parseMultipart(UTF8.encode(lines.join("\r\n")), "b");
  return values && Object.fromEntries(values);
}

const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

test("fields are text, in order, all values of a name", () => {
  const body = ["--b", field("a"), "", "1", "--b", field("n"), "", "é\r\nline", "--b", field("a"), "", "", "--b--", ""];
  expect(parse(...body)).toEqual({ a: ["1", ""], n: ["é\r\nline"] });
});

test("what has a filename is a file, with its type where it says one", () => {
  const disposition = `${field("f")}; filename="x.bin"`;
  const typed = ["--b", disposition, "content-TYPE:  image/png ", "", "\u0000é", "--b--"];
  const bytes = UTF8.encode("\u0000é");
  expect(parse(...typed)).toEqual({ f: [new FormFile({ filename: "x.bin", contentType: "image/png", bytes })] });
  expect(parse("--b", disposition, "", "", "--b--")).toEqual({
    f: [new FormFile({ filename: "x.bin", contentType: "", bytes: new Uint8Array() })],
  });
});

test("names of headers have any case, and blanks before the colon", () => {
  expect(parse("--b", 'CONTENT-DISPOSITION : form-data; name="a"', "", "1", "--b--")).toEqual({ a: ["1"] });
});

test("a part without a name, a disposition or a colon is left out", () => {
  const rest = ["--b", field("a"), "", "1", "--b--"];
  for (const header of ["Content-Disposition: form-data", "X-Other: 1", 'content-disposition; name="z"']) {
    expect(parse("--b", header, "", "lost", ...rest)).toEqual({ a: ["1"] });
  }
});

test("a form without parts is empty", () => {
  expect(parse("--b--")).toEqual({});
});

test.each([
  ["another boundary", ["--c", field("a"), "", "1", "--c--"]],
  ["something before the first boundary", ["x--b", field("a"), "", "1", "--b--"]],
  ["something after a boundary", ["--bx", field("a"), "", "1", "--b--"]],
  ["a line that ends otherwise", [`--b\n${field("a")}`, "", "1", "--b--"]],
  ["no end of the headers", ["--b", field("a"), "--b--"]],
  ["no end of the part", ["--b", field("a"), "", "1"]],
  ["no end of the last part", ["--b", field("a"), "", "1", "--b", field("c"), "", "2"]],
  ["nothing", []],
])("%s is no form", (_, lines) => {
  expect(parse(...lines)).toBeUndefined();
});
