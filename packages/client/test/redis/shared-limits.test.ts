import { expect, test } from "vitest";
import { createLimiter } from "../../src/pacing/limiter.ts";
import { limitsByOperation } from "../../src/pacing/limits-by-operation.ts";
import { whole } from "../../src/redis/apply-answer.ts";
import { createLeaseState } from "../../src/redis/lease-state.ts";
import { createSharedLimits } from "../../src/redis/shared-limits.ts";

const EPOCH = 1_800_000_000_000;

function createLimits() {
  const requester = { busy: false, request: () => undefined, stop: () => undefined };
  const store = { isReady: () => false, request: () => Promise.reject(new Error("offline")) };
  const limits = createSharedLimits(() => ({ state: createLeaseState("p", 1000, () => 0.5), store, requester }));
  const limiter = createLimiter(() => 0.5, limitsByOperation);
  return {
    limits,
    limiter,
    /** Limit and remaining of each limit, as an answer reports them. */
    learn(headers: Record<string, string>, operation = "a"): (readonly [number, number])[] {
      const answer = { operation, status: 200, headers: new Headers(headers), sentAt: EPOCH, receivedAt: EPOCH + 10 };
      const route = limiter.route(operation);
      limiter.take(route);
      const { told } = limiter.answered(answer);
      return limits.parts(limiter.state, route).flatMap(({ index, shared }) => {
        const report = told?.[index] && whole(shared.state, answer, told[index]);
        return report ? [[report.limit, report.remaining] as const] : [];
      });
    },
  };
}

test.each([
  [{ "x-ratelimit-limit": "10.5", "x-ratelimit-remaining": "0.5", "x-ratelimit-reset": "1800000060" }, [[10, 0]]],
  [{ "x-ratelimit-limit": "1e400", "x-ratelimit-remaining": "5", "x-ratelimit-reset": "1800000060" }, []],
  [{ "x-ratelimit-limit": "10", "x-ratelimit-remaining": "1e400", "x-ratelimit-reset": "1800000060" }, []],
  [{ "x-ratelimit-limit": "-1", "x-ratelimit-remaining": "5", "x-ratelimit-reset": "1800000060" }, []],
  [{ "ratelimit-policy": "10;w=1e300" }, []],
  [
    { ratelimit: '"a";r=9;t=1, "b";r=299;t=60', "ratelimit-policy": '"a";q=10;w=1, "b";q=300;w=60' },
    [
      [300, 299],
      [10, 9],
    ],
  ],
])("permits are whole numbers, and the largest limit is the first: %j", (headers, reports) => {
  expect(createLimits().learn(headers)).toEqual(reports);
});

test("a service that names a new limit in each answer does not fill Redis with keys", () => {
  const { limits, limiter, learn } = createLimits();
  for (let index = 0; index < 500; index++) {
    const header = { [`x-ratelimit-limit-n${index}`]: "5", [`x-ratelimit-remaining-n${index}`]: "4" };
    learn({ ...header, [`x-ratelimit-reset-n${index}`]: "1800000060" }, `operation ${index}x`);
  }
  expect(limits.all.length).toBe(50);
  expect(limiter.state.routes.length).toBeLessThanOrEqual(201);
});
