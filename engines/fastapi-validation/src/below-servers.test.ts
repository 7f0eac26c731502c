import { expect, test } from "vitest";
import { documentValidator, requestOf, responseOf } from "../test/support/validate-document.ts";

test("the document is served as it is, also to HEAD without its body", () => {
  const validate = documentValidator({ openapi: "3.1.0", title: "é" });
  const { status, headers, body } = responseOf(validate(requestOf("/openapi.json")));
  expect([status, body]).toEqual([200, '{"openapi":"3.1.0","title":"é"}']);
  expect(headers).toEqual([
    ["content-length", "32"],
    ["content-type", "application/json"],
  ]);
  expect(responseOf(validate(requestOf("/openapi.json", { method: "HEAD" })))).toEqual({
    status,
    headers,
    body: undefined,
  });
});

test("a document that JSON cannot carry is an internal error", () => {
  expect(responseOf(documentValidator({ maximum: Number.POSITIVE_INFINITY })(requestOf("/openapi.json"))).status).toBe(
    500,
  );
});

test("without a document to show there are no pages either", () => {
  const validate = documentValidator(false);
  for (const path of ["/openapi.json", "/docs", "/redoc", "/docs/oauth2-redirect"]) {
    expect(responseOf(validate(requestOf(path))).status).toBe(404);
  }
});
