import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { createSvcClient } from "@svc/client";
import { createFakeSvc, systemClock } from "@svc/testing";
import { assertNotReceived, countReceived } from "@svc/testing/assert";
import { build } from "@svc/testing/build";
import { progressBar } from "./progress-bar.ts";
import { makeReport } from "./report.ts";

const run = promisify(execFile);
const personaIds = Array.from({ length: 300 }, (_, index) => `p${index}`);

test("300 calls at 100 a minute take two resets, and none is refused", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 100, window: { minutes: 1 } } });
  fake.clock.auto();
  for (const id of personaIds) fake.personas(id).emails.add(build.emails(2), { unread: true });
  const svc = fake.client(createSvcClient);
  const begin = fake.clock.now();
  const seen: number[] = [];
  const report = await makeReport(svc, personaIds, ({ done }) => seen.push(done));
  assert.deepEqual(
    report.map(({ personaId }) => personaId),
    personaIds,
  );
  assert.ok(report.every(({ unread }) => unread === 2));
  assert.deepEqual(
    seen,
    Array.from({ length: 300 }, (_, index) => index + 1),
  );
  assert.equal(Math.round((fake.clock.now() - begin) / 60_000), 2);
  assertNotReceived(fake, "personas.emails.list", { status: 429 });
  await svc.close();
});

test("the command reports every persona, and goes through three windows of a second", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 100, window: { seconds: 1 } }, clock: systemClock });
  const { url } = await fake.listen({ port: 0 });
  const env = { ...process.env, SVC_BASE_URL: url, SVC_API_KEY: "k3y" };
  const { stdout, stderr } = await run(process.execPath, ["main.ts", ...personaIds], { env });
  assert.equal(stdout.trim().split("\n").length, 300);
  assert.match(stderr, /\[={30}\] 300\/300, window \d+\/100\n$/);
  assert.ok(!`${stdout}${stderr}`.includes("k3y"));
  assert.equal(countReceived(fake, "personas.emails.list", { status: 200 }), 300);
  await fake.close();
});

test("the bar shows how far it is, and how long the next window is away", () => {
  const window = { limit: 100, remaining: 0, resetAt: new Date(5000), queued: 180, inFlight: 0 };
  assert.equal(
    progressBar({ done: 120, total: 300 }, window, 2100),
    `[${"=".repeat(12).padEnd(30)}] 120/300, window 0/100, next in 3 s`,
  );
});
