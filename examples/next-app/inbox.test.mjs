import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { createFakeSvc } from "@svc/testing";
import { assertReceived } from "@svc/testing/assert";
import { build } from "@svc/testing/build";

const fake = createFakeSvc({ tokens: ["key-of-app"] });
let url = "";
let stop = () => {};

before(async () => {
  const { url: SVC_BASE_URL } = await fake.listen({ port: 0 });
  const env = { ...process.env, SVC_BASE_URL, SVC_API_KEY: "key-of-app", NEXT_TELEMETRY_DISABLED: "1" };
  const next = ["node_modules/next/dist/bin/next", "start", "--port", "0", "--hostname", "127.0.0.1"];
  const app = spawn(process.execPath, next, { env, stdio: ["ignore", "pipe", "inherit"] });
  stop = () => app.kill();
  let printed = "";
  for await (const piece of app.stdout.iterator({ destroyOnReturn: false })) {
    printed += piece;
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
    if (found && /Ready/.test(printed)) {
      [url] = found;
      break;
    }
  }
});

after(async () => {
  stop();
  await fake.close();
});

test("an inbox is rendered on the server", async () => {
  fake.personas("p1").emails.add(build.email({ subject: "Code 1234", sender_name: "Ada" }));
  const page = await (await fetch(`${url}/inbox/p1`)).text();
  assert.match(page, /<h1>Inbox of (<!-- -->)?p1<\/h1>/);
  assert.match(page, /Code 1234(<!-- -->)?, from (<!-- -->)?Ada/);
  assertReceived(fake, "personas.emails.list", { path: { persona_id: "p1" }, query: { limit: 20 }, times: 1 });
});

test("the browser does not see the credential", async () => {
  assert.ok(!(await (await fetch(`${url}/inbox/p1`)).text()).includes("key-of-app"));
});
