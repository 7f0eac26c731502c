import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, test } from "node:test";
import { type Agents, createRelay, narrate } from "./relay.ts";
import { createSvcClient } from "./sdk/client/index.ts";
import { build, createFakeSvc } from "./sdk/testing/index.ts";

let fake: ReturnType<typeof createFakeSvc>;
let svc: Agents;

beforeEach(() => {
  fake = createFakeSvc();
  svc = fake.client(createSvcClient);
});

afterEach(async () => {
  await svc.close();
  await fake.close();
});

/** An agent that takes a step a second, and is done after some. */
function works(steps: number): void {
  fake.on("agent_events", async function* ({ sleep }) {
    const made = build.streamItems("agent_events", steps, (index) => ({
      data: { index, done: index === steps - 1 },
    }));
    for (const step of made) {
      await sleep(1000);
      yield step;
    }
  });
}

test("ten minutes of an agent are told in milliseconds", async () => {
  works(600);
  const begun = fake.clock.now();
  const told = await Array.fromAsync(narrate(svc, "a1"));
  assert.equal(told.length, 600);
  assert.match(told[599] ?? "", /^599\. /);
  assert.equal(fake.clock.now() - begun, 600_000);
});

test("a connection that breaks loses no step, and repeats none", async () => {
  works(20);
  fake.fail({ operation: "agent_events", dropAfterItems: 7 });
  const told = await Array.fromAsync(narrate(svc, "a1"));
  const indexes = told.map((line) => Number.parseInt(line, 10));
  assert.deepEqual(
    indexes,
    Array.from({ length: 20 }, (_, n) => n),
  );
  assert.equal(fake.calls.length, 2);
});

test("who has heard enough ends the agent's connection", async () => {
  works(600);
  for await (const line of narrate(svc, "a1")) if (line) break;
  assert.equal(fake.calls[0]?.stream?.ended, "left");
});

test("a browser gets the steps as lines of JSON", async () => {
  works(3);
  const server = createRelay(svc).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/agents/a1`);
  const lines = (await response.text()).trim().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).data.index),
    [0, 1, 2],
  );
  server.closeAllConnections();
  server.close();
});
