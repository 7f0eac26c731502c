import { afterEach, beforeEach, expect, test } from "vitest";
import { type Registry, startRegistry } from "./start-registry.ts";

let registry: Registry;
beforeEach(async () => {
  registry = await startRegistry();
});
afterEach(() => registry.close());

function publish(version: string): Promise<Response> {
  const body = {
    name: "@acme/a",
    versions: { [version]: { version, dist: { tarball: `${registry.url}@acme/a/-/@acme/a-${version}.tgz` } } },
    "dist-tags": { latest: version },
    _attachments: { [`@acme/a-${version}.tgz`]: { data: Buffer.from(`bytes of ${version}`).toString("base64") } },
  };
  return fetch(`${registry.url}@acme%2fa`, { method: "PUT", body: JSON.stringify(body) });
}

test("what is published can be looked up and downloaded, each version of it", async () => {
  expect((await publish("1.0.0")).status).toBe(201);
  expect((await publish("1.1.0")).status).toBe(201);
  const found = await (await fetch(`${registry.url}@acme%2fa`)).json();
  expect(found).toMatchObject({ "dist-tags": { latest: "1.1.0" } });
  expect(Object.keys(found.versions)).toEqual(["1.0.0", "1.1.0"]);
  const bytes = await fetch(found.versions["1.0.0"].dist.tarball);
  expect(await bytes.text()).toBe("bytes of 1.0.0");
});

test("what is not published is not there", async () => {
  expect((await fetch(`${registry.url}@acme%2fb`)).status).toBe(404);
});
