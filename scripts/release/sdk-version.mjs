import assert from "node:assert/strict";
// biome-ignore lint/correctness/noUndeclaredDependencies: copied into projects that have both
import { createSvcClient } from "@svc/client";
// biome-ignore lint/correctness/noUndeclaredDependencies: as above
import { createFakeSvc } from "@svc/testing";

// A real call over HTTP from the installed client to the installed fake: the version that arrives is the published one.
const fake = createFakeSvc();
const server = await fake.listen({ port: 0 });
const svc = createSvcClient({ baseUrl: server.url, auth: "any-key" });
try {
  await svc.personas.emails.list("p1");
  const seen = fake.calls[0]?.headers["x-svc-sdk-version"];
  assert.equal(seen, process.env.SVC_EXPECTED_VERSION);
  console.log(`x-svc-sdk-version: ${seen}`);
} finally {
  await svc.close();
  await server.close();
}
