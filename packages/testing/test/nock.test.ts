import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { Socket } from "node:net";
import { queryObjects } from "node:v8";
import nock from "nock";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startRealServer } from "./support/real-server.ts";
import { createFakeSvc, type Fake, type OperationTypes } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };

let realUrl: string;
beforeAll(async () => {
  const real = await startRealServer();
  realUrl = real.url;
  return () => real.close();
});
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
  nock.enableNetConnect();
});

/** The cause of a rejected fetch. */
async function causeOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  expect(error).toBeInstanceOf(TypeError);
  return error?.cause as Error & { code?: string };
}

/** Lets what is ready run. */
async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("an interception", () => {
  test("answers native fetch and node:http alike", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    const response = await fetch(`${fake.baseUrl}/health`, AUTH);
    expect([response.status, response.headers.get("x-ratelimit-limit")]).toEqual([200, "1000"]);
    const status = await new Promise((resolve, reject) => {
      httpGet(`${fake.baseUrl.replace("https", "http")}/health`, AUTH, (answer) => resolve(answer.statusCode)).on(
        "error",
        reject,
      );
    }).catch((error: Error) => error.message);
    // http is another origin than https: nobody answers there.
    expect(status).not.toBe(200);
    expect(fake.calls.filter(({ operation }) => operation !== undefined)).toHaveLength(1);
  });

  test("ends with its block, also when the block fails", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    const failing = async (): Promise<void> => {
      using _off = fake.intercept();
      expect((await fetch(`${realUrl}/health`, AUTH)).headers.get("x-ratelimit-limit")).toBe("1000");
      throw new Error("the test failed");
    };
    await expect(failing()).rejects.toThrow("the test failed");
    expect(await (await fetch(`${realUrl}/health`)).text()).toBe("real");
    expect(await (await fetch(`${realUrl}/health`)).text()).toBe("real");
    expect(nock.activeMocks()).toEqual([]);
  });

  test("ends with the fake, and may be ended twice", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    const off = fake.intercept();
    await fake.close();
    off();
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("meets requests whose sockets were opened before", async () => {
    const before = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(realUrl)).text()));
    expect(before).toEqual(Array(5).fill("real"));
    const fake = createFakeSvc({ baseUrl: realUrl });
    using _off = fake.intercept();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${realUrl}/health`, AUTH)));
    expect(answers.filter((answer) => answer.headers.has("x-ratelimit-limit"))).toHaveLength(20);
  });

  test("leaves other hosts alone", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("lets nothing out but to loopback and to hosts that are allowed", async () => {
    const fake = createFakeSvc();
    const off = fake.intercept({ allow: ["open.example.test", "port.example.test:8443"] });
    try {
      await expect(fetch("https://other.example.test/x")).rejects.toMatchObject({
        cause: {
          message: expect.stringContaining(
            'A request to https://other.example.test was refused: only loopback is open. To open it: fake.intercept({ allow: ["other.example.test"] })',
          ),
        },
      });
      for (const url of ["https://open.example.test", "https://port.example.test:8443"])
        await expect(fetch(url)).rejects.not.toMatchObject({
          cause: { message: expect.stringContaining("refused: only") },
        });
      expect(await (await fetch(realUrl)).text()).toBe("real");
    } finally {
      off();
    }
  });

  test("refuses other hosts where it is isolated, until it ends", async () => {
    const fake = createFakeSvc();
    const off = fake.intercept({ isolate: true });
    const cause = await causeOf(fetch(realUrl));
    expect(cause.message).toBe(
      `A request to ${realUrl} was refused: the test is isolated. This fake serves ${fake.baseUrl}.`,
    );
    off();
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("keeps the test's own switch for the network", async () => {
    nock.disableNetConnect();
    const fake = createFakeSvc();
    fake.intercept({ isolate: true })();
    expect((await causeOf(fetch(realUrl))).message).toContain("Disallowed net connect");
  });

  test("rejects what no operation matches, and names the nearest", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    const cause = await causeOf(fetch(`${fake.baseUrl}/persona/p1/emails`, AUTH));
    expect(cause.message).toBe(
      [
        "No operation matches GET /persona/p1/emails.",
        "Nearest:",
        '  GET /personas/{persona_id}/emails (personas.emails.list): "persona" instead of "personas"',
        '  GET /sessions/{session_id}/cookies (sessions.cookies.get): "persona" instead of "sessions", "emails" instead of "cookies"',
        '  GET /sessions/{session_id}/replay (sessions.replay.get): "persona" instead of "sessions", "emails" instead of "replay"',
      ].join("\n"),
    );
    const other = await causeOf(fetch(`${fake.baseUrl}/health`, { ...AUTH, method: "POST" }));
    expect(other.message).toContain("GET /health (health.get): method POST instead of GET");
    expect(() => fake.assertNoUnmatched()).toThrow(
      /^2 requests matched no operation:\nNo operation matches GET \/persona\/p1/,
    );
  });

  test("rejects what lies outside of the base address' path", async () => {
    const fake = createFakeSvc({ baseUrl: "https://svc.example.test/api/" });
    using _off = fake.intercept();
    expect((await fetch("https://svc.example.test/api/health", AUTH)).status).toBe(200);
    const cause = await causeOf(fetch("https://svc.example.test/health", AUTH));
    expect(cause.message).toContain("path /health instead of /api/...");
  });

  test("reports an error of the test's own handler as such, not as a network failure", async () => {
    const fake = createFakeSvc();
    fake.on("health_get", () => {
      throw new Error("a bug in the test");
    });
    const off = fake.intercept();
    const response = await fetch(`${fake.baseUrl}/health`, AUTH);
    expect([response.status, await response.text()]).toEqual([
      500,
      "The test's handler for health.get threw: Error: a bug in the test",
    ]);
    expect(off).toThrow("a bug in the test");
    expect(nock.activeMocks()).toEqual([]);
  });
});

describe("beside the test's own nock interceptors", () => {
  test("those for other hosts work before, during and after", async () => {
    const scope = nock("https://other.example.test").get("/x").times(3).reply(200, "mine");
    const read = async (): Promise<string> => (await fetch("https://other.example.test/x")).text();
    expect(await read()).toBe("mine");
    const off = createFakeSvc().intercept();
    expect(await read()).toBe("mine");
    off();
    expect(await read()).toBe("mine");
    scope.done();
  });

  test("those for a path of the same host win, whenever they were set up", async () => {
    const fake = createFakeSvc();
    nock(fake.baseUrl).get("/before").query({ a: "1" }).reply(200, "before");
    using _off = fake.intercept();
    nock(fake.baseUrl).get("/health").reply(200, "after");
    expect(await (await fetch(`${fake.baseUrl}/before?a=1`)).text()).toBe("before");
    expect(await (await fetch(`${fake.baseUrl}/health`, AUTH)).text()).toBe("after");
    expect((await fetch(`${fake.baseUrl}/health`, AUTH)).headers.get("x-ratelimit-limit")).toBe("1000");
  });

  test("they stay when the interception ends", async () => {
    const fake = createFakeSvc();
    nock(fake.baseUrl).get("/mine").reply(200, "mine");
    fake.intercept()();
    expect(await (await fetch(`${fake.baseUrl}/mine`)).text()).toBe("mine");
  });
});

describe("several fakes", () => {
  async function emailsOf(fake: Fake<OperationTypes>, subject: string, calls: number): Promise<string[]> {
    fake.personas("p").emails.add({
      subject,
      email_id: subject,
      created_at: "2025-06-01T11:00:00Z",
      sender_email: null,
      sender_name: null,
    });
    const subjects = await Promise.all(
      Array.from({ length: calls }, async () => {
        const response = await fetch(`${fake.baseUrl}/personas/p/emails`, AUTH);
        return ((await response.json()) as { subject: string }[])[0]?.subject ?? "";
      }),
    );
    return [...new Set(subjects)];
  }

  test("with two base addresses are told apart", async () => {
    const [a, b] = [
      createFakeSvc({ baseUrl: "https://a.example.test" }),
      createFakeSvc({ baseUrl: "https://a.example.test/b" }),
    ];
    using _a = a.intercept();
    using _b = b.intercept();
    expect([await emailsOf(b, "b", 3)]).toEqual([["b"]]);
    expect(b.calls).toHaveLength(3);
    expect(a.calls).toHaveLength(0);
  });

  test("with one base address each answer their own test, at the same time", async () => {
    const tests = Array.from({ length: 10 }, (_, index) => async () => {
      await turns(index);
      const fake = createFakeSvc();
      using _off = fake.intercept();
      await turns(3);
      const subjects = await emailsOf(fake, `test ${index}`, 20);
      expect(fake.calls).toHaveLength(20);
      return subjects;
    });
    const subjects = await Promise.all(tests.map((run) => run()));
    expect(subjects).toEqual(tests.map((_, index) => [`test ${index}`]));
    expect(nock.activeMocks()).toEqual([]);
  });

  test("with one base address are refused where it cannot be told whose a request is", async () => {
    const fakes = await Promise.all(
      [0, 1].map(async () => {
        await turns(1);
        const fake = createFakeSvc();
        return { fake, off: fake.intercept() };
      }),
    );
    const cause = await causeOf(fetch(`${fakes[0]?.fake.baseUrl}/health`, AUTH));
    expect(cause.message).toContain("2 fakes stand for https://svc.example.test now");
    for (const { off } of fakes) off();
  });
});

describe("sharp edges of nock 15", () => {
  test("every answer has a length, and HEAD has that of the body it leaves out", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    fake.on("sessions_replay_get", () => new Response(new Blob(["x".repeat(10)]).stream()));
    fake.fail({ status: 204 });
    const empty = await fetch(`${fake.baseUrl}/health`, AUTH);
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
    const streamed = await fetch(`${fake.baseUrl}/sessions/s/replay`, AUTH);
    expect([streamed.headers.get("content-length"), await streamed.text()]).toEqual(["10", "x".repeat(10)]);
    const generated = await fetch(`${fake.baseUrl}/health`, AUTH);
    expect(Number(generated.headers.get("content-length"))).toBe((await generated.text()).length);
  });

  test("an abort in the middle of a body is an abort, and nothing else", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    fake.fail({ slowBodyMs: 60_000 });
    const controller = new AbortController();
    const response = await fetch(`${fake.baseUrl}/health`, { ...AUTH, signal: controller.signal });
    const body = response.text();
    await turns();
    controller.abort();
    await expect(body).rejects.toMatchObject({ name: "AbortError" });
    await fake.clock.advance({ minutes: 2 });
    expect((await fetch(`${fake.baseUrl}/health`, AUTH)).status).toBe(200);
  });

  test("an abort while the answer is waited for is an abort", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    fake.fail({ timeout: true });
    const controller = new AbortController();
    const pending = fetch(`${fake.baseUrl}/health`, { ...AUTH, signal: controller.signal });
    await turns();
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  });

  test.each([[{ truncate: true } as const], [{ reset: "body" } as const], [{ reset: "after" } as const]])(
    "a body that breaks off by %j looks like one",
    async (fault) => {
      const fake = createFakeSvc();
      using _off = fake.intercept();
      fake.fail(fault);
      const response = await fetch(`${fake.baseUrl}/sessions/s/replay`, AUTH);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow("terminated");
    },
  );

  test.each([["before"], ["during"], [true]] as const)("a reset %s the headers looks like one", async (reset) => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    fake.fail({ reset });
    expect((await causeOf(fetch(`${fake.baseUrl}/health`, AUTH))).code).toBe("ECONNRESET");
  });

  test("latency runs on the fake's clock, not on nock's", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    fake.fail({ latencyMs: 60_000 });
    const pending = fetch(`${fake.baseUrl}/health`, AUTH);
    while (fake.clock.pending === 0) await turns(1);
    await fake.clock.advance({ minutes: 1 });
    expect((await pending).status).toBe(200);
    expect(fake.calls[0]?.durationMs).toBe(60_000);
  });

  test("answers come while the test's fake timers stand still", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    vi.useFakeTimers();
    expect((await fetch(`${fake.baseUrl}/health`, AUTH)).status).toBe(200);
  });

  test("a request body arrives whole", async () => {
    const fake = createFakeSvc({
      document: {
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        paths: {
          "/echo": {
            post: {
              operationId: "echo",
              requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
              responses: {
                "200": { description: "ok", content: { "application/json": { schema: { type: "object" } } } },
              },
            },
          },
        },
      },
    });
    fake.on("echo" as "health_get", ({ body }) => body);
    using _off = fake.intercept();
    const sent = { text: "ä".repeat(10_000) };
    const response = await fetch(`${fake.baseUrl}/echo`, {
      method: "POST",
      body: JSON.stringify(sent),
      headers: { "content-type": "application/json" },
    });
    expect(await response.json()).toEqual(sent);
  });

  test.each(["fetch", "node:http", "node:https"])("sockets of %s are closed with their interception", async (by) => {
    const opened = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;
    const request = { "node:http": httpGet, "node:https": httpsGet }[by];
    const before = opened();
    for (let index = 0; index < 10; index++) {
      const fake = createFakeSvc({ baseUrl: `${by === "node:http" ? "http" : "https"}://svc.example.test` });
      using _off = fake.intercept();
      if (request === undefined) await (await fetch(`${fake.baseUrl}/health`, AUTH)).text();
      else
        await new Promise<void>((resolve, reject) => {
          const answered = request(`${fake.baseUrl}/health`, { ...AUTH, agent: false }, (answer) => {
            answer.resume().on("end", resolve);
          });
          answered.on("error", reject);
        });
    }
    await turns();
    expect(opened() - before).toBeLessThanOrEqual(0);
  });

  test("the sockets of hundreds of answers are given back", async () => {
    const fake = createFakeSvc({ rateLimit: false });
    using _off = fake.intercept();
    const call = async (): Promise<void> => void (await (await fetch(`${fake.baseUrl}/health`, AUTH)).text());
    // Counts after a garbage collection.
    const sockets = (): number => queryObjects(Socket, { format: "count" });
    await call();
    const before = sockets();
    for (let index = 0; index < 200; index++) await call();
    expect(sockets() - before).toBeLessThan(50);
  });
});
