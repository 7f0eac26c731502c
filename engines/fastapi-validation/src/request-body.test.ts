import { describe, expect, test } from "vitest";
import {
  errorsOf,
  requestOf,
  responseOf,
  type Validated,
  validatorOf,
  validOf,
} from "../test/support/validate-document.ts";
import { FormFile } from "./form/file.ts";
import type { HttpRequest } from "./http.ts";

const JSON_TYPE: HttpRequest["headers"] = [["Content-Type", "application/json"]];
const item = {
  type: "object",
  required: ["id", "made"],
  properties: {
    id: { type: "integer" },
    made: { type: "string", readOnly: true },
    tag: { type: "string", default: "none" },
    span: { type: "string", format: "duration" },
    parent: { $ref: "#/components/schemas/Item" },
  },
};

/** Sends a body to an operation that takes this content. */
function send(content: object, body: unknown, headers = JSON_TYPE, required = true): Validated {
  const operation = { requestBody: { required, content }, responses: { 200: { description: "ok" } } };
  const validate = validatorOf({ "/p": { post: operation } }, { schemas: { Item: item } });
  return validate(requestOf("/p", { method: "POST", body, headers }));
}

function json(schema: object): object {
  return { "application/json": { schema } };
}

const ITEM = json({ $ref: "#/components/schemas/Item" });

describe("a JSON body", () => {
  test("is converted as pydantic converts it, and what the document does not name is left out", () => {
    const { body } = validOf(send(ITEM, { id: "5", extra: 1, parent: { id: 6.0 }, span: "PT5M" }));
    expect(body).toEqual({ id: 5, tag: "none", span: "PT5M", parent: { id: 6, tag: "none" } });
  });

  test("that recurs is judged at every depth", () => {
    expect(errorsOf(send(ITEM, { id: 1, parent: { id: 2, parent: {} } }))).toEqual(["missing body.parent.parent.id"]);
  });

  test("has its errors in the order of the document, then unknown names in the order of the body", () => {
    const strict = json({ ...item, additionalProperties: false });
    const errors = errorsOf(send(strict, { z: 1, tag: 5, y: 2, id: "x" }));
    expect(errors).toEqual([
      "int_parsing body.id",
      "string_type body.tag",
      "extra_forbidden body.z",
      "extra_forbidden body.y",
    ]);
  });

  test("that is absent is missing, unless it need not be there", () => {
    expect(errorsOf(send(ITEM, undefined, []))).toEqual(["missing body"]);
    expect(errorsOf(send(ITEM, "null"))).toEqual(["missing body"]);
    expect(validOf(send(ITEM, undefined, [], false)).body).toBeUndefined();
  });

  test("that is empty, with a content type, is an object without fields", () => {
    expect(errorsOf(send(ITEM, undefined))).toEqual(["missing body.id"]);
    expect(validOf(send(json({ type: "object", properties: { a: { default: 1 } } }), undefined)).body).toEqual({
      a: 1,
    });
  });

  test("that is no JSON is refused with the place, before any token is asked for", () => {
    const post = { security: [{ a: [] }], requestBody: { content: ITEM }, responses: { 200: { description: "ok" } } };
    const securitySchemes = { a: { type: "http", scheme: "bearer" } };
    const validate = validatorOf({ "/p": { post } }, { schemas: { Item: item }, securitySchemes });
    const ask = (body: string): string =>
      String(responseOf(validate(requestOf("/p", { body, headers: JSON_TYPE }))).body);
    expect(ask('{"id":1')).toBe(
      '{"detail":[{"type":"json_invalid","loc":["body",7],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting \',\' delimiter"}}]}',
    );
    expect(ask('{"id":"x"}')).toBe('{"detail":"Not authenticated"}');
  });

  test("that cannot be decoded, nests without end or has a number of too many digits is a bad request", () => {
    for (const body of [new Uint8Array([0xff, 0xfe, 0xff]), "[".repeat(50_000), "9".repeat(5000)]) {
      const { status, body: text } = responseOf(send(ITEM, body));
      expect([status, text]).toEqual([400, '{"detail":"There was an error parsing the body"}']);
    }
  });

  test("of another type is no object to read a model from", () => {
    expect(errorsOf(send(ITEM, { id: 1 }, [["content-type", "text/plain"]]))).toEqual(["model_attributes_type body"]);
    expect(validOf(send(ITEM, { id: 1 }, [["content-type", "application/vnd.x+json; a=b"]])).body).toMatchObject({
      id: 1,
    });
  });

  test("whose refusal cannot be written is an internal error", () => {
    expect(responseOf(send(ITEM, '{"id":NaN}'))).toMatchObject({ status: 500, body: "Internal Server Error" });
  });

  test.each([
    ['"\\ud800"', "string_unicode body"],
    ['{"a":["x","\\udc00x"]}', "string_unicode body.a.1"],
    ['{"\\ud800":1}', "string_unicode body.\ud800"],
  ])("with half of a surrogate pair is refused, and the refusal can be read: %s", (text, issue) => {
    const sent = send(json({}), text);
    expect(errorsOf(sent)).toEqual([issue]);
    expect(responseOf(sent).status).toBe(422);
    expect(JSON.parse(String(responseOf(sent).body)).detail[0].msg).toBe(
      "Input should be a valid string, unable to parse raw data as a unicode string",
    );
    expect(responseOf(send(ITEM, '{"id":"\\ud800"}')).status).toBe(422);
    expect(validOf(send(json({}), '{"a":"\\ud83d\\ude00"}')).body).toEqual({ a: "😀" });
  });

  test("keeps big integers and floats apart in what it echoes", () => {
    const { body } = responseOf(send(json({ type: "string" }), "[12345678901234567890,5.0,1e-7]"));
    expect(body).toContain('"input":[12345678901234567890,5.0,1e-07]');
  });
});

describe("a form", () => {
  const schema = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "integer" },
      ids: { type: "array", items: { type: "integer" } },
      file: { type: "string", format: "binary" },
    },
  };

  test("of names and values is converted, lists by repetition", () => {
    const headers: HttpRequest["headers"] = [["content-type", "application/x-www-form-urlencoded"]];
    const content = { "application/x-www-form-urlencoded": { schema } };
    expect(validOf(send(content, "id=+5&ids=1&ids=2&x=1", headers)).body).toEqual({ id: 5, ids: [1, 2] });
    expect(errorsOf(send(content, "id=&ids=x", headers))).toEqual(["missing body.id", "int_parsing body.ids.0"]);
  });

  test("of parts carries files as bytes", () => {
    const headers: HttpRequest["headers"] = [["content-type", 'multipart/form-data; boundary="B"']];
    const content = { "multipart/form-data": { schema } };
    const file =
      'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\ny';
    const body = `--B\r\nContent-Disposition: form-data; name="id"\r\n\r\n7\r\n--B\r\n${file}\r\n--B--\r\n`;
    const bytes = new TextEncoder().encode("x\r\ny");
    expect(validOf(send(content, body, headers)).body).toEqual({
      id: 7,
      file: new FormFile({
        filename: "a.txt",
        headers: [
          ["content-disposition", 'form-data; name="file"; filename="a.txt"'],
          ["content-type", "text/plain"],
        ],
        bytes,
      }),
    });
    expect(responseOf(send(content, "--B\r\nbro ken", headers)).status).toBe(400);
    expect(responseOf(send(content, "x", [["content-type", "multipart/form-data"]])).body).toBe(
      '{"detail":"Missing boundary in multipart."}',
    );
  });
});

test("a file of a form has a type that the document allows for its part", () => {
  const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
  const encoding = { file: { contentType: "image/png, audio/*" } };
  const sendAs = (type: string) =>
    send(
      { "multipart/form-data": { schema, encoding } },
      `--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n${type}\r\n\r\nx\r\n--B--\r\n`,
      [["content-type", "multipart/form-data; boundary=B"]],
    );
  for (const type of ["image/png", "audio/mpeg; rate=1"])
    expect(validOf(sendAs(`Content-Type: ${type}`)).body).toHaveProperty("file");
  expect(validOf(sendAs("X: y")).body).toHaveProperty("file");
  expect(sendAs("Content-Type: text/html")).toMatchObject({
    errors: [
      { type: "value_error", loc: ["body", "file"], msg: expect.stringMatching(/image\/png, audio.*text\/html/) },
    ],
  });
});

test("a body of any media type is JSON where it cannot be a text", () => {
  const any = { "*/*": { schema: { $ref: "#/components/schemas/Item" } } };
  expect(validOf(send(any, '{"id":"3"}')).body).toEqual({ id: 3, tag: "none" });
  expect(errorsOf(send(any, "{}"))).toHaveLength(1);
  expect(validOf(send({ "*/*": { schema: { type: "string" } } }, "[]", [])).body).toBeInstanceOf(Uint8Array);
});

test("other content passes as it is: text as text, the rest as bytes", () => {
  expect(validOf(send({ "text/plain": { schema: { type: "string" } } }, "hé", [])).body).toBe("hé");
  const bytes = new Uint8Array([1, 2, 255]);
  expect(validOf(send({ "application/octet-stream": {} }, bytes, [])).body).toEqual(bytes);
});

test("of several types the request's own counts", () => {
  const content = { ...json({ type: "integer" }), "text/plain": { schema: { type: "string" } } };
  expect(validOf(send(content, "5")).body).toBe(5);
  expect(validOf(send(content, "5", [["content-type", "text/plain; charset=utf-8"]])).body).toBe("5");
});
