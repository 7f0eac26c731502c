import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { createFakeSvc } from "@svc/testing";
import { assertReceived, countReceived } from "@svc/testing/assert";
import { build } from "@svc/testing/build";
import { createApp } from "./app.ts";
import { createTenants } from "./tenants.ts";

const keys = { acme: "key-of-acme", globex: "key-of-globex", stale: "key-that-was-revoked" };
let fake: ReturnType<typeof createFakeSvc>;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  fake = createFakeSvc({ tokens: [keys.acme, keys.globex], rateLimit: { limit: 5 } });
  const { url } = await fake.listen({ port: 0 });
  app = createApp(createTenants(keys, url));
});

afterEach(async () => {
  await app.close();
  await fake.close();
});

async function codeOf(persona: string, tenant: string): Promise<{ status: number; body: unknown }> {
  const { statusCode, body } = await app.inject({ url: `/personas/${persona}/code`, headers: { "x-tenant": tenant } });
  return { status: statusCode, body: JSON.parse(body) };
}

test("the newest unread code is found", async () => {
  const { emails } = fake.personas("p1");
  const minutesAgo = (minutes: number): string => new Date(fake.clock.now() - minutes * 60_000).toISOString();
  emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(2) }), { unread: true });
  emails.add(build.email({ subject: "Code 2222", created_at: minutesAgo(1) }), { unread: true });
  emails.add(build.email({ subject: "Code 3333", created_at: minutesAgo(60) }), { unread: true });
  assert.deepEqual(await codeOf("p1", "acme"), { status: 200, body: { code: "2222" } });
  assertReceived(fake, "personas.emails.list", { path: { persona_id: "p1" }, query: { only_unread: true } });
});

test("a persona without mail has no code", async () => {
  fake.personas("p1").emails.add([]);
  assert.deepEqual(await codeOf("p1", "acme"), { status: 404, body: { error: "no code" } });
});

test("one tenant's calls use nothing of another's rate limit", async () => {
  fake
    .personas("p1")
    .emails.add(build.email({ subject: "Code 1111", created_at: new Date(fake.clock.now()).toISOString() }));
  const codes = await Promise.all(
    ["acme", "globex"].flatMap((tenant) => Array.from({ length: 5 }, () => codeOf("p1", tenant))),
  );
  assert.ok(codes.every(({ status }) => status === 200));
  assert.equal(countReceived(fake, "personas.emails.list", { status: 200 }), 10);
});

test("an unknown tenant is refused without a call", async () => {
  assert.equal((await codeOf("p1", "nobody")).status, 403);
  assert.equal((await codeOf("p1", "__proto__")).status, 403);
  assert.equal(fake.calls.length, 0);
});

test("a tenant whose key is refused is told so, and nobody sees the key", async () => {
  const answer = await codeOf("p1", "stale");
  assert.deepEqual(answer, { status: 502, body: { error: "this tenant's key is refused" } });
  assert.ok(!JSON.stringify([answer, fake.calls]).includes(keys.stale));
});
