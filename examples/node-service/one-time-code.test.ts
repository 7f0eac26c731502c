import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSvcClient, NotFoundError, type SvcClient, ValidationError } from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";
import { findOneTimeCode } from "./one-time-code.ts";

const fake = createFakeSvc();
let server: Awaited<ReturnType<typeof fake.listen>>;
let svc: SvcClient;

before(async () => {
  server = await fake.listen({ port: 0 });
  svc = createSvcClient({ baseUrl: server.url, auth: "any-key" });
});

after(async () => {
  await svc.close();
  await server.close();
});

test("the newest unread code is found", async () => {
  const { emails } = fake.personas("p1");
  const minutesAgo = (minutes: number): string => new Date(fake.clock.now() - minutes * 60_000).toISOString();
  emails.add(build.email({ subject: "Code 1111", created_at: minutesAgo(2) }), { unread: true });
  emails.add(build.email({ subject: "Code 2222", created_at: minutesAgo(1) }), { unread: true });
  emails.add(build.email({ subject: "Code 3333", created_at: minutesAgo(60) }), { unread: true });
  assert.equal(await findOneTimeCode(svc, "p1"), "2222");
});

test("an argument out of bounds is refused with the place and the reason", async () => {
  await assert.rejects(svc.personas.emails.list("p1", { limit: 500 }), (error: unknown) => {
    assert.ok(error instanceof ValidationError && !(error instanceof NotFoundError));
    assert.deepEqual(error.issues[0]?.loc, ["query", "limit"]);
    return true;
  });
});
