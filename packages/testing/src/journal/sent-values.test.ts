import { expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { assertNotReceived, assertReceived } from "../assert.ts";

const headers = { authorization: "Bearer k" };

test("a refused request is compared by typed values, as an accepted one is", async () => {
  const fake = createFakeSvc();
  const get = (query: string) => fake.fetch(`${fake.baseUrl}/personas/p1/emails?${query}`, { headers });
  expect((await get("limit=500&only_unread=true")).status).toBe(422);
  assertReceived(fake, "personas.emails.list", {
    status: 422,
    path: { persona_id: "p1" },
    query: { limit: 500, only_unread: true },
  });
  assertNotReceived(fake, "personas.emails.list", { query: { limit: 50 } });
  expect(fake.calls[0]?.query).toEqual({ limit: 500, only_unread: true });
  expect((await get("limit=many")).status).toBe(422);
  expect(fake.calls[1]?.query).toEqual({ limit: "many" });
});

test("numbers and their text are the same in parameters", async () => {
  const fake = createFakeSvc();
  for (const limit of [50, 500]) {
    await fake.fetch(`${fake.baseUrl}/personas/p1/emails?limit=${limit}`, { headers });
    assertReceived(fake, "personas.emails.list", { query: { limit: String(limit) } });
    assertReceived(fake, "personas.emails.list", { query: { limit } });
  }
  assertNotReceived(fake, "personas.emails.list", { query: { limit: "0500" } });
});
