const assert = require("node:assert/strict");
const { test } = require("node:test");
const { createSvcClient } = require("@svc/client");
const { createFakeSvc } = require("@svc/testing");

test("a CommonJS module requires the client and the fake", async () => {
  const fake = createFakeSvc();
  fake.sessions("s1").cookies.set([{ name: "sid", value: "1" }]);
  const svc = fake.client(createSvcClient);
  const { cookies } = await svc.sessions.cookies.get("s1");
  assert.equal(cookies[0]?.name, "sid");
});
