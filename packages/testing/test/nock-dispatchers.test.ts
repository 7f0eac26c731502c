import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startRealServer } from "./support/real-server.ts";
import { createFakeSvc } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };

interface Dispatcher {
  dispatch(options: { origin: string | URL; path: string; method: string }, handler: object): boolean;
}

/** The places in which undici keeps the dispatcher of native fetch. */
function dispatchers(): [symbol, Dispatcher][] {
  void globalThis.Response;
  const globals = globalThis as unknown as Record<symbol, Dispatcher>;
  return Object.getOwnPropertySymbols(globalThis)
    .filter(({ description }) => description?.startsWith("undici.globalDispatcher."))
    .map((symbol) => [symbol, globals[symbol] as Dispatcher]);
}

function setDispatchers(all: readonly [symbol, Dispatcher][]): void {
  for (const [symbol, dispatcher] of all) (globalThis as unknown as Record<symbol, Dispatcher>)[symbol] = dispatcher;
}

let realUrl: string;
beforeAll(async () => {
  const real = await startRealServer();
  realUrl = real.url;
  return () => real.close();
});

async function isAnswered(url: string): Promise<boolean> {
  return (await fetch(`${url}/health`, AUTH)).headers.has("x-ratelimit-limit");
}

describe("interceptions that overlap", () => {
  const [a, b] = ["https://a.example.test", "https://b.example.test"] as const;

  test.each(["first", "last"])("leave native fetch as it was, where the %s one ends first", async (which) => {
    const before = dispatchers();
    const fakes = [createFakeSvc({ baseUrl: a }), createFakeSvc({ baseUrl: b })];
    const offs = fakes.map((fake) => fake.intercept());
    expect([await isAnswered(a), await isAnswered(b)]).toEqual([true, true]);
    const [one, other] = which === "first" ? offs : [...offs].reverse();
    one?.();
    expect(await isAnswered(which === "first" ? b : a)).toBe(true);
    other?.();
    expect(dispatchers()).toEqual(before);
    expect(dispatchers().every(([, dispatcher], index) => dispatcher === before[index]?.[1])).toBe(true);
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("a dispatcher that somebody took in the meantime works on", async () => {
    const fake = createFakeSvc({ baseUrl: a });
    const off = fake.intercept();
    const taken = dispatchers();
    off();
    const before = dispatchers();
    setDispatchers(taken);
    try {
      expect(await (await fetch(realUrl)).text()).toBe("real");
      using _again = fake.intercept();
      expect(await isAnswered(a)).toBe(true);
    } finally {
      setDispatchers(before);
    }
  });
});

describe("a dispatcher that the test has configured", () => {
  /** An agent that sends everything to a socket of its own. */
  async function withOwnAgent(run: () => Promise<void>): Promise<void> {
    const before = dispatchers();
    const path = join(tmpdir(), `svc-testing-${process.pid}.sock`);
    const server = createServer((request, response) => response.end(`own: ${request.headers.host}`));
    await new Promise<void>((resolve) => void server.listen(path, resolve));
    const Agent = before[0]?.[1].constructor as new (options: object) => Dispatcher;
    class OwnAgent extends Agent {}
    const own = new OwnAgent({ connect: { socketPath: path } });
    setDispatchers(before.map(([symbol]) => [symbol, own]));
    try {
      await run();
    } finally {
      setDispatchers(before);
      server.closeAllConnections();
      server.close();
    }
  }

  test("sends requests to other hosts before, during and after", async () => {
    await withOwnAgent(async () => {
      const read = async (): Promise<string> => (await fetch("http://docker.internal/x")).text();
      const fake = createFakeSvc();
      expect(await read()).toBe("own: docker.internal");
      const off = fake.intercept({ allow: ["docker.internal"] });
      expect(await read()).toBe("own: docker.internal");
      expect(await isAnswered(fake.baseUrl)).toBe(true);
      off();
      expect(await read()).toBe("own: docker.internal");
    });
  });

  test("sends none where the test is isolated", async () => {
    await withOwnAgent(async () => {
      const fake = createFakeSvc();
      using _off = fake.intercept({ isolate: true });
      await expect(fetch("http://docker.internal/x")).rejects.toMatchObject({
        cause: { message: expect.stringContaining("the test is isolated") },
      });
    });
  });

  test("stays, where it was set during an interception", async () => {
    const before = dispatchers();
    const fake = createFakeSvc();
    const off = fake.intercept();
    await withOwnAgent(async () => {
      const own = dispatchers();
      using _second = createFakeSvc({ baseUrl: "https://b.example.test" }).intercept();
      expect(await isAnswered("https://b.example.test")).toBe(true);
      off();
      expect(await isAnswered("https://b.example.test")).toBe(true);
      expect(own).not.toEqual(before);
    });
    setDispatchers(before);
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });
});

test("an interface of undici that leads to another one is diverted too", async () => {
  const before = dispatchers();
  class Dispatcher1Wrapper {
    readonly #inner: Dispatcher;
    constructor(inner: Dispatcher) {
      this.#inner = inner;
    }
    dispatch(options: Parameters<Dispatcher["dispatch"]>[0], handler: object): boolean {
      return this.#inner.dispatch(options, handler);
    }
  }
  const agent = before[0]?.[1] as Dispatcher;
  const symbols = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));
  const missing = symbols.filter((symbol) => !before.some(([known]) => known === symbol));
  setDispatchers(symbols.map((symbol, index) => [symbol, index === 0 ? new Dispatcher1Wrapper(agent) : agent]));
  try {
    await (await fetch(realUrl)).text();
    const fake = createFakeSvc({ baseUrl: realUrl });
    using _off = fake.intercept();
    expect(await isAnswered(realUrl)).toBe(true);
    await expect(fetch(realUrl, { method: "patch" })).rejects.toMatchObject({
      cause: { message: expect.stringContaining("No operation matches patch /") },
    });
  } finally {
    setDispatchers(before);
    for (const symbol of missing) delete (globalThis as unknown as Record<symbol, unknown>)[symbol];
  }
});

test.each([
  ["a text", "https://svc.example.test"],
  ["an address", new URL("https://svc.example.test")],
])("the origin of a request may be %s", (_, origin) => {
  const fake = createFakeSvc();
  using _off = fake.intercept();
  const send = (): boolean | undefined =>
    dispatchers()[0]?.[1].dispatch({ origin, path: "/health?a=1", method: "patch" }, {});
  expect(send).toThrow("No operation matches patch /health.");
});

test("a body that breaks off by a reset is told from one that was cut off", async () => {
  const fake = createFakeSvc();
  using _off = fake.intercept();
  const codeOf = async (): Promise<string | undefined> => {
    const response = await fetch(`${fake.baseUrl}/sessions/s/replay`, AUTH);
    expect(response.status).toBe(200);
    const error = await response.text().catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toBe("terminated");
    return ((error as Error).cause as { readonly code?: string }).code;
  };
  for (const fault of [{ reset: "after" }, { truncate: true }, { reset: "body" }, { truncate: true }] as const) {
    fake.fail(fault);
    expect([fault, await codeOf()]).toEqual([fault, "reset" in fault ? "ECONNRESET" : "UND_ERR_SOCKET"]);
    expect(await isAnswered(fake.baseUrl)).toBe(true);
  }
  // At the same time, each its own.
  fake.fail({ reset: "body" });
  fake.fail({ truncate: true });
  fake.fail({ reset: "after" });
  const codes = await Promise.all([codeOf(), codeOf(), codeOf()]);
  expect(codes.sort()).toEqual(["ECONNRESET", "ECONNRESET", "UND_ERR_SOCKET"]);
});
