import nock from "nock";
import { afterEach, expect, test } from "vitest";
import { createFakeSvc } from "./support/service.ts";

// Interceptors of a test's own for the host of a fake: each answers what it matches, the fake all else.

const AUTH = { headers: { authorization: "Bearer t" } };
const FAKE = "the fake";

afterEach(() => {
  nock.cleanAll();
});

/** The answering side: the text of an own interceptor, or the fake. */
async function answeredBy(url: string, init: RequestInit = AUTH): Promise<string> {
  const response = await fetch(url, init);
  expect(response.status).not.toBe(501);
  return response.headers.has("x-ratelimit-limit") ? FAKE : response.text();
}

test.each([
  ["a pattern", /heal/],
  ["a function", (path: string) => path.startsWith("/heal")],
  ["a text", "/health"],
])("%s as path wins, whenever it was set up, as often as it says", async (_, path) => {
  const fake = createFakeSvc();
  nock(fake.baseUrl).get(path).reply(200, "before");
  using _off = fake.intercept();
  nock(fake.baseUrl).get(path).times(2).reply(200, "after");
  const answers: string[] = [];
  for (let call = 0; call < 4; call++) answers.push(await answeredBy(`${fake.baseUrl}/health`));
  expect(answers).toEqual(["before", "after", "after", FAKE]);
});

test("one for a query leaves other queries to the fake", async () => {
  const fake = createFakeSvc();
  using _off = fake.intercept();
  nock(fake.baseUrl).get("/personas/p1/emails").query({ limit: 5 }).reply(200, "mine");
  expect(await answeredBy(`${fake.baseUrl}/personas/p1/emails?limit=10`)).toBe(FAKE);
  expect(await answeredBy(`${fake.baseUrl}/personas/p1/emails?limit=5`)).toBe("mine");
});

test("one for headers leaves other headers to the fake", async () => {
  const fake = createFakeSvc();
  using _off = fake.intercept();
  nock(fake.baseUrl, { reqheaders: { "x-a": "1" } })
    .get("/health")
    .reply(200, "mine");
  expect(await answeredBy(`${fake.baseUrl}/health`)).toBe(FAKE);
  expect(await answeredBy(`${fake.baseUrl}/health`, { headers: { ...AUTH.headers, "x-a": "1" } })).toBe("mine");
});

test("one for a body leaves other bodies to the fake", async () => {
  const body = { content: { "application/json": { schema: {} } } };
  const post = { operationId: "j", requestBody: body, responses: { 200: { description: "", ...body } } };
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/j": { post } } };
  const fake = createFakeSvc({ document });
  using _off = fake.intercept();
  nock(fake.baseUrl).post("/j", { a: 1 }).reply(200, "mine");
  const send = (a: number) =>
    answeredBy(`${fake.baseUrl}/j`, {
      method: "POST",
      body: JSON.stringify({ a }),
      headers: { "content-type": "application/json" },
    });
  expect([await send(2), await send(1), await send(1)]).toEqual([FAKE, "mine", FAKE]);
  expect(fake.calls.map(({ body: sent }) => sent)).toEqual([{ a: 2 }, { a: 1 }]);
});

test("one for another method leaves the rest of the path to the fake", async () => {
  const fake = createFakeSvc();
  using _off = fake.intercept();
  nock(fake.baseUrl).intercept("/health", "PURGE").reply(200, "mine");
  expect(await answeredBy(`${fake.baseUrl}/health`)).toBe(FAKE);
  expect(await answeredBy(`${fake.baseUrl}/health`, { method: "PURGE" })).toBe("mine");
});

test("one that allows what is not mocked does not let the fake's requests through", async () => {
  const fake = createFakeSvc();
  nock(fake.baseUrl, { allowUnmocked: true }).get("/mine").reply(200, "mine");
  using _off = fake.intercept();
  expect(await answeredBy(`${fake.baseUrl}/health`)).toBe(FAKE);
  expect(await answeredBy(`${fake.baseUrl}/mine`)).toBe("mine");
});

test("one for many hosts keeps them, and what it does not match is refused", async () => {
  const fake = createFakeSvc();
  nock(/example\.test/)
    .get("/health")
    .reply(200, "mine");
  using _off = fake.intercept();
  expect(await answeredBy(`${fake.baseUrl}/health`)).toBe("mine");
  await expect(fetch(`${fake.baseUrl}/sessions/s/replay`, AUTH)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("an interceptor of the test serves the whole host") },
  });
});

test("one for many hosts that is set up later leaves the fake's host to the fake", async () => {
  const fake = createFakeSvc();
  using _off = fake.intercept();
  nock(/example\.test/)
    .get("/health")
    .times(2)
    .reply(200, "mine");
  expect(await answeredBy(`${fake.baseUrl}/health`)).toBe(FAKE);
  expect(await answeredBy("https://other.example.test/health")).toBe("mine");
});

test("a host that was the test's before is so again afterwards", async () => {
  const fake = createFakeSvc();
  nock(fake.baseUrl).get("/mine").reply(200, "mine");
  const off = fake.intercept();
  expect(await answeredBy(`${fake.baseUrl}/mine`)).toBe("mine");
  off();
  // The message of nock where all interceptors of a host were used up.
  expect((await fetch(`${fake.baseUrl}/mine`)).status).toBe(501);
});
