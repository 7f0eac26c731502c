import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allSteps } from "../test/support/validate-document.ts";
import { createRequestValidator } from "./create-request-validator.ts";
import { type HttpRequest, validationErrorResponse } from "./http.ts";

const url = new URL("../fixtures/fastapi-bodies.json", import.meta.url);
const { document }: { document: { paths: object } } = JSON.parse(readFileSync(url, "utf8"));
const model = createModel(document);
const validate = allSteps(createRequestValidator(model, { checkCredential: () => undefined }));

const paths = Object.keys(document.paths).map((path) => path.replace(/\{[^}]*\}/g, "1"));
const target = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.tuple(fc.constantFrom(...paths), fc.webQueryParameters()).map(([path, query]) => `${path}?${query}`),
  fc.tuple(fc.constantFrom(...paths), fc.string({ unit: "grapheme-ascii" })).map(([path, rest]) => path + rest),
);
const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("application/json", "multipart/form-data; boundary=B", "Bearer"),
);
const name = fc.oneof(fc.string(), fc.constantFrom("content-type", "authorization", "cookie", "x-tok"));
const names = ["i", "ib", "f", "s", "un", "pet", "node", "v", "kids", "a", "kind", "__proto__"];
const member = fc
  .tuple(fc.constantFrom(...names), fc.jsonValue())
  .map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`);
const body = fc.oneof(
  fc.uint8Array(),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc.array(member).map((members) => new TextEncoder().encode(`{${members.join(",")}}`)),
);
const request: fc.Arbitrary<HttpRequest> = fc.record(
  {
    method: fc.oneof(fc.constantFrom("GET", "POST", "HEAD"), fc.string()),
    target,
    headers: fc.array(fc.tuple(name, value)),
    body,
    origin: fc.constant("http://host"),
  },
  { requiredKeys: ["method", "target", "headers", "origin"] },
);

test("every request is valid or rejected with a response that can be sent", () => {
  fc.assert(
    fc.property(request, (any) => {
      const validated = validate(any);
      if (validated.kind === "invalid") {
        expect(validated.errors.length).toBeGreaterThan(0);
        expect([422, 500]).toContain(validationErrorResponse(validated.errors).status);
      } else if (validated.kind === "response") {
        expect(validated.response.headers.every(([key, text]) => !/[\r\n]/.test(key + text))).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test("a request is validated twice with the same result", () => {
  fc.assert(
    fc.property(request, (any) => {
      expect(validate(any)).toEqual(validate(any));
    }),
  );
});

test("a body whose nesting outgrows the stack is answered", () => {
  const nested = `${'{"v":1,"next":'.repeat(980)}null${"}".repeat(980)}`;
  const validated = validate({
    method: "POST",
    target: "/node",
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(nested),
    origin: "http://host",
  });
  expect(["valid", "response"]).toContain(validated.kind);
});
