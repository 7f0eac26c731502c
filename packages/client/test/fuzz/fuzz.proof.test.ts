import { expect, test } from "vitest";
import { json, setup } from "../support/client.ts";
import { anyOutcome } from "./any-answer.ts";
import { startHostileServer } from "./hostile-server.ts";
import { createRandom } from "./random.ts";
import { runCase } from "./run-case.ts";
import { runSocketCase } from "./run-socket-case.ts";
import { runStreamCase } from "./run-stream-case.ts";

const CASES = 2000;
const SOCKET_CASES = 200;

test(`whatever the service answers, a call settles with data or an error of the family (${CASES} cases)`, async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= CASES; seed++) {
    const outcome = await runCase(seed).catch((cause) => Promise.reject(new Error(`seed ${seed}`, { cause })));
    seen.add(outcome);
  }
  // Fewer kinds would mean that the cases have become too much alike to find anything.
  expect([...seen].sort()).toEqual([
    "AuthenticationError",
    "ConfigurationError",
    "ConnectionError",
    "NotFoundError",
    "PermissionError",
    "RateLimitError",
    "ServerError",
    "SvcApiError",
    "TimeoutError",
    "ValidationError",
    "data",
  ]);
}, 60_000);

test("whatever a stream sends, it settles, and its service is not asked without a pause", async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= CASES / 5; seed++)
    seen.add(await runStreamCase(seed).catch((cause) => Promise.reject(new Error(`seed ${seed}`, { cause }))));
  expect(seen).toContain("stream: data");
  expect(seen).toContain("stream: ConnectionError");
  expect(seen).toContain("stream: SvcApiError");
}, 60_000);

test(`whatever bytes a server sends, the same (${SOCKET_CASES} cases)`, async () => {
  const server = await startHostileServer({ hangs: false });
  const seen = new Set<string>();
  for (let seed = 1; seed <= SOCKET_CASES; seed++) {
    const outcome = await runSocketCase(server.url, seed).catch((cause) =>
      Promise.reject(new Error(`seed ${seed}`, { cause })),
    );
    seen.add(outcome);
  }
  await server.close();
  expect([...seen]).toEqual(expect.arrayContaining(["ConnectionError", "SvcApiError", "ValidationError", "data"]));
}, 60_000);

test("a client that met anything still works", async () => {
  const random = createRandom(11);
  const any = (): Promise<Response> => anyOutcome(random);
  const { svc, clock } = setup([...Array.from({ length: 50 }, () => any), json("well")], {
    retry: false,
    rateLimit: false,
  });
  for (let index = 0; index < 50; index++) {
    const call = svc.health.get().catch(() => {});
    await clock.advance(100_000);
    await call;
  }
  const last = svc.health.get();
  await clock.advance(400_000);
  expect(await last).toBe("well");
});
