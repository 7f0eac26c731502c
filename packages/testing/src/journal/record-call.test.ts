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

test("what a test changes in one recorded call is not changed in others", async () => {
  const paths = { "/ping": { get: { operationId: "ping", responses: { 204: { description: "Nothing." } } } } };
  const fake = createFakeSvc({ document: documentOf({ paths }) });
  const ping = (key: string) => fake.fetch(`${fake.baseUrl}/ping`, { headers: { authorization: key, "x-n": "1" } });
  await ping("Bearer FIRST");
  await ping("Bearer FIRST");
  const [first, second] = fake.calls;
  const at = second?.at.getTime();
  first?.at.setFullYear(1970);
  expect(second?.at.getTime()).toBe(at);
  expect(() => Reflect.apply(Object.assign, undefined, [first?.headers, { "x-n": "2" }])).toThrow(TypeError);
  await ping("Bearer OTHER");
  expect(fake.calls.map(({ headers }) => headers["x-n"])).toEqual(["1", "1", "1"]);
  expect(JSON.stringify(fake.calls)).not.toMatch(/FIRST|OTHER/);
});
