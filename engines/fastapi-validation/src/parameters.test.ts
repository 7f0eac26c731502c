import { describe, expect, test } from "vitest";
import { errorsOf, requestOf, validatorOf, validOf } from "../test/support/validate-document.ts";
import type { ValidRequest } from "./create-request-validator.ts";
import type { HttpRequest } from "./http.ts";

const ids = { type: "array", items: { type: "integer" } };
const point = { type: "object", properties: { x: { type: "integer" }, y: { type: "integer" } } };

function call(parameters: object[], target: string, headers: HttpRequest["headers"] = []): ValidRequest {
  return validOf(validate(parameters, target)(requestOf(target, { headers })));
}

function errors(parameters: object[], target: string, headers: HttpRequest["headers"] = []): string[] {
  return errorsOf(validate(parameters, target)(requestOf(target, { headers })));
}

/** A document of one operation; a parameter in the path makes it `/p/{name}`. */
function validate(parameters: object[], _target: string): ReturnType<typeof validatorOf> {
  const inPath = parameters.find((parameter) => "in" in parameter && parameter.in === "path") as
    | { name: string }
    | undefined;
  const path = inPath === undefined ? "/p" : `/p/{${inPath.name}}`;
  return validatorOf({ [path]: { get: { parameters, responses: { 200: { description: "ok" } } } } });
}

describe("styles of the query", () => {
  test.each([
    ["form, exploded", {}, "ids=1&ids=2"],
    ["form", { explode: false }, "ids=1,2"],
    ["spaces", { style: "spaceDelimited", explode: false }, "ids=1%202"],
    ["pipes", { style: "pipeDelimited", explode: false }, "ids=1|2"],
  ])("a list by %s", (_, style, query) => {
    expect(call([{ name: "ids", in: "query", schema: ids, ...style }], `/p?${query}`).query).toEqual({ ids: [1, 2] });
  });

  const text = { type: "array", items: { type: "string" } };

  test.each([
    ["form", { explode: false }, "ids=a%2Cb,c+d", ["a,b", "c d"]],
    ["pipes", { style: "pipeDelimited", explode: false }, "ids=a%7Cb|c%2Cd", ["a|b", "c,d"]],
    ["form, the last of several", { explode: false }, "ids=x,y&ids=a%2Cb,c", ["a,b", "c"]],
    ["form, encoded as a whole", { explode: false }, "ids=a%2Cb", ["a", "b"]],
    ["spaces", { style: "spaceDelimited", explode: false }, "ids=a+b%20c", ["a", "b", "c"]],
  ])("a list by %s is split before its parts are decoded", (_, style, query, expected) => {
    const parameter = { name: "ids", in: "query", schema: text, ...style };
    expect(call([parameter], `/p?${query}`).query).toEqual({ ids: expected });
  });

  test.each([
    [{}, "a%2Cb,c", ["a,b", "c"]],
    [{}, "a%2Cb", ["a", "b"]],
    [{ style: "label" }, ".a%2Cb,%3B", ["a,b", ";"]],
    [{ style: "matrix", explode: true }, ";ids=a%3Bb;ids=%3D", ["a;b", "="]],
  ])("a list in a path of %j is split before its parts are decoded", (style, segment, expected) => {
    const parameter = { name: "ids", in: "path", required: true, schema: text, ...style };
    expect(call([parameter], `/p/${segment}`).path).toEqual({ ids: expected });
  });

  test("an object is split before its names and values are decoded", () => {
    const parameter = { name: "at", in: "query", explode: false, schema: { type: "object" } };
    expect(call([parameter], "/p?at=a%2Cb,c%2Cd").query).toEqual({ at: { "a,b": "c,d" } });
  });

  test.each([
    ["form, exploded", {}, "x=1&y=2"],
    ["form", { explode: false }, "at=x,1,y,2"],
    ["deep object", { style: "deepObject", explode: true }, "at[x]=1&at%5By%5D=2"],
  ])("an object by %s", (_, style, query) => {
    expect(call([{ name: "at", in: "query", schema: point, ...style }], `/p?${query}`).query).toEqual({
      at: { x: 1, y: 2 },
    });
  });

  test("a JSON parameter is parsed as a whole", () => {
    const parameter = { name: "at", in: "query", content: { "application/json": { schema: point } } };
    expect(call([parameter], "/p?at=%7B%22x%22:1%7D").query).toEqual({ at: { x: 1 } });
    expect(errors([parameter], "/p?at=%7B")).toEqual(["json_invalid query.at"]);
  });
});

describe("styles of the path", () => {
  test.each([
    ["simple", false, "1,2"],
    ["label", false, ".1,2"],
    ["label", true, ".1.2"],
    ["matrix", false, ";ids=1,2"],
    ["matrix", true, ";ids=1;ids=2"],
  ])("a list by %s, explode %s", (style, explode, text) => {
    const parameter = { name: "ids", in: "path", required: true, schema: ids, style, explode };
    expect(call([parameter], `/p/${text}`).path).toEqual({ ids: [1, 2] });
  });

  test.each([
    ["simple", false, "x,1,y,2"],
    ["simple", true, "x=1,y=2"],
    ["label", true, ".x=1.y=2"],
    ["matrix", true, ";x=1;y=2"],
    ["matrix", false, ";at=x,1,y,2"],
  ])("an object by %s, explode %s", (style, explode, text) => {
    const parameter = { name: "at", in: "path", required: true, schema: point, style, explode };
    expect(call([parameter], `/p/${text}`).path).toEqual({ at: { x: 1, y: 2 } });
  });

  test.each([
    ["simple", "5"],
    ["label", ".5"],
    ["matrix", ";id=5"],
  ])("a number by %s", (style, text) => {
    const parameter = { name: "id", in: "path", required: true, schema: { type: "integer" }, style };
    expect(call([parameter], `/p/${text}`).path).toEqual({ id: 5 });
  });
});

test("headers are read by any case, the first of a repeated one counts, a list is split at commas", () => {
  const one = { name: "X-One", in: "header", schema: { type: "integer" } };
  const many = { name: "x-many", in: "header", schema: ids };
  const headers: HttpRequest["headers"] = [
    ["x-one", " 1 "],
    ["X-ONE", "2"],
    ["X-Many", "1, 2"],
    ["x-many", "3"],
  ];
  expect(call([one, many], "/p", headers).headers).toEqual({ "X-One": 1, "x-many": [1, 2, 3] });
});

test("a slash within a segment belongs to its value, unless the service is made with FastAPI", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const responses = { 200: { description: "ok" } };
  const paths = {
    "/items": { get: { operationId: "list", responses } },
    "/items/{id}": { get: { operationId: "read", parameters: [id], responses } },
  };
  const validate = validatorOf(paths);
  for (const value of ["a/b", "/", "a%2Fb", "ä b"])
    expect(validOf(validate(requestOf(`/items/${encodeURIComponent(value)}`))).path).toEqual({ id: value });
  const validateFastApi = validatorOf(paths, { schemas: { HTTPValidationError: {} } });
  expect(validateFastApi(requestOf("/items/a%2Fb"))).toMatchObject({ response: { status: 404 } });
});

test("cookies are percent-encoded by part, unless the service is made with FastAPI", () => {
  const text = { name: "theme", in: "cookie", schema: { type: "string" } };
  const list = { name: "ids", in: "cookie", explode: false, schema: { type: "array", items: { type: "string" } } };
  const sent = "theme=dark%3B%20x; ids=a%2Cb,c";
  expect(call([text, list], "/p", [["cookie", sent]]).cookies).toEqual({ theme: "dark; x", ids: ["a,b", "c"] });
  const paths = { "/p": { get: { parameters: [text], responses: { 200: { description: "ok" } } } } };
  const validateFastApi = validatorOf(paths, { schemas: { HTTPValidationError: {} } });
  const request = requestOf("/p", { headers: [["cookie", sent]] });
  expect(validOf(validateFastApi(request)).cookies).toEqual({ theme: "dark%3B%20x" });
});

test("cookies are read by name, the last of a repeated one counts", () => {
  const parameter = { name: "id", in: "cookie", schema: { type: "integer" } };
  expect(call([parameter], "/p", [["cookie", 'a=b; id=1; id="2"']]).cookies).toEqual({ id: 2 });
});

test("an absent parameter is its default, null where null is a value, else not there", () => {
  const parameters = [
    { name: "a", in: "query", schema: { type: "integer", default: 7 } },
    { name: "b", in: "query", schema: { anyOf: [{ type: "integer" }, { type: "null" }] } },
    { name: "c", in: "query", schema: { type: "integer" } },
    { name: "d", in: "query", schema: { ...ids, default: [1] } },
  ];
  expect(call(parameters, "/p").query).toEqual({ a: 7, b: null, d: [1] });
});

test("errors come by location, then in the order of the document, and a missing parameter has no input", () => {
  const parameters = [
    { name: "c", in: "cookie", required: true, schema: { type: "integer" } },
    { name: "X-H", in: "header", required: true, schema: { type: "integer" } },
    { name: "q", in: "query", required: true, schema: { type: "integer" } },
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
    { name: "r", in: "query", schema: ids },
  ];
  expect(errors(parameters, "/p/x?r=1&r=x&r=y")).toEqual([
    "int_parsing path.id",
    "missing query.q",
    "int_parsing query.r.1",
    "int_parsing query.r.2",
    "missing header.X-H",
    "missing cookie.c",
  ]);
});

test("a value that the service crashes at is answered 500", () => {
  const parameter = { name: "d", in: "query", schema: { type: "string", format: "duration" } };
  const validated = validate([parameter], "")(requestOf("/p?d=-P999999999DT1S"));
  expect(validated).toMatchObject({ kind: "response", response: { status: 500, body: "Internal Server Error" } });
});

test("names that objects have anyway are names like any other", () => {
  const parameters = ["__proto__", "constructor", "toString"].map((name) => ({
    name,
    in: "query",
    schema: { type: "integer" },
  }));
  const { query } = call(parameters, "/p?__proto__=1&toString=3");
  expect(JSON.stringify(query)).toBe('{"__proto__":1,"toString":3}');
});
