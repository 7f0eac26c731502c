import { get } from "node:https";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const answers = (kind: string): object => ({
  responses: {
    200: { description: "ok", content: { "application/json": { schema: { const: { kind } } } } },
  },
});

const document = documentOf({
  servers: [
    { url: "https://api.example.com/v1" },
    {
      url: "https://{shop}.example.net/{version}",
      variables: { shop: { default: "demo" }, version: { default: "v1", enum: ["v1", "v2"] } },
    },
  ],
  paths: {
    "/users": { get: answers("users") },
    "/uploads": { servers: [{ url: "https://up.example.org/files/v1" }], get: answers("uploads") },
    "/{team}/users": { get: answers("team") },
  },
});

const fakeOf = (baseUrl = "https://svc.example.test"): ReturnType<typeof createFakeSvc> =>
  createFakeSvc({ document, baseUrl, rateLimit: false });

async function kindOf(response: Response): Promise<unknown> {
  return response.ok ? ((await response.json()) as { kind: string }).kind : response.status;
}

test.each([
  ["/users", "users"],
  ["/v1/users", "users"],
  ["/v2/users", "users"],
  ["/v1/users?limit=1", "users"],
  ["/v3/users", "team"],
  ["/red/users", "team"],
  ["/v1/red/users", "team"],
  ["/uploads", "uploads"],
  ["/files/v1/uploads", "uploads"],
  ["/v1/uploads", "uploads"],
  ["/files/v1/users", 404],
  ["/v1/nope", 404],
])("over HTTP %s is answered by %s", async (path, kind) => {
  await using fake = fakeOf();
  const server = await fake.listen();
  expect(await kindOf(await fetch(server.url + path))).toBe(kind);
});

test("a server's path is answered beside the path of the base address", async () => {
  await using fake = fakeOf("https://svc.example.test/api");
  const server = await fake.listen();
  const { origin } = new URL(server.url);
  const kinds = ["/api/users", "/api/v1/users", "/v1/users", "/users"].map(async (path) =>
    kindOf(await fetch(origin + path)),
  );
  expect(await Promise.all(kinds)).toEqual(["users", "users", "users", 404]);
});

test("a method that a path below a server does not have is 405", async () => {
  await using fake = fakeOf();
  const response = await fake.fetch(`${fake.baseUrl}/v1/uploads`, { method: "DELETE" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
});

test.each([
  "https://api.example.com/v1/users",
  "https://api.example.com/users",
  "https://ann.example.net/v2/users",
  "https://svc.example.test/v1/users",
])("fetch and nock answer %s", async (url) => {
  await using fake = fakeOf();
  expect(await kindOf(await fake.fetch(url))).toBe("users");
  using _ = fake.intercept();
  expect(await kindOf(await fetch(url))).toBe("users");
});

test("node:https reaches a server whose host is a variable", async () => {
  await using fake = fakeOf();
  using _ = fake.intercept();
  const status = await new Promise((resolve, reject) => {
    get("https://ann.example.net/v1/users", ({ statusCode }) => resolve(statusCode)).on("error", reject);
  });
  expect(status).toBe(200);
});

test("a server of single operations answers at its host; an unknown path of a known host fails loudly", async () => {
  await using fake = fakeOf();
  using _ = fake.intercept();
  expect(await kindOf(await fetch("https://up.example.org/files/v1/uploads"))).toBe("uploads");
  await expect(fetch("https://api.example.com/v1/user")).rejects.toMatchObject({
    cause: { message: expect.stringContaining('GET /users (users.get): "user" instead of "users"') },
  });
  expect(() => fake.assertNoUnmatched()).toThrow("/v1/user");
});

test("fetch rejects hosts that the document does not list", async () => {
  await using fake = fakeOf();
  await expect(fake.fetch("https://api.example.org/v1/users")).rejects.toMatchObject({
    cause: { message: expect.stringContaining("host https://api.example.org instead of") },
  });
});

test("the root leads browsers to the console, and tells clients that it is unknown", async () => {
  await using fake = fakeOf();
  const { url } = await fake.listen();
  const ask = (accept: string) => fetch(url, { redirect: "manual", headers: { accept } });
  expect((await ask("text/html,application/xhtml+xml,*/*;q=0.8")).status).toBe(302);
  expect((await ask("application/json")).status).toBe(404);
});
