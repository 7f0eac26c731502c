import { afterEach, expect, test } from "vitest";
import { createFakeSvc } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };

/** A fake whose clock nobody moves, with a client that waits at its end for what is under way, as generated ones do. */
function standing() {
  const fake = createFakeSvc({ rateLimit: false });
  fake.clock.auto(false);
  const pending = new Set<Promise<unknown>>();
  fake.client(() => ({ close: () => Promise.allSettled(pending) }));
  const send = (fetchIt: typeof fetch = fake.fetch): Promise<unknown> => {
    const answer = fetchIt(`${fake.baseUrl}/health`, AUTH).then(
      async (response) => [response.status, await response.text().catch((error: Error) => error.message)],
      (error: Error) => `${error.message}: ${(error.cause as Error | undefined)?.message}`,
    );
    pending.add(answer);
    return answer;
  };
  return { fake, send };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const CLOSED = "fetch failed: the fake was closed before it responded";
const interceptions: (() => void)[] = [];
afterEach(() => {
  for (const end of interceptions.splice(0)) end();
});

test.each([
  ["a latency", { latencyMs: 5000 }],
  ["an answer that never comes", { timeout: true }],
] as const)("closing ends a request that waits for %s on a clock that stands still", async (_, fault) => {
  const { fake, send } = standing();
  fake.fail(fault);
  const answer = send();
  await turn();
  await fake.close();
  expect(await answer).toBe(CLOSED);
});

test("closing ends a body that comes in pieces", async () => {
  const { fake, send } = standing();
  fake.fail({ slowBodyMs: 1000 });
  const answer = send();
  await turn();
  await fake.close();
  expect(await answer).toBeDefined();
});

test("closing ends a handler of the test that never answers", async () => {
  const { fake, send } = standing();
  fake.on("health_get", () => new Promise<never>(() => {}));
  const answer = send();
  await turn();
  await fake.close();
  expect(await answer).toBe(CLOSED);
});

test("closing ends an intercepted request that is never answered", async () => {
  const { fake, send } = standing();
  fake.fail({ timeout: true });
  interceptions.push(fake.intercept());
  const answer = send(fetch);
  await turn();
  await fake.close();
  expect(await answer).toMatch(/^fetch failed/);
});

test("closing ends a request over HTTP that is never answered", async () => {
  const { fake } = standing();
  const server = await fake.listen();
  fake.fail({ timeout: true });
  const answer = fetch(`${server.url}/health`, AUTH).catch((error: Error) => error.message);
  await turn();
  await fake.close();
  expect(await answer).toBe("fetch failed");
});
