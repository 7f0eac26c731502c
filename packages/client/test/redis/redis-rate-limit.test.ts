import { describe, expect, test } from "vitest";
import type { NodeRedisClient } from "../../src/redis/redis-store.ts";
import { redisRateLimit } from "../../src/redis.ts";
import { json, rejection, setup } from "../support/client.ts";
import { digested } from "./fleet.ts";

const ignore = (): Promise<unknown> => Promise.reject(new Error("offline"));
const client: NodeRedisClient = { isReady: false, evalSha: ignore, eval: ignore };

const LIMITED = json(null, {
  headers: { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9", "x-ratelimit-reset": "1800000060" },
});

describe("redisRateLimit", () => {
  test.each([
    [{ client: {} }, "client"],
    [{ client: undefined }, "client"],
    [{ client, leaseMs: 10 }, "leaseMs"],
    [{ client, leaseMs: "1s" }, "leaseMs"],
    [{ client, keyPrefix: 7 }, "keyPrefix"],
    [{ client, onWarning: true }, "onWarning"],
    [{ client, keyPrefix: "{}app:" }, "keyPrefix"],
    [{ client, maxWaitMs: -1 }, "redisRateLimit.maxWaitMs"],
    [{ client, maxWaitMs: false }, "redisRateLimit.maxWaitMs"],
    [{ client, maxQueued: NaN }, "redisRateLimit.maxQueued"],
    [{ client, nope: 1 }, "redisRateLimit.nope"],
    [null, "redisRateLimit"],
    [undefined, "redisRateLimit"],
  ])("refuses options that cannot be right: %#", (options, name) => {
    expect(() => redisRateLimit(options as never)).toThrow(new RegExp(`^${name}: `));
  });

  test.each([{ maxWaitMs: 0 }, { maxQueued: 0 }])(
    "lets through what need not wait for the limit: %j",
    async (limits) => {
      const { svc, clock } = setup([LIMITED], { rateLimit: redisRateLimit({ client, ...limits }) });
      const call = svc.health.get();
      await clock.advance(300);
      await call;
      await svc.close();
    },
  );

  test.each([
    [[]],
    [["x", "y"]],
    [[0, NaN, 0, 0, 0, 0, 0, 0, 0]],
    [[9, 9]],
    [[7, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["OK"],
    [null],
  ])("paces locally, warning once, where Redis answers %j", async (reply) => {
    const odd = { ...client, isReady: true, evalSha: () => Promise.resolve(reply), eval: () => Promise.resolve(reply) };
    const warnings: string[] = [];
    // An observer's own mistakes, thrown late, are nobody's.
    const onWarning = async ({ message }: { message: string }): Promise<void> => {
      warnings.push(message);
      throw new Error("observer");
    };
    const { svc, clock } = setup([LIMITED], { rateLimit: redisRateLimit({ client: odd as never, onWarning }) });
    const calls = [svc.health.get(), svc.health.get()];
    await digested();
    await clock.advance(5000);
    await Promise.all(calls);
    expect(warnings).toEqual([expect.stringContaining("unexpected reply of the script")]);
    await svc.close();
  });

  test("needs a keyPrefix where the credential is no text", () => {
    const auth = (): string => "secret";
    expect(() => setup([LIMITED], { auth, rateLimit: redisRateLimit({ client }) })).toThrow(/^keyPrefix: /);
    expect(() => setup([LIMITED], { auth, rateLimit: redisRateLimit({ client, keyPrefix: "mine:" }) })).not.toThrow();
  });

  test("is asked again by no timer that outlives close", async () => {
    const { svc, clock } = setup([LIMITED], { rateLimit: redisRateLimit({ client }) });
    const call = svc.health.get();
    await clock.advance(300);
    await call;
    await svc.close();
    expect(clock.pending).toBe(0);
  });

  test("warns once with the reason and without the credential, and survives an observer that throws", async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: { message: string }): void => {
      warnings.push(message);
      throw new Error("observer");
    };
    const failing: NodeRedisClient = { ...client, isReady: true };
    const { svc, clock } = setup([LIMITED], { rateLimit: redisRateLimit({ client: failing, onWarning }) });
    const calls = [svc.health.get(), svc.health.get()];
    await digested();
    await clock.advance(10_000);
    await Promise.all(calls);
    expect(warnings).toEqual(["Redis is unavailable (offline): each process paces itself until Redis responds again."]);
    await svc.close();
  });

  test("rejects calls that wait longer than allowed, that are aborted, or that wait at close", async () => {
    const never: NodeRedisClient = { isReady: true, evalSha: () => new Promise(() => undefined), eval: ignore };
    const rateLimit = redisRateLimit({ client: never, maxWaitMs: 100, maxQueued: 2 });
    const { svc, clock, requests } = setup([LIMITED], { rateLimit });
    const abort = new AbortController();
    const aborted = svc.health.get({ signal: abort.signal });
    const late = svc.health.get();
    expect((await rejection(svc.health.get())).name).toBe("RateLimitError");
    abort.abort();
    expect((await rejection(aborted)).name).toBe("AbortedError");
    const [lateError] = await Promise.all([rejection(late), clock.advance(110)]);
    expect(lateError.name).toBe("RateLimitError");
    const last = svc.health.get();
    await svc.close();
    expect((await rejection(last)).name).toBe("AbortedError");
    expect(requests).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("serves higher priorities first", async () => {
    const { svc, clock, requests } = setup([LIMITED], { rateLimit: redisRateLimit({ client }) });
    const low = svc.personas.emails.list("low");
    const high = svc.personas.emails.list("high", undefined, { priority: 1 });
    await clock.advance(1000);
    await Promise.allSettled([low, high]);
    expect(requests[0]?.url).toContain("high");
    await svc.close();
  });

  test("is shared by clients that are given the same object", () => {
    const rateLimit = redisRateLimit({ client });
    const fetch = async (): Promise<Response> => LIMITED.clone();
    const { clock } = setup([LIMITED]);
    const [a, b] = [setup([], { rateLimit, fetch, clock }), setup([], { rateLimit, fetch, clock })];
    a.svc.health.get().catch(() => undefined);
    expect(b.svc.rateLimit.queued).toBe(1);
  });
});
