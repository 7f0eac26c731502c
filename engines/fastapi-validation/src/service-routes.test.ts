import { expect, test } from "vitest";
import { answerOf, emptyFront, requestOf } from "./test-document.ts";

test("the document is served as it is, also to HEAD without its body", () => {
  const front = emptyFront({ openapi: "3.1.0", title: "é" });
  const { status, headers, body } = answerOf(front.admit(requestOf("/openapi.json")));
  expect([status, body]).toEqual([200, '{"openapi":"3.1.0","title":"é"}']);
  expect(headers).toEqual([
    ["content-length", "32"],
    ["content-type", "application/json"],
  ]);
  expect(answerOf(front.admit(requestOf("/openapi.json", { method: "HEAD" })))).toEqual({
    status,
    headers,
    body: undefined,
  });
});

test("a document that JSON cannot carry is an internal error", () => {
  expect(answerOf(emptyFront({ maximum: Number.POSITIVE_INFINITY }).admit(requestOf("/openapi.json"))).status).toBe(
    500,
  );
});

test("without a document to show there are no pages either", () => {
  const front = emptyFront(false);
  for (const path of ["/openapi.json", "/docs", "/redoc", "/docs/oauth2-redirect"]) {
    expect(answerOf(front.admit(requestOf(path))).status).toBe(404);
  }
});
