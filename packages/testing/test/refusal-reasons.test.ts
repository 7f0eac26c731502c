import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const HEADER = "x-svc-fake-reason";
const problem = {
  type: "object",
  required: ["title", "message", "status"],
  properties: { title: { type: "string" }, message: { type: "string" }, status: { type: "integer" } },
};

/** A service with an error schema of its own. */
const document = documentOf({
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/things": {
      post: {
        operationId: "things_create",
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { size: { type: "integer" }, password: { type: "string", minLength: 80 } },
              },
            },
          },
        },
        responses: {
          204: { description: "Done" },
          "4XX": { description: "Refused", content: { "application/json": { schema: problem } } },
        },
      },
    },
  },
});

async function post(body: unknown, headers: Record<string, string> = { authorization: "Bearer t0ken-of-a-test" }) {
  const fake = createFakeSvc({ document, rateLimit: false });
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  const response = await fake.fetch(`${fake.baseUrl}/things`, init);
  const text = await response.text();
  await fake.close();
  return { status: response.status, text, header: response.headers.get(HEADER), reason: fake.calls[0]?.reason };
}

test("a refused request says place, rule and value, whatever the error schema is", async () => {
  const { status, text, header, reason } = await post({ size: "large" });
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({
    title: "Bad Request",
    message: "size: Input should be a valid integer, unable to parse string as an integer",
    status: 400,
  });
  expect(reason).toEqual({
    place: "body.size",
    rule: "Input should be a valid integer, unable to parse string as an integer",
    value: '"large"',
  });
  expect(header).toBe('body.size: Input should be a valid integer, unable to parse string as an integer (got "large")');
});

test("the error of a missing credential has texts of such an error", async () => {
  const { text, reason } = await post({}, {});
  expect(JSON.parse(text)).toMatchObject({
    title: "Unauthorized",
    message: "Not authenticated",
    status: 401,
  });
  expect(reason).toEqual({ place: "credentials", rule: "Not authenticated", value: undefined });
});

test("a secret is in neither the header nor the journal", async () => {
  const { header, reason } = await post({ password: "hunter2" });
  expect(reason).toEqual({ place: "body.password", rule: "string_too_short", value: undefined });
  expect(header).toBe("body.password: string_too_short");
});

test("the header is printable and bounded, whatever was sent", async () => {
  const { header } = await post({ size: `\u0000\r\n\u{1f511}${"x".repeat(5000)}` });
  expect(header).toMatch(/^[ -~]{1,300}$/);
});

test("an accepted request has no reason", async () => {
  expect(await post({ size: 3 })).toMatchObject({ status: 204, header: null, reason: undefined });
});
