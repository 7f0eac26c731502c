import { expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { recordSvc } from "../index.ts";

const baseUrl = "https://live.example.test";
const headers = { authorization: "Bearer k" };

async function replaying(...targets: string[]) {
  const recorder = recordSvc({ baseUrl, fetch: async () => Response.json({ detail: "recorded" }) });
  for (const target of targets) await recorder.fetch(baseUrl + target, { headers });
  return createFakeSvc({ recording: recorder.recording() });
}

test("a request that the document refuses and the service has answered is answered as it was", async () => {
  const fake = await replaying("/personas/p1/emails?limit=500");
  const answer = await fake.fetch(`${fake.baseUrl}/personas/p1/emails?limit=500`, { headers });
  expect([answer.status, await answer.json()]).toEqual([200, { detail: "recorded" }]);
  expect((await fake.fetch(`${fake.baseUrl}/personas/p1/emails?limit=501`, { headers })).status).toBe(422);
  expect((await fake.fetch(`${fake.baseUrl}/personas/p1/emails?limit=500`)).status).toBe(401);
});

test("a path that the document does not have is answered as it was, and is no stray request", async () => {
  const fake = await replaying("/webhooks?page=2");
  const answer = await fake.fetch(`${fake.baseUrl}/webhooks?page=2`, { headers });
  expect([answer.status, await answer.json()]).toEqual([200, { detail: "recorded" }]);
  fake.assertNoUnmatched();
  expect((await fake.fetch(`${fake.baseUrl}/webhooks`, { headers })).status).toBe(404);
});

test("calls are not filtered by an operation that does not exist", () => {
  expect(() => createFakeSvc().calls.filter({ operation: "persona_emails_lst" })).toThrow("did you mean");
});

test("a credential in a query that is refused is not in the journal", async () => {
  const fake = createFakeSvc();
  await fake.fetch(`${fake.baseUrl}/nowhere?access_token=s3cret&a=1`, { headers });
  expect(fake.calls[0]?.query).toEqual({ a: "1" });
  expect(JSON.stringify(fake.calls)).not.toContain("s3cret");
});
