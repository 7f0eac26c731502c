import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ConfigurationError } from "../errors/errors.ts";
import type { BodyRow, ParamRow } from "../table.ts";
import { encodeBody, placeStyled, stylePath } from "./styles.ts";

const LIST = ["blue", "black", "b&w"];
const JPEG = new Blob(["j"], { type: "image/jpeg" });
const OBJECT = { R: 100, G: 200, "a b": "=" };

function query(value: unknown, row: ParamRow): readonly string[] {
  const into = { query: [], header: {} };
  placeStyled(into, "the color", value, row);
  return into.query;
}

function path(value: unknown, row: ParamRow): string | undefined {
  return stylePath("color", value, { id: "", method: "", path: "", name: "", pathStyles: { color: row } });
}

// The examples of OpenAPI's table: https://spec.openapis.org/oas/v3.1.1.html#style-examples
test.each([
  [{ style: "form", explode: false }, LIST, "the%20color=blue,black,b%26w"],
  [{ style: "form", explode: true }, LIST, "the%20color=blue&the%20color=black&the%20color=b%26w"],
  [{ style: "form", explode: false }, OBJECT, "the%20color=R,100,G,200,a%20b,%3D"],
  [{ style: "form", explode: true }, OBJECT, "R=100&G=200&a%20b=%3D"],
  [{ explode: false }, "b&w", "the%20color=b%26w"],
  [{ style: "spaceDelimited", explode: false }, LIST, "the%20color=blue%20black%20b%26w"],
  [{ style: "spaceDelimited", explode: false }, { R: 100, G: "=" }, "the%20color=R%20100%20G%20%3D"],
  [{ style: "pipeDelimited", explode: false }, LIST, "the%20color=blue|black|b%26w"],
  [{ explode: false }, ["/foo/bar", "50%", "é"], "the%20color=%2Ffoo%2Fbar,50%25,%C3%A9"],
  [{ style: "deepObject" }, OBJECT, "the%20color[R]=100&the%20color[G]=200&the%20color[a%20b]=%3D"],
] satisfies [ParamRow, unknown, string][])("a query of %j has %j as OpenAPI says", (row, value, expected) => {
  expect(query(value, row)).toEqual([expected]);
});

test.each([
  [{ style: "simple", explode: true }, LIST, "blue,black,b%26w"],
  [{ style: "simple" }, OBJECT, "R,100,G,200,a%20b,%3D"],
  [{ explode: true }, OBJECT, "R=100,G=200,a%20b=%3D"],
  [{ style: "simple", explode: true }, ["50% é/b", ";,?"], "50%25%20%C3%A9%2Fb,%3B%2C%3F"],
  [{ style: "label", explode: true }, ["50%", "a/b"], ".50%25.a%2Fb"],
  [{ style: "matrix" }, "50% é/b", ";color=50%25%20%C3%A9%2Fb"],
  [{ style: "label" }, "blue", ".blue"],
  [{ style: "label", explode: false }, LIST, ".blue,black,b%26w"],
  [{ style: "label", explode: true }, LIST, ".blue.black.b%26w"],
  [{ style: "label", explode: true }, OBJECT, ".R=100.G=200.a%20b=%3D"],
  [{ style: "matrix" }, 7, ";color=7"],
  [{ style: "matrix", explode: false }, LIST, ";color=blue,black,b%26w"],
  [{ style: "matrix", explode: true }, LIST, ";color=blue;color=black;color=b%26w"],
  [{ style: "matrix", explode: false }, OBJECT, ";color=R,100,G,200,a%20b,%3D"],
  [{ style: "matrix", explode: true }, OBJECT, ";R=100;G=200;a%20b=%3D"],
  [{ style: "simple", json: true }, { id: [{ a: 1 }] }, "%7B%22id%22%3A%5B%7B%22a%22%3A1%7D%5D%7D"],
  [{ style: "simple", json: true }, "blue", "%22blue%22"],
] satisfies [ParamRow, unknown, string][])("a path of %j has %j as OpenAPI says", (row, value, expected) => {
  expect(path(value, row)).toBe(expected);
});

test.each([
  [{ explode: false }, ["a,b", "c"], "the%20color=a%2Cb,c"],
  [{ explode: false, reserved: true }, ["a,b/", "c"], "the%20color=a%2Cb/,c"],
  [{ explode: false, reserved: true }, "a,b", "the%20color=a,b"],
  [{ style: "pipeDelimited", explode: false }, ["a|b", "c,d"], "the%20color=a%7Cb|c%2Cd"],
  [{ style: "pipeDelimited", explode: false }, { "a|b": "c|d" }, "the%20color=a%7Cb|c%7Cd"],
] satisfies [ParamRow, unknown, string][])(
  "in a query of %j the separator within a part of %j is encoded",
  (row, value, expected) => {
    expect(query(value, row)).toEqual([expected]);
  },
);

test("blanks that separate cannot stand within a part: no service could tell them apart", () => {
  for (const value of [["a b", "c"], { "a b": 1 }, { a: "b c" }])
    expect(() => query(value, { style: "spaceDelimited", explode: false })).toThrow(
      "the color: expected no blanks within what blanks separate",
    );
  expect(query(["a b"], { style: "spaceDelimited", explode: true })).toEqual(["the%20color=a%20b"]);
});

test("a list without members is left out, and so are members without a value", () => {
  expect(query([], { explode: false })).toEqual([]);
  expect(query([1, null, 2], { explode: false })).toEqual(["the%20color=1,2"]);
  expect(query({ a: undefined, b: 1 }, { style: "deepObject" })).toEqual(["the%20color[b]=1"]);
});

test("lists and objects within a list or an object have no style", () => {
  for (const value of [[[1]], [{ a: 1 }], { a: { b: 1 } }])
    expect(() => query(value, { explode: false })).toThrow(ConfigurationError);
});

test.each([
  [{ since: { gte: new Date(0) } }, "f[since][gte]=1970-01-01T00%3A00%3A00.000Z"],
  [{ tags: ["a", "b&c"], none: [], no: null }, "f[tags]=a&f[tags]=b%26c"],
  [["a", "b"], "f[0]=a&f[1]=b"],
  [[{ price: "p", qty: 1 }, { price: "q" }], "f[0][price]=p&f[0][qty]=1&f[1][price]=q"],
  [{ "a b": { c: [{ d: 1 }] } }, "f[a%20b][c][0][d]=1"],
])("%j in style deepObject goes as deep as the value", (value, expected) => {
  const into = { query: [], header: {} };
  placeStyled(into, "f", value, { style: "deepObject" });
  expect(into.query).toEqual([expected]);
});

test("reserved characters stand as they are where the document allows it, but for those that end a value", () => {
  expect(query("a/b:c?d=1&e#f+g h", { reserved: true })).toEqual(["the%20color=a/b:c?d=1%26e%23f%2Bg%20h"]);
});

test.each<[BodyRow, unknown, unknown, string]>([
  [
    {
      type: "application/x-www-form-urlencoded",
      form: { o: { style: "deepObject" }, csv: { style: "form", explode: false } },
    },
    { o: { city: "Riga" }, csv: ["a", "b"], plain: ["c d", "e"], no: undefined, json: { a: 1 } },
    "o[city]=Riga&csv=a,b&plain=c+d&plain=e&json=%7B%22a%22%3A1%7D",
    "application/x-www-form-urlencoded",
  ],
  [{ type: "image/png", types: ["image/jpeg"] }, JPEG, JPEG, "image/jpeg"],
  [{ type: "image/png", types: ["image/gif"] }, JPEG, JPEG, "image/png"],
  [{ type: "image/*" }, JPEG, JPEG, "image/jpeg"],
])("a body of %j is encoded by its row, and a blob keeps a type that the document has", (row, body, sent, type) => {
  const headers: { [name: string]: unknown } = {};
  expect(encodeBody(row, body, headers).body).toEqual(sent);
  expect(headers).toEqual({ "content-type": type });
});

test("a date within an object is its JSON form, in every place", () => {
  const at = new Date(0);
  expect(query({ at }, { style: "deepObject" })).toEqual(["the%20color[at]=1970-01-01T00%3A00%3A00.000Z"]);
  expect(query({ at }, { explode: false })).toEqual(["the%20color=at,1970-01-01T00%3A00%3A00.000Z"]);
  expect(path({ at }, { style: "simple" })).toBe("at,1970-01-01T00%3A00%3A00.000Z");
  const into = { query: [], header: {} };
  placeStyled(into, "made", { at }, { in: "cookie" });
  placeStyled(into, "X-Made", { at }, { in: "header", explode: true });
  placeStyled(into, "X-Simple", { at, n: 1n }, { in: "header", style: "simple" });
  expect(into.header).toEqual({
    cookie: "made=at=1970-01-01T00%3A00%3A00.000Z",
    "x-made": "at=1970-01-01T00:00:00.000Z",
    "x-simple": "at,1970-01-01T00:00:00.000Z,n,1",
  });
  const never = { at: new Date(Number.NaN) };
  expect(() => query(never, { style: "deepObject" })).toThrow("the color: expected a valid date");
});

test("members without a value are left out of headers and cookies, and nested ones are refused", () => {
  const placed = (value: unknown, row: ParamRow): unknown => {
    const into = { query: [], header: {} as { [name: string]: unknown } };
    placeStyled(into, "c", value, row);
    return into.header[row.in === "header" ? "c" : "cookie"];
  };
  for (const explode of [true, false]) {
    const header: ParamRow = { in: "header", explode };
    const cookie: ParamRow = { in: "cookie", explode };
    expect([placed([1, null, 2, undefined], header), placed([1, null, 2], cookie)]).toEqual(["1,2", "c=1,2"]);
    expect(placed({ a: undefined, b: null, d: 1 }, header)).toBe(explode ? "d=1" : "d,1");
    for (const value of [{ a: { b: 1 } }, [[1]]])
      for (const row of [header, cookie]) expect(() => placed(value, row)).toThrow("c: expected no lists and objects");
  }
});

test("a cookie keeps the commas between its parts, and encodes those within them", () => {
  const cookie = (value: unknown, row: ParamRow): unknown => {
    const into = { query: [], header: {} as { [name: string]: unknown } };
    placeStyled(into, "c", value, { in: "cookie", ...row });
    return into.header["cookie"];
  };
  expect(cookie([1, "a,b"], { explode: false })).toBe("c=1,a%2Cb");
  expect(cookie({ a: 1, b: "x;" }, { explode: false })).toBe("c=a,1,b,x%3B");
  expect(cookie("dark; x", {})).toBe("c=dark%3B%20x");
});

test("a body that JSON cannot hold is refused", () => {
  const bytes = new Uint8Array(2);
  const empty = [new Map([["a", 1]]), new Set([1]), new FormData(), new URLSearchParams("a=b"), JPEG, JPEG.stream()];
  for (const body of [() => ({}), Symbol("a"), bytes, bytes.buffer, ...empty])
    expect(() => encodeBody({ type: "application/json" }, body, {})).toThrow("body: expected what JSON can hold");
});

class Fields {
  a = 1;
}

test.each([
  ["of a class", new Fields()],
  ["without a prototype", Object.assign(Object.create(null), { a: 1 })],
  ["of another realm", runInNewContext("({ a: 1 })")],
])("an object %s is written as one", (_, body) => {
  const sent = (type: string) => encodeBody({ type }, body, {}).body;
  expect(sent("application/x-www-form-urlencoded")).toBe("a=1");
  expect([...(sent("multipart/form-data") as FormData)]).toEqual([["a", "1"]]);
  expect([sent("application/json"), sent("*/*")]).toEqual(['{"a":1}', '{"a":1}']);
});

test("no media type has an object that would be sent as [object Object]", () => {
  const encode = (type: string, body: unknown) => () => encodeBody({ type }, body, {});
  for (const type of ["text/plain", "application/octet-stream"])
    for (const body of [{ a: 1 }, new Fields(), [1]])
      expect(encode(type, body)).toThrow(`expected what ${type} can hold`);
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])
    for (const body of [new Map(), new Set(), () => 1])
      expect(encode(type, body)).toThrow(`expected what ${type} can hold`);
});

test.each([
  new URLSearchParams("a=b"),
  new FormData(),
  new Uint8Array(1),
  new ArrayBuffer(1),
  JPEG,
  JPEG.stream(),
  Readable.from(["a"]),
  new URL("https://a.test"),
  "a",
])("fetch gets %o as it is", (body) => {
  for (const type of ["application/x-www-form-urlencoded", "application/octet-stream"]) {
    if (body instanceof URL && type.includes("form")) continue;
    expect(encodeBody({ type }, body, {}).body).toBe(body);
  }
});
