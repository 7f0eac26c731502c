import assert from "node:assert/strict";
// biome-ignore lint/correctness/noUndeclaredDependencies: copied into projects that have both
import { createSvcClient, sdkVersion } from "@svc/client";
// biome-ignore lint/correctness/noUndeclaredDependencies: as above
import { createFakeSvc, model } from "@svc/testing";
// biome-ignore lint/correctness/noUndeclaredDependencies: as above
import { build } from "@svc/testing/build";

// A real call over HTTP from the installed client to the installed fake, of whichever operation the document has first: the
// version that arrives, where the document declares a header for it, is the published one.
const fake = createFakeSvc();
const server = await fake.listen({ port: 0 });
const svc = createSvcClient({ baseUrl: server.url, auth: "any-key" });
try {
  const [operation] = model.operations;
  const method = operation.name.reduce((parent, name) => parent[name], svc);
  await method(...build.args(operation.id));
  const seen = fake.calls[0].headers["x-svc-sdk-version"] ?? sdkVersion;
  assert.equal(seen, process.env.SVC_EXPECTED_VERSION);
  console.log(`x-svc-sdk-version: ${seen}`);
} finally {
  await svc.close();
  await server.close();
}
