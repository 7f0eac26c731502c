import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { AbortedError } from "../../src/index.ts";
import { closeOnSignals } from "../../src/waiters.ts";
import { rejection } from "../support/client.ts";
import { settled } from "../support/manual-clock.ts";
import { createJobs, job } from "./jobs.ts";

const none = (status = 204): Response => new Response(null, { status });
const serve = (request: Request): Response => (request.method === "DELETE" ? none() : job("active"));

test("await using ends what was begun, once, after success and after an error", async () => {
  const { svc, requests } = createJobs(serve);
  {
    await using started = await svc.jobs.start();
    expect(JSON.stringify(started)).toBe('{"id":"j1","state":"active"}');
  }
  expect(requests).toEqual(["POST /jobs", "DELETE /jobs/j1"]);
  const failing = async (): Promise<void> => {
    await using _ = await svc.jobs.start();
    throw new Error("work failed");
  };
  expect((await rejection(failing())).message).toBe("work failed");
  expect(requests).toHaveLength(4);
  await svc.close({ closeResources: true });
  expect(requests).toHaveLength(4);
});

test("what was ended by hand, or has ended by itself, is not ended again", async () => {
  const { svc, requests } = createJobs(serve);
  {
    await using started = await svc.jobs.start();
    await svc.jobs.stop(started.id);
  }
  expect(requests).toEqual(["POST /jobs", "DELETE /jobs/j1"]);
  const gone = createJobs((request) => (request.method === "DELETE" ? none(404) : job("active")));
  {
    await using _ = await gone.svc.jobs.start();
  }
  await gone.svc.close({ closeResources: true });
  expect(gone.requests).toHaveLength(2);
});

test("an end that succeeds with another body than the document has is one", async () => {
  const answers = (request: Request): Response => (request.method === "DELETE" ? broken() : serve(request));
  const broken = (): Response => new Response("{", { headers: { "content-type": "application/json" } });
  const { svc, requests } = createJobs(answers);
  {
    await using _ = await svc.jobs.start();
  }
  await svc.close({ closeResources: true });
  expect(requests).toEqual(["POST /jobs", "DELETE /jobs/j1"]);
});

test("a failed end does not hide the first error, and may be tried again", async () => {
  let isDown = true;
  const { svc, requests } = createJobs((request) =>
    request.method === "DELETE" && isDown ? none(500) : serve(request),
  );
  const failing = async (): Promise<void> => {
    await using _ = await svc.jobs.start();
    throw new Error("work failed");
  };
  const error = (await rejection(failing())) as unknown as SuppressedError;
  expect(error.suppressed).toMatchObject({ message: "work failed" });
  expect(error.error).toMatchObject({ name: "ServerError" });
  isDown = false;
  await svc.close({ closeResources: true });
  expect(requests.filter((request) => request === "DELETE /jobs/j1")).toHaveLength(2);
});

test("close ends what is open where it is asked to, and says what it could not end", async () => {
  const { svc, requests } = createJobs((request, count) => {
    if (request.method === "POST") return job("active", `j${count}`);
    return request.url.endsWith("j2") ? none(500) : none();
  });
  await svc.jobs.start();
  await svc.jobs.start();
  const error = (await rejection(svc.close({ closeResources: true }))) as unknown as AggregateError;
  expect(error).toMatchObject({ name: "AggregateError", message: "close: 1 of 2 could not be ended" });
  expect(error.errors).toMatchObject([{ name: "ServerError", operation: "jobs.stop" }]);
  expect(requests.slice(2).sort()).toEqual(["DELETE /jobs/j1", "DELETE /jobs/j2"]);
  const plain = createJobs(serve);
  await plain.svc.jobs.start();
  await plain.svc.close();
  expect(plain.requests).toEqual(["POST /jobs"]);
});

test("the end takes a bounded time", async () => {
  const { svc, clock } = createJobs(
    (request) => (request.method === "DELETE" ? new Promise(() => {}) : job("active")),
    {
      timeoutMs: false,
    },
  );
  const started = await svc.jobs.start();
  const failed = rejection(Promise.resolve(started[Symbol.asyncDispose]()));
  await clock.advance(30_000);
  expect((await failed).message).toMatch(/^jobs\.stop: not ended within 30000 ms/);
});

test("aborted before it was sent, nothing is begun; after it, what was begun is ended before the error", async () => {
  const aborted = createJobs(serve);
  expect(await rejection(aborted.svc.jobs.start({ signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError);
  expect(aborted.requests).toEqual([]);

  for (const endStatus of [204, 500]) {
    let answer = (): void => {};
    const { svc, requests } = createJobs((request) =>
      request.method === "DELETE" ? none(endStatus) : new Promise((resolve) => (answer = () => resolve(job("active")))),
    );
    const controller = new AbortController();
    const failed = rejection(svc.jobs.start({ signal: controller.signal }));
    await settled();
    controller.abort("enough");
    await settled();
    answer();
    const error = await failed;
    expect(error).toMatchObject({ name: "AbortedError", cause: "enough" });
    expect(error.message.includes("may still run")).toBe(endStatus === 500);
    expect(requests).toEqual(["POST /jobs", "DELETE /jobs/j1"]);
  }
});

test("any number of beginnings has one listener of their signal, and what is no signal is told", async () => {
  const { svc } = createJobs(() => new Promise(() => {}), { rateLimit: false });
  const controller = new AbortController();
  const { signal } = controller;
  for (let count = 0; count < 12; count++) void svc.jobs.start({ signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  const { message } = await rejection(svc.jobs.start({ signal: controller as never }));
  expect(message).toBe("signal: expected an AbortSignal: pass controller.signal, got an object (AbortController)");
});

test("on a signal the process ends what is open, then ends as it would have", async () => {
  const { svc, requests } = createJobs(serve);
  await svc.jobs.start();
  const listeners = new Map<string, (signal: string) => void>();
  const killed: string[] = [];
  const process = {
    pid: 1,
    on: (signal: string, listener: (signal: string) => void) => listeners.set(signal, listener),
    off: (signal: string) => listeners.delete(signal),
    kill: (_: number, signal: string) => killed.push(signal),
  };
  const remove = closeOnSignals(svc, { process });
  listeners.get("SIGTERM")?.("SIGTERM");
  expect(listeners.size).toBe(0);
  await settled();
  expect(requests).toEqual(["POST /jobs", "DELETE /jobs/j1"]);
  expect(killed).toEqual(["SIGTERM"]);
  remove();
});
