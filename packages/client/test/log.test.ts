import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test, vi } from "vitest";
import { logTo } from "../src/log.ts";
import { json, rejection, setup } from "./support/client.ts";

const console_ = () => {
  const lines: string[] = [];
  const at = (level: string) => (line: string) => void lines.push(`${level} ${line.replace(/svc \d+ /, "svc N ")}`);
  return { lines, logger: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } };
};
const last = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060" };

test("one line for each attempt, retry, wait and end", async () => {
  const { lines, logger } = console_();
  const answers = [json({}, { status: 503 }), json(null, { headers: last }), json(null)];
  const { svc, clock } = setup(answers, { hooks: logTo(logger) });
  const calls = svc.health.get({ query: { key: "s3cret" } }).then(() => svc.health.get());
  await clock.advance(70_000);
  await calls;
  const at = "svc N GET https://api.example/health";
  expect(lines).toEqual([
    `debug ${at} #1: sent (health.get)`,
    `debug ${at} #1: 503 in 0 ms`,
    `warn ${at} #1: 503: retry in 150 ms`,
    `debug ${at} #2: sent (health.get)`,
    `debug ${at} #2: 200 in 0 ms`,
    `info ${at} #2: done in 150 ms`,
    expect.stringMatching(/^info svc N GET .* #1: waits for the rate limit, 0 of 9 left until 2027-.*, 1 waiting$/),
    `debug ${at} #1: sent (health.get)`,
    `debug ${at} #1: 200 in 0 ms`,
    expect.stringMatching(/#1: done in \d+ ms$/),
  ]);
  expect(lines.join()).not.toMatch(/s3cret|secret-token/);
});

test("a level leaves out the lines below it, and a failed call is an error", async () => {
  const { lines, logger } = console_();
  const { svc } = setup([json({ detail: "no secret-token" }, { status: 404 })], {
    hooks: [logTo(logger, { level: "warn" })],
  });
  await rejection(svc.health.get());
  expect(lines).toEqual([
    "error svc N GET https://api.example/health #1: failed in 0 ms: NotFoundError: health.get: 404 no ***",
  ]);
});

test.each([[{ debug() {} }], [undefined], ["console"]])("%j is no logger", (logger) => {
  expect(() => logTo(logger as never)).toThrow(/logger\.\w+: expected a function/);
});

test("SVC_LOG writes to the console, at its level", async () => {
  vi.stubEnv("SVC_LOG", "info");
  const info = vi.spyOn(console, "info").mockReturnValue();
  const debug = vi.spyOn(console, "debug").mockReturnValue();
  const { svc } = setup([]);
  await svc.health.get();
  expect(info.mock.calls[0]?.[0]).toMatch(/^svc \d+ GET https:\/\/api\.example\/health #1: done in \d+ ms$/);
  expect(debug).not.toHaveBeenCalled();
});

test("a level that there is not is told, and breaks nothing", async () => {
  vi.stubEnv("SVC_LOG", "loud");
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { svc } = setup([]);
  await svc.health.get();
  expect(warn.mock.calls[0]?.[0]).toContain("level: expected one of debug, info, warn, error");
});

test("events have the number of the call and the address; the diagnostics channel has them all", async () => {
  const messages: object[] = [];
  const note = (message: unknown): void => void messages.push(message as object);
  subscribe("svc:client", note);
  try {
    const { svc } = setup([]);
    await Promise.all([svc.health.get(), svc.open.get()]);
  } finally {
    unsubscribe("svc:client", note);
  }
  const names = messages.map((message) => (message as { name: string }).name);
  expect([...new Set(names)].sort()).toEqual(["onEnd", "onRequest", "onResponse", "onWait"]);
  const calls = new Set(messages.map((message) => (message as { call: number }).call));
  expect(calls.size).toBe(2);
  expect(messages).toContainEqual(
    expect.objectContaining({ name: "onRequest", operation: "open.get", url: "https://api.example/open" }),
  );
});

test("a call that is ended while its request is under way ends once", async () => {
  const ends: unknown[] = [];
  const { svc, clock } = setup(
    [(request) => new Promise((_, reject) => request.signal.addEventListener("abort", reject))],
    {
      timeoutMs: 50,
      retry: false,
      hooks: [{ onEnd: ({ error }: { error: unknown }) => void ends.push(error) }],
    } as never,
  );
  const failed = rejection(svc.health.get());
  await clock.advance(60);
  expect(ends).toEqual([await failed]);
});
