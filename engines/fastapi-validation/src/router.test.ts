import { describe, expect, test } from "vitest";
import { requestOf, responseOf, validatorOf, validOf } from "../test/support/validate-document.ts";

const ok = { responses: { 200: { description: "ok" } } };
/** A path item of these methods that declares the parameters of its template. */
function path(template: string, ...methods: string[]): [string, object] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
  const parameters = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  return [template, { parameters, ...Object.fromEntries(methods.map((method) => [method, ok])) }];
}

const paths = Object.fromEntries([
  path("/items/{id}", "get", "post"),
  path("/items/me", "get", "delete"),
  path("/slash/", "get"),
  path("/files/{a}-{b}.{ext}", "get"),
  path("/a.b", "get"),
  path("/", "get"),
]);
const validate = validatorOf(paths, { schemas: { HTTPValidationError: {} } });

function answer(target: string, method = "GET"): unknown {
  const { status, headers, body } = responseOf(validate(requestOf(target, { method })));
  return [status, Object.fromEntries(headers), body];
}

describe("matching", () => {
  test("the first route of the document that matches path and method wins", () => {
    expect(validOf(validate(requestOf("/items/me"))).operation.path).toBe("/items/{id}");
    expect(validOf(validate(requestOf("/items/me", { method: "DELETE" }))).operation.path).toBe("/items/me");
  });

  test("in documents that are not FastAPI's, text is matched before a parameter", () => {
    expect(validOf(validatorOf(paths)(requestOf("/items/me"))).operation.path).toBe("/items/me");
  });

  test("in documents that are not FastAPI's, more text around a parameter is matched before less", () => {
    const both = Object.fromEntries([path("/a/{x}.ld", "get"), path("/a/{x}.schema.ld", "get"), path("/a/{x}", "get")]);
    const read = validatorOf(both);
    expect(validOf(read(requestOf("/a/1.schema.ld"))).operation.path).toBe("/a/{x}.schema.ld");
    expect(validOf(read(requestOf("/a/1.ld"))).operation.path).toBe("/a/{x}.ld");
    expect(validOf(read(requestOf("/a/1.xml"))).operation.path).toBe("/a/{x}");
  });

  test("a parameter that follows another at once begins where a value of its enum does", () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "format", in: "path", required: true, schema: { enum: [".json", ".xml"] } },
    ];
    const read = validatorOf({ "/a/{id}{format}": { parameters, get: ok } });
    expect(validOf(read(requestOf("/a/b.c.xml"))).path).toEqual({ id: "b.c", format: ".xml" });
    expect(responseOf(read(requestOf("/a/b.yml"))).status).toBe(404);
  });

  test("of operations that only a fragment tells apart, the one without it is matched first", () => {
    const same = Object.fromEntries([path("/a/{x}", "get"), path("/a/{y}#y", "get")]);
    expect(validOf(validatorOf(same)(requestOf("/a/1"))).operation.path).toBe("/a/{x}");
  });

  test("several parameters of one segment are taken greedily from the left", () => {
    expect(validOf(validate(requestOf("/files/x-y-z.tar.gz"))).path).toEqual({ a: "x-y", b: "z.tar", ext: "gz" });
  });

  test("a literal path is no pattern", () => {
    expect(answer("/aXb")).toEqual([404, expect.anything(), '{"detail":"Not Found"}']);
  });

  test.each([
    ["/items/a%20b", "a b"],
    ["/items/a+b", "a+b"],
    ["/items/%C3%A9", "é"],
    ["/items/%FF", "\ufffd"],
    ["/items/%252F", "%2F"],
    ["/items/..", ".."],
    ["/items/%0A", "\n"],
    ["/items/a%0A", "a\n"],
    ["/items/%", "%"],
  ])("%s has the id %j", (target, id) => {
    expect(validOf(validate(requestOf(target))).path).toEqual({ id });
  });

  test.each([
    "/items",
    "/items//",
    "/items/a/b",
    "/items/a%2Fb",
    "/Items/a",
    "//items/a",
    "//",
    "/./items/a",
    "/a.b%0A%0A",
    "items/a",
  ])("%s is not found", (target) => {
    expect(answer(target)).toMatchObject([404, { "content-type": "application/json" }, '{"detail":"Not Found"}']);
  });
});

describe("methods", () => {
  test("another method is told the methods of the first route that matches", () => {
    expect(answer("/items/x", "PUT")).toEqual([
      405,
      { allow: "GET", "content-length": "31", "content-type": "application/json" },
      '{"detail":"Method Not Allowed"}',
    ]);
  });

  test("HEAD is another method, and its answer has no body", () => {
    expect(answer("/items/x", "HEAD")).toMatchObject([405, { "content-length": "31" }, undefined]);
    expect(answer("/nope", "HEAD")).toMatchObject([404, { "content-length": "22" }, undefined]);
    expect(answer("/docs", "HEAD")).toMatchObject([200, { "content-type": "text/html; charset=utf-8" }, undefined]);
  });

  test("methods are told apart by case", () => {
    expect(answer("/items/x", "get")).toMatchObject([405, { allow: "GET" }, expect.anything()]);
  });
});

describe("redirects", () => {
  test.each([
    ["/items/x/", "http://host/items/x"],
    ["/items/x///?a=b&c=%20d", "http://host/items/x?a=b&c=%20d"],
    ["/items/x%2F", "http://host/items/x"],
    ["/items/x/?", "http://host/items/x"],
    ["/slash", "http://host/slash/"],
    ["/items/%C3%A9/", "http://host/items/%C3%A9"],
    ["/items/%FF/", "http://host/items/%EF%BF%BD"],
    ["/items/a%20%22%3Cb/", "http://host/items/a%20%22%3Cb"],
    ["/items/a%23b%3Fc/", "http://host/items/a#b?c"],
    ["/items/x/?a=^|`", "http://host/items/x?a=%5E%7C%60"],
  ])("%s goes to %s", (target, location) => {
    expect(answer(target)).toEqual([307, { "content-length": "0", location }, undefined]);
  });

  test("a redirect comes for any method and without a token", () => {
    expect(answer("/items/x/", "PURGE")).toMatchObject([307, {}, undefined]);
  });
});

test("a target that HTTP does not allow is refused before all else", () => {
  for (const target of ["/items/é", "/items/a b", "/items/\u007f", ""]) {
    const headers = { "content-type": "text/plain; charset=utf-8" };
    expect(answer(target)).toMatchObject([400, headers, "Invalid HTTP request received."]);
  }
});

test("a redirect has the scheme that a proxy tells, where it is one", () => {
  const location = (value: string): string | undefined => {
    const response = responseOf(validate(requestOf("/items/x/", { headers: [["X-Forwarded-Proto", value]] })));
    return response.headers.find(([name]) => name === "location")?.[1];
  };
  expect(location("https")).toBe("https://host/items/x");
  expect(location("HTTPS")).toBe("http://host/items/x");
  expect(location("ftp")).toBe("http://host/items/x");
});

test("the pages that FastAPI adds give way to the document's own, and can be left out", () => {
  const own = validatorOf({ "/docs": { get: ok } });
  expect(own(requestOf("/docs")).kind).toBe("valid");
  expect(responseOf(own(requestOf("/redoc"))).status).toBe(200);
});
