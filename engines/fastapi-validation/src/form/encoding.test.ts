import type { Content, Schema } from "@svc/model";
import { expect, test } from "vitest";
import { parseQuery } from "../request-values.ts";
import { readEncoded } from "./encoding.ts";

const schemaOf = (properties: { [name: string]: Schema }): Schema => ({ type: "object", properties });

test("a list that is JSON in one part, or one text by its style, has its items", () => {
  const json = { contentType: "application/json" };
  const values = { owners: ['[{"id":"1"}]'], none: ["[]"], text: ["x"], csv: ["a,b"], pipe: ["a|b"], many: ["a,b"] };
  const encoding: NonNullable<Content["encoding"]> = {
    owners: json,
    none: json,
    text: json,
    csv: { explode: false },
    pipe: { style: "pipeDelimited", explode: false },
    many: { style: "form" },
    absent: json,
  };
  const list: Schema = { type: "array", items: {} };
  const schema = schemaOf(Object.fromEntries(Object.keys(encoding).map((name) => [name, list])));
  expect(readEncoded(new Map(Object.entries(values)), { schema, encoding }, {}).values).toEqual({
    owners: [{ id: "1" }],
    none: [],
    csv: ["a", "b"],
    pipe: ["a", "b"],
  });
});

test("a field is split before its parts are decoded", () => {
  const schema = schemaOf({ csv: { type: "array", items: {} }, pairs: { type: "object" } });
  const encoding = { csv: { explode: false }, pairs: { explode: false } };
  const form = parseQuery("csv=a%2Cb,c&pairs=k,1%2C2");
  expect(readEncoded(form, { schema, encoding }, {}).values).toEqual({ csv: ["a,b", "c"], pairs: { k: "1,2" } });
});

test("what is no list is none by its style: a text stays, and an object is pairs or JSON", () => {
  const values = { text: ["a, b"], pairs: ["r,100,g,200"], json: ['{"r":1,"g":2}'], other: ["a,b"] };
  const schema = schemaOf({ text: { type: "string" }, pairs: { type: "object" }, json: { type: "object" } });
  const unexploded = { style: "form", explode: false } as const;
  const encoding = Object.fromEntries(Object.keys(values).map((name) => [name, unexploded]));
  expect(readEncoded(new Map(Object.entries(values)), { schema, encoding }, {}).values).toEqual({
    pairs: { r: "100", g: "200" },
  });
});

test("the members of an exploded object are fields, but for those of the form", () => {
  const color: Schema = { type: "object", properties: { r: {}, g: {}, id: {} } };
  const schema = schemaOf({ id: { type: "string" }, color, shade: color });
  const form = new Map([
    ["id", ["1"]],
    ["r", ["100"]],
    ["g", ["200"]],
  ]);
  expect(readEncoded(form, { schema, encoding: { color: { style: "form" } } }, {})).toEqual({
    values: { color: { r: "100", g: "200" } },
    members: ["r", "g"],
  });
});
