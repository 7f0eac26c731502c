import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";

test("an API key that the document declares as a parameter, too, is not in the journal", async () => {
  const parameter = (name: string) => ({ name, in: "query", required: true, schema: { type: "string" } });
  const parameters = [parameter("appid"), parameter("city")];
  const fake = createFakeSvc({
    document: documentOf({
      security: [{ k: [] }],
      paths: {
        "/weather": { get: { operationId: "weather", parameters, responses: { 204: { description: "Nothing." } } } },
      },
      components: { securitySchemes: { k: { type: "apiKey", in: "query", name: "appid" } } },
    }),
  });
  expect((await fake.fetch(`${fake.baseUrl}/weather?appid=SECRET&city=Rome`)).status).toBe(204);
  expect(fake.calls[0]).toMatchObject({ query: { city: "Rome" }, target: "/weather?appid=[redacted]&city=Rome" });
  expect(JSON.stringify(fake.calls)).not.toContain("SECRET");
});

test("calls that share their headers do not change with one of them", async () => {
  const fake = createFakeSvc();
  const get = (agent: string) => fake.fetch(`${fake.baseUrl}/health`, { headers: { "x-agent": agent } });
  await get("a");
  expect(() => Object.assign(fake.calls[0]?.headers ?? {}, { "x-agent": "changed" })).toThrow(TypeError);
  await get("a");
  await get("b");
  expect(fake.calls.map(({ headers }) => headers["x-agent"])).toEqual(["a", "a", "b"]);
});

test("the time of a call is its own, and of different credentials none is kept", async () => {
  const fake = createFakeSvc();
  const get = (key: string) => fake.fetch(`${fake.baseUrl}/health`, { headers: { authorization: `Bearer ${key}` } });
  await get("FIRST");
  await get("FIRST");
  await get("OTHER");
  const now = fake.calls[1]?.at.getTime();
  fake.calls[0]?.at.setFullYear(1970);
  expect(fake.calls[1]?.at.getTime()).toBe(now);
  expect(JSON.stringify(fake.calls)).not.toMatch(/FIRST|OTHER/);
});
