import { documentOf, json, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const own = json({
  type: "object",
  properties: { error: { type: "object", required: ["message"], properties: { message: text, param: text } } },
});
const body = {
  content: { "application/json": { schema: { type: "object", required: ["name"], properties: { name: text } } } },
};
const done = { 204: { description: "" } };

const post = (responses: object, more: object = {}): object => ({
  post: { requestBody: body, responses: { ...done, ...responses }, ...more },
});

const fakeOf = (paths: object): ReturnType<typeof createFakeSvc> =>
  createFakeSvc({
    document: documentOf({ components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } }, paths }),
    rateLimit: false,
  });

async function ask(paths: object, target: string, init: RequestInit = { method: "POST", body: "{}" }) {
  await using fake = fakeOf(paths);
  const response = await fake.fetch(fake.baseUrl + target, {
    headers: { "content-type": "application/json" },
    ...init,
  });
  return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
}

const refused = { error: { message: "name: Field required", param: "name" } };

test.each([
  ["400", 400],
  ["422", 422],
  ["4XX", 400],
  ["default", 400],
])("an invalid request is refused with the status and the body of %s", async (status, sent) => {
  const answer = await ask({ "/a": post({ [status]: own }) }, "/a");
  expect(answer).toMatchObject({ status: sent, body: refused });
});

test("422 goes before 400 where both are declared", async () => {
  expect((await ask({ "/a": post({ 400: own, 422: own }) }, "/a")).status).toBe(422);
});

test("an operation that declares no error has that of most others, and their status", async () => {
  const paths = { "/a": post({}), "/b": post({ 422: own }), "/c": post({ 422: own }), "/d": post({ 400: json(text) }) };
  expect(await ask(paths, "/a")).toMatchObject({ status: 422, body: refused });
  expect(await ask(paths, "/nowhere")).toMatchObject({ status: 404, body: { error: { message: "Not Found" } } });
  expect(await ask(paths, "/a", { method: "PUT" })).toMatchObject({
    status: 405,
    body: { error: { message: "Method Not Allowed" } },
  });
});

test("a document without errors gets problem details", async () => {
  const { status, type, body: problem } = await ask({ "/a": post({}) }, "/a");
  expect([status, type]).toEqual([400, "application/problem+json"]);
  expect(problem).toEqual({
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    detail: "name: Field required",
    errors: [{ pointer: "#/name", detail: "Field required" }],
    name: "bad_request",
    message: "name: Field required",
    statusCode: 400,
  });
});

test("a missing credential and a fault have the form of the document", async () => {
  await using fake = fakeOf({ "/a": post({ default: own }, { operationId: "a", security: [{ key: [] }] }) });
  const init = { method: "POST", body: '{"name":"x"}', headers: { "content-type": "application/json" } };
  const missing = await fake.fetch(`${fake.baseUrl}/a`, init);
  expect([missing.status, missing.headers.get("www-authenticate"), await missing.json()]).toEqual([
    401,
    "Bearer",
    { error: { message: "Not authenticated" } },
  ]);
  fake.fail({ status: 503, headers: { "retry-after": "1" } });
  const failed = await fake.fetch(`${fake.baseUrl}/a`, init);
  expect([failed.status, failed.headers.get("retry-after"), await failed.json()]).toEqual([
    503,
    "1",
    { error: { message: "fake.fail: status 503" } },
  ]);
  fake.fail({ status: 503, body: { mine: true } });
  expect(await (await fake.fetch(`${fake.baseUrl}/a`, init)).json()).toEqual({ mine: true });
});

test("documents of FastAPI are refused to the letter", async () => {
  await using fake = createFakeSvc({
    document: documentOf({ schemas: { HTTPValidationError: { type: "object" } }, paths: { "/a": post({}) } }),
  });
  const response = await fake.fetch(`${fake.baseUrl}/a`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect([response.status, await response.json()]).toEqual([
    422,
    { detail: [{ type: "missing", loc: ["body", "name"], msg: "Field required", input: {} }] },
  ]);
});
