import { expect, test } from "vitest";
import { AbortedError, NotFoundError, SvcError } from "../../src/index.ts";
import { createClient, type LongRunningPromise, withLongRunning } from "../../src/runtime.ts";
import type { ClientTable } from "../../src/table.ts";
import { WaiterError, WaiterTimeoutError } from "../../src/waiters.ts";
import { rejection } from "../support/client.ts";
import { manualClock } from "../support/manual-clock.ts";

const BASE = "https://api.example/v1";

const TABLE: ClientTable = {
  documentVersion: "1",
  headers: { "api-version": "7" },
  schemes: { key: { kind: "bearer" } },
  security: [["key"]],
  operations: [
    { id: "train", method: "POST", path: "/models", name: "models.train", longRunning: true, empty: true },
    { id: "model_put", method: "PUT", path: "/models/{id}", name: "models.put", longRunning: true, empty: true },
    { id: "model_get", method: "GET", path: "/models/{id}", name: "models.get" },
    {
      id: "job_get",
      method: "GET",
      path: "/jobs/{id}",
      name: "jobs.get",
      waiters: [{ name: "untilDone", pointer: ["phase"], success: ["over"], failure: ["dead"] }],
    },
  ],
};

interface Methods {
  readonly models: {
    train(options?: object): LongRunningPromise<unknown, unknown>;
    put(id: string, options?: object): LongRunningPromise<unknown, unknown>;
  };
}

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/** A client of a service that gives these answers, one after the other; the last one again and again. */
function createModels(...answers: Answer[]) {
  const clock = manualClock();
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    const [status, body, headers = {}] = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
    const response =
      body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
    return Object.defineProperty(response, "url", { value: request.url });
  };
  const options = { baseUrl: BASE, auth: "secret", clock, random: () => 0.5, fetch, rateLimit: false, retry: false };
  const svc = withLongRunning(createClient<Methods, object>(TABLE, options as object), TABLE);
  const sent = (): string[] => requests.map(({ method, url }) => `${method} ${url.replace(BASE, "")}`);
  return { svc, clock, requests, sent };
}

const monitor = (value: string) => ({ "operation-location": value });

test("work is polled by its monitor until it has succeeded, with the client's credential and headers", async () => {
  const { svc, clock, requests, sent } = createModels(
    [202, { id: "m1" }, { ...monitor("/v1/operations/o1"), "retry-after": "7" }],
    [200, { status: "Running" }],
    [200, { status: "Succeeded", result: { accuracy: 0.9 } }],
  );
  const training = svc.models.train();
  expect(await training).toEqual({ id: "m1" });
  const done = training.untilDone();
  await clock.advance(6999);
  expect(requests).toHaveLength(1);
  await clock.advance(1 + 1000);
  expect(await done).toEqual({ accuracy: 0.9 });
  expect(sent()).toEqual(["POST /models", "GET /operations/o1", "GET /operations/o1"]);
  expect(requests.map(({ headers }) => [headers.get("authorization"), headers.get("api-version")])).toEqual(
    Array(3).fill(["Bearer secret", "7"]),
  );
  await svc.close();
  expect(clock.pending).toBe(0);
});

test("Location is polled while it answers 202, and may change; what it answers then is the result", async () => {
  const { svc, clock, sent } = createModels(
    [202, undefined, { location: "queue/1" }],
    [202, undefined, { location: "/v1/queue/2" }],
    [202],
    [200, { id: "m1" }],
  );
  const done = svc.models.train().untilDone();
  await clock.advance(5000);
  expect(await done).toEqual({ id: "m1" });
  expect(sent()).toEqual(["POST /models", "GET /queue/1", "GET /queue/2", "GET /queue/2"]);
});

test("Azure-AsyncOperation goes before Location, which has the result of a POST", async () => {
  const headers = { "azure-asyncoperation": `${BASE}/status/1`, location: `${BASE}/results/1` };
  const { svc, clock, sent } = createModels([202, undefined, headers], [200, { status: "succeeded" }], [200, { n: 1 }]);
  const done = svc.models.train().untilDone();
  await clock.advance(0);
  expect(await done).toEqual({ n: 1 });
  expect(sent()).toEqual(["POST /models", "GET /status/1", "GET /results/1"]);
});

test.each([
  ["the address of a PUT", { status: "Succeeded" }, "GET /models/m1"],
  ["what the monitor names", { status: "Succeeded", resourceLocation: "/v1/models/m2" }, "GET /models/m2"],
])("the result is read at %s", async (_, succeeded, last) => {
  const { svc, clock, sent } = createModels(
    [201, { id: "m1" }, monitor("/v1/o/1")],
    [200, succeeded],
    [200, { id: "m" }],
  );
  const done = svc.models.put("m1").untilDone();
  await clock.advance(0);
  expect(await done).toEqual({ id: "m" });
  expect(sent()).toEqual(["PUT /models/m1", "GET /o/1", last]);
});

test.each(["Failed", "Canceled", "cancelled"])("%s is a WaiterError with the monitor's body", async (status) => {
  const { svc, clock } = createModels([202, undefined, monitor("/v1/o/1")], [200, { status, error: { code: "x" } }]);
  const failed = rejection(svc.models.train().untilDone());
  await clock.advance(0);
  const error = await failed;
  expect(WaiterError.is(error)).toBe(true);
  expect(error).toMatchObject({ state: status, operation: "train", resource: { error: { code: "x" } } });
});

test("a declared waiter untilDone of the operation at the address decides", async () => {
  const { svc, clock } = createModels(
    [202, undefined, { location: `${BASE}/jobs/1` }],
    [200, { phase: "going" }],
    [200, { phase: "over" }],
  );
  const done = svc.models.train().untilDone();
  await clock.advance(1000);
  expect(await done).toEqual({ phase: "over" });
  const dead = createModels([202, undefined, { location: `${BASE}/jobs/1` }], [200, { phase: "dead" }]);
  const failed = rejection(dead.svc.models.train().untilDone());
  await dead.clock.advance(0);
  expect(WaiterError.is(await failed)).toBe(true);
});

test("work that has ended with the call has its result at once; 202 without an address is an error", async () => {
  const ended = createModels([200, { id: "m1" }]);
  expect(await ended.svc.models.train().untilDone()).toEqual({ id: "m1" });
  const lost = createModels([202, {}]);
  const error = await rejection(lost.svc.models.train().untilDone());
  expect(SvcError.is(error) && error.message).toMatch(/^train: 202 without Operation-Location/);
  expect(ended.sent()).toEqual(["POST /models"]);
});

test.each(["https://evil.example/o/1", "http://api.example/v1/o/1", "//evil.example/o", "https://api.example.evil/"])(
  "%s gets neither request nor credential",
  async (address) => {
    const { svc, clock, sent } = createModels([202, undefined, monitor(address)]);
    const failed = rejection(svc.models.train().untilDone());
    await clock.advance(0);
    expect((await failed).message).toMatch(/^train: the service names an address at http.*, which gets no credential$/);
    expect(sent()).toEqual(["POST /models"]);
  },
);

test("failures that pass are polled through, others end the wait, time and signal do, too", async () => {
  const flaky = createModels([202, undefined, monitor("/v1/o/1")], [503], [200, { status: "Succeeded" }]);
  const done = flaky.svc.models.train().untilDone();
  await flaky.clock.advance(1000);
  expect(await done).toEqual({ status: "Succeeded" });
  const gone = createModels([202, undefined, monitor("/v1/o/1")], [404]);
  const missing = rejection(gone.svc.models.train().untilDone());
  await gone.clock.advance(0);
  expect(NotFoundError.is(await missing)).toBe(true);
  const begun: Answer = [202, undefined, monitor("/v1/o/1")];
  const slow = createModels(begun, begun, begun, [200, { status: "Running" }]);
  const controller = new AbortController();
  const late = rejection(slow.svc.models.train().untilDone({ timeoutMs: 100 }));
  const aborted = rejection(slow.svc.models.train().untilDone({ signal: controller.signal }));
  const closed = rejection(slow.svc.models.train().untilDone());
  await slow.clock.advance(100);
  expect(await late).toMatchObject({ state: "Running" });
  expect(WaiterTimeoutError.is(await late)).toBe(true);
  controller.abort("enough");
  expect(await aborted).toMatchObject({ name: "AbortedError", cause: "enough" });
  await slow.svc.close();
  expect(await closed).toBeInstanceOf(AbortedError);
  expect(slow.clock.pending).toBe(0);
});

test("a failed call is its own error, once, and nothing is polled", async () => {
  const { svc, sent } = createModels([422, { detail: [] }]);
  const error = await rejection(svc.models.train().untilDone());
  expect(error).toMatchObject({ name: "ValidationError", operation: "train" });
  expect(sent()).toEqual(["POST /models"]);
});
