import type { Schema } from "@svc/model";
import { expect, test } from "vitest";
import { FASTAPI, OTHER } from "../../test/support/services.ts";
import { requestOf, validatorOf, validOf } from "../../test/support/validate-document.ts";
import { parseQuery } from "../request-values.ts";
import { FormFile } from "./file.ts";
import { compileForm } from "./form.ts";

const ORDER: Schema = {
  type: "object",
  properties: {
    amount: { type: "integer" },
    metadata: {
      anyOf: [
        { type: "object", additionalProperties: { type: "string" } },
        { type: "string", enum: [""] },
      ],
    },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: { price: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      },
    },
    expand: { type: "array", items: { type: "string" } },
    slots: { type: "object", additionalProperties: { type: "string" } },
    "files[0]": { type: "string", format: "binary" },
  },
};

function read(form: string): unknown {
  return compileForm(ORDER, OTHER, true)(parseQuery(form));
}

test.each([
  ["metadata[k]=v&metadata[l+m]=a%20b+c", { metadata: { k: "v", "l m": "a b c" } }],
  ["metadata=", { metadata: "" }],
  ["items[0][price]=p&items[1][price]=q", { items: [{ price: "p" }, { price: "q" }] }],
  ["items[1][price]=q&items[0][price]=p", { items: [{ price: "p" }, { price: "q" }] }],
  ["items[][price]=p&items[][price]=q", { items: [{ price: "p" }, { price: "q" }] }],
  ["items[0][tags][]=a&items[0][tags][]=b", { items: [{ tags: ["a", "b"] }] }],
  ["expand[]=a&expand[]=b", { expand: ["a", "b"] }],
  ["expand[0]=a", { expand: ["a"] }],
  ["expand=a&expand=b", { expand: ["a", "b"] }],
  ["expand%5B%5D=a", { expand: ["a"] }],
  ["slots[0]=a&slots[7]=b", { slots: { 0: "a", 7: "b" } }],
  ["unknown[]=a", { unknown: ["a"] }],
  ["unknown[a][b]=c", { unknown: { a: { b: "c" } } }],
  ["a[=1&b]=2", { "a[": "1", "b]": "2" }],
  ["__proto__[x]=1", { ["__proto__"]: { x: "1" } }],
])("%s", (form, body) => {
  expect(read(form)).toEqual(body);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("a name that the document writes in brackets is that name", () => {
  const file = new FormFile({ filename: "a.txt", bytes: new Uint8Array([1]), headers: [] });
  const body = compileForm(ORDER, OTHER, true)(new Map([["files[0]", [file]]]));
  expect(body).toEqual({ "files[0]": file });
});

test("a field that no schema names, with JSON of the body's fields in it, stands for them", () => {
  expect(read(`payload=${encodeURIComponent('{"amount":5,"extra":true}')}`)).toEqual({ amount: 5, extra: true });
  expect(read(`note=${encodeURIComponent('{"other":5}')}`)).toEqual({ note: '{"other":5}' });
});

test("brackets mean nothing where the document is FastAPI's", () => {
  expect(compileForm(ORDER, FASTAPI, true)(parseQuery("expand[]=a"))).toEqual({ "expand[]": "a" });
});

const QUERY = [
  {
    name: "created",
    in: "query",
    schema: { anyOf: [{ type: "object", properties: { gte: { type: "integer" } } }, { type: "integer" }] },
  },
  { name: "ids", in: "query", schema: { type: "array", items: { type: "integer" } } },
  { name: "page[size]", in: "query", schema: { type: "integer" } },
  {
    name: "filter",
    in: "query",
    style: "deepObject",
    schema: {
      type: "object",
      properties: { a: { type: "object", properties: { in: { type: "array", items: { type: "string" } } } } },
    },
  },
];

test.each([
  ["created[gte]=5", { created: { gte: 5 } }],
  ["created=5", { created: 5 }],
  ["ids[]=1&ids[]=2", { ids: [1, 2] }],
  ["ids[1]=2&ids[0]=1", { ids: [1, 2] }],
  ["ids=1&ids=2", { ids: [1, 2] }],
  ["page[size]=5", { "page[size]": 5 }],
  ["filter[a][in][]=x&filter[a][in][]=y", { filter: { a: { in: ["x", "y"] } } }],
])("a query of %s", (query, values) => {
  const validate = validatorOf({ "/p": { get: { parameters: QUERY, responses: { 200: { description: "ok" } } } } });
  expect(validOf(validate(requestOf(`/p?${query}`))).query).toEqual(values);
});

const FORM = {
  schema: { type: "object", required: ["name"], properties: { name: { type: "string" }, file: { type: "string" } } },
};

test("JSON is read where the document knows only a form", () => {
  const requestBody = { content: { "application/x-www-form-urlencoded": FORM } };
  const validate = validatorOf({ "/p": { post: { requestBody, responses: { 200: { description: "ok" } } } } });
  const headers: [string, string][] = [["content-type", "application/json"]];
  expect(validOf(validate(requestOf("/p", { headers, body: { name: "Ann" } }))).body).toEqual({ name: "Ann" });
});

test.each([
  ["/p/search", { terms: ["a"] }, "valid"],
  ["/p/search", { sorts: [] }, "invalid"],
  ["/p", { terms: ["a"] }, "invalid"],
])("POST %s of %o, without a list that may be empty, is %s", (path, body, kind) => {
  const properties = { terms: { type: "array", minItems: 1 }, sorts: { type: "array" } };
  const schema = { type: "object", required: ["terms", "sorts"], properties };
  const requestBody = { content: { "application/json": { schema } } };
  const validate = validatorOf({ [path]: { post: { requestBody, responses: { 200: { description: "ok" } } } } });
  const headers: [string, string][] = [["content-type", "application/json"]];
  expect(validate(requestOf(path, { headers, body })).kind).toBe(kind);
});

test("a form has the letters of its charset", () => {
  const requestBody = { content: { "application/x-www-form-urlencoded": FORM } };
  const validate = validatorOf({ "/p": { post: { requestBody, responses: { 200: { description: "ok" } } } } });
  const headers: [string, string][] = [["content-type", "application/x-www-form-urlencoded; charset=ISO-8859-1"]];
  const body = Uint8Array.from("name=\u00e9", (letter) => letter.charCodeAt(0));
  expect(validOf(validate({ ...requestOf("/p", { method: "POST", headers }), body })).body).toEqual({ name: "\u00e9" });
});

test("a file is taken where the document says text", () => {
  const requestBody = { content: { "multipart/form-data": FORM } };
  const validate = validatorOf({ "/p": { post: { requestBody, responses: { 200: { description: "ok" } } } } });
  const text = [
    "--b",
    'Content-Disposition: form-data; name="name"',
    "",
    "x",
    "--b",
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    "Content-Type: text/plain",
    "",
    "hi",
    "--b--",
    "",
  ].join("\r\n");
  const headers: [string, string][] = [["content-type", "multipart/form-data; boundary=b"]];
  const request = { ...requestOf("/p", { method: "POST", headers }), body: new TextEncoder().encode(text) };
  expect(validOf(validate(request)).body).toMatchObject({ name: "x", file: { filename: "a.txt" } });
});

test("a list of many items, one of which has many members, is read by what came", () => {
  const items = "items[][price]=p&".repeat(30_000);
  const members = Array.from({ length: 30_000 }, (_, index) => `items[][k${index}]=`).join("&");
  const { items: found } = read(items + members) as { items: object[] };
  expect([found.length, ...[0, 1].map((at) => Object.keys(found[at] ?? {}).length)]).toEqual([30_000, 30_001, 1]);
});

test("more texts than a function takes arguments are a list", () => {
  expect(read("expand[]=a&".repeat(200_000))).toMatchObject({ expand: { length: 200_000 } });
});
