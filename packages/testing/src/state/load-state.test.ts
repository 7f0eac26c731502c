import { expect, test } from "vitest";
import { loadState, type StatefulFake } from "./load-state.ts";

const NOW = "2025-06-01T12:00:00.000Z";

/** A fake that writes down what it is told. */
function setUp(operations: readonly string[] = ["a", "b"]) {
  const told: unknown[][] = [];
  const answers = new Map<string, () => Response>();
  const fake: StatefulFake = {
    clock: { now: () => Date.parse(NOW) },
    personas: (id) => {
      told.push(["persona", id]);
      const all = () => told.filter(([kind, of]) => kind === "email" && of === id);
      return { emails: { add: (email, options) => told.push(["email", id, email, options]), all } };
    },
    sessions: (id) => ({
      cookies: { set: (cookies) => told.push(["cookies", id, cookies]) },
      network: { logs: { add: (batches) => told.push(["logs", id, batches]) } },
      replay: { set: (replay) => told.push(["replay", id, replay]) },
    }),
    tokens: { allow: (user) => told.push(["user", user]) },
    on: (operation, handler) => {
      if (!operations.includes(operation)) throw new Error("no such operation");
      answers.set(operation, handler);
      return () => answers.delete(operation);
    },
  };
  return { fake, told, answers };
}

test("nothing of a state is nothing told", () => {
  const { fake, told, answers } = setUp();
  loadState(fake, {});
  loadState(fake, { personas: {}, sessions: { s: {} }, users: [], answers: {} });
  expect([told, answers.size]).toEqual([[], 0]);
});

test("what an email lacks is filled in; whether it is unread is no part of it", () => {
  const { fake, told } = setUp();
  const given = { subject: "S", created_at: "then", email_id: "e" };
  loadState(fake, { personas: { p: { emails: [{}, { ...given, unread: false }] } } });
  const filled = { subject: "(no subject)", sender_email: null, sender_name: null, created_at: NOW };
  expect(told.filter(([kind]) => kind === "email")).toEqual([
    [
      "email",
      "p",
      { ...filled, email_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
      { unread: true },
    ],
    ["email", "p", { ...filled, ...given }, { unread: false }],
  ]);
});

test("ids that are filled in are others each time, and the same in each run", () => {
  const idsOf = () => {
    const { fake, told } = setUp();
    for (let time = 0; time < 2; time++)
      loadState(fake, { personas: { p: { emails: [{}, {}] }, q: { emails: [{}] } } });
    return told.filter(([kind]) => kind === "email").map(([, , email]) => (email as { email_id: string }).email_id);
  };
  expect(new Set(idsOf()).size).toBe(6);
  expect(idsOf()).toEqual(idsOf());
});

test("a persona without emails is one that has none", () => {
  const { fake, told } = setUp();
  loadState(fake, { personas: { p: {}, q: { emails: [] } } });
  expect(told).toEqual([
    ["persona", "p"],
    ["persona", "q"],
  ]);
});

test("of a session what is given is put in, and nothing else", () => {
  const { fake, told } = setUp();
  loadState(fake, {
    sessions: {
      a: { cookies: [{ name: "c" }] },
      b: { network: { logs: [{ key: "k" }] } },
      c: { network: {} },
      d: { replay: {} },
    },
  });
  expect(told).toEqual([
    ["cookies", "a", [{ name: "c" }]],
    ["logs", "b", [{ key: "k" }]],
    ["logs", "c", []],
    ["replay", "d", {}],
  ]);
});

test("users may come", () => {
  const { fake, told } = setUp();
  loadState(fake, { users: [{ username: "u", password: "p" }] });
  expect(told).toEqual([["user", { username: "u", password: "p" }]]);
});

test("answers are fixed: status, headers and a body of JSON where there is one", async () => {
  const { fake, answers } = setUp();
  loadState(fake, {
    answers: { a: { status: 201, headers: { "x-a": "1" }, body: { b: null } }, b: { headers: { "x-b": "2" } } },
  });
  const [a, b] = [answers.get("a")?.(), answers.get("b")?.()];
  expect([a?.status, a?.headers.get("x-a"), a?.headers.get("content-type")]).toEqual([201, "1", "application/json"]);
  expect(await a?.json()).toEqual({ b: null });
  expect([b?.status, b?.headers.get("x-b"), b?.body]).toEqual([200, "2", null]);
});

test("an operation that the fake does not have takes back all of the state", () => {
  const { fake, told, answers } = setUp();
  const load = () => loadState(fake, { answers: { a: {}, "x/y": {} }, users: [{ username: "u", password: "p" }] });
  expect(load).toThrow(new TypeError("/answers/x~1y: no such operation"));
  try {
    load();
  } catch (error) {
    expect((error as Error).cause).toEqual(new Error("no such operation"));
  }
  expect([told, answers.size]).toEqual([[], 0]);
});

test("a state of another form is refused before anything is told", () => {
  const { fake, told } = setUp();
  expect(() => loadState(fake, { users: [{ username: "u", password: "p" }], personas: { p: 1 } })).toThrow(
    "/personas/p",
  );
  expect(told).toEqual([]);
});
