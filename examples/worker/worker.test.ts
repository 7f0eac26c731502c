import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { createFakeSvc } from "@svc/testing";
import { assertReceived } from "@svc/testing/assert";

// The binary itself: its command is a script that hands on neither signals nor descriptors.
const { default: binary } = createRequire(import.meta.url)("workerd") as { default: string };
const fake = createFakeSvc({ tokens: ["key-of-worker"] });
let url = "";
let stop = (): void => {};
let stopped: Promise<unknown> = Promise.resolve();

before(async () => {
  const server = await fake.listen({ port: 0 });
  const env = { ...process.env, SVC_BASE_URL: server.url, SVC_API_KEY: "key-of-worker" };
  const options = ["serve", "worker.capnp", "--socket-addr=http=127.0.0.1:0", "--control-fd=3"];
  const workerd = spawn(binary, options, { env, stdio: ["ignore", "inherit", "inherit", "pipe"] });
  stop = () => workerd.kill();
  stopped = once(workerd, "exit");
  const ended = stopped.then(() => Promise.reject(new Error("workerd ended")));
  const ready = once(createInterface(workerd.stdio[3] as NodeJS.ReadableStream), "line");
  const [line] = await Promise.race([ready, ended]);
  url = `http://127.0.0.1:${(JSON.parse(line as string) as { port: number }).port}`;
});

after(async () => {
  stop();
  await stopped;
  await fake.close();
});

test("the worker answers with the names of a session's cookies", async () => {
  fake.sessions("s 1").cookies.set([{ name: "sid", value: "secret" }]);
  const answer = await fetch(`${url}/sessions/s%201/cookies`);
  assert.deepEqual([answer.status, await answer.json()], [200, ["sid"]]);
  assertReceived(fake, "sessions.cookies.get", { path: { session_id: "s 1" }, times: 1 });
});

test("requests at the same time are answered", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/sessions/s2/cookies`)));
  assert.ok(answers.every(({ status }) => status === 200));
});

test("an error of the service is one of the worker, without the credential", async () => {
  fake.fail({ status: 403, times: 1 });
  const answer = await fetch(`${url}/sessions/s3/cookies`);
  assert.equal(answer.status, 502);
  assert.ok(!(await answer.text()).includes("key-of-worker"));
});
