import { expect, test } from "vitest";
import { oauth2Password } from "../src/auth/oauth2-password.ts";
import { systemClock } from "../src/clock.ts";
import { json, rejection, setup } from "./support/client.ts";
import { type ManualClock, settled } from "./support/manual-clock.ts";

const tokenOf = (request: Request): string => request.headers.get("authorization")?.slice(7) ?? "";
const refused = (): Response => json({ detail: "no" }, { status: 401 });
const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: Error) => error.name);

/** A service that accepts the good token. Its refusals of `personas.emails.list` wait until they are let go. */
function service(state: { good: string }) {
  const waiting: (() => void)[] = [];
  const answer = async (request: Request): Promise<Response> => {
    if (tokenOf(request) === state.good) return json("in");
    if (request.url.endsWith("/emails")) await new Promise<void>((resolve) => waiting.push(resolve));
    return refused();
  };
  return { answer, waiting };
}

/** Answers one after the other, and the tokens that they were given to: a request that goes again is the same one. */
function inOrder(responses: Response[]) {
  const tokens: string[] = [];
  const answers = responses.map((response) => (request: Request) => {
    tokens.push(tokenOf(request));
    return response;
  });
  return { answers, tokens };
}

test("a renewed token that expires before a retry is not sent", async () => {
  let clock: ManualClock | undefined;
  let issued = 0;
  const auth = oauth2Password({
    tokenUrl: "https://api.example/token",
    username: "ann",
    password: "pass-word",
    marginMs: 0,
    clock: { ...systemClock, now: () => (clock as ManualClock).now() },
    fetch: async () => json({ access_token: `token-${++issued}`, expires_in: issued === 2 ? 0.5 : 3600 }),
  });
  const { answers, tokens } = inOrder([
    refused(),
    json({}, { status: 503, headers: { "retry-after": "1" } }),
    json("in"),
  ]);
  const made = setup(answers, { auth, rateLimit: false });
  clock = made.clock;
  const call = made.svc.health.get();
  await clock.advance(1000);
  expect(await call).toBe("in");
  expect(tokens).toEqual(["token-1", "token-2", "token-3"]);
});

test("a function that gives its first token unless it is told otherwise is no obstacle to a retry", async () => {
  const auth = (rejected?: string) => (rejected === undefined ? "token-1" : "token-2");
  const { answers, tokens } = inOrder([
    refused(),
    json({}, { status: 503, headers: { "retry-after": "9" } }),
    json("in"),
  ]);
  const { svc, clock } = setup(answers, { auth, rateLimit: false });
  const call = svc.health.get();
  await clock.advance(9000);
  expect(await call).toBe("in");
  expect(tokens).toEqual(["token-1", "token-2", "token-2"]);
});

test("a late 401 of a token that was replaced twice asks for no other", async () => {
  const state = { good: "A" };
  const { answer, waiting } = service(state);
  const renewed: string[] = [];
  let current = "A";
  // Renews whatever was refused: what was refused before must not reach it.
  const auth = async (rejected?: string): Promise<string> => {
    if (rejected !== undefined) {
      renewed.push(rejected);
      current = state.good = String.fromCharCode(current.charCodeAt(0) + 1);
    }
    return current;
  };
  const { svc } = setup([answer], { auth, rateLimit: false });
  state.good = "none";
  const late = svc.personas.emails.list("p1");
  await settled();
  await svc.health.get();
  state.good = "none";
  await svc.health.get();
  for (const release of waiting) release();
  expect(await late).toBe("in");
  expect(renewed).toEqual(["A", "B"]);
});

test("twenty 401s spread over seconds ask a function once", async () => {
  const state = { good: "token-2" };
  const { answer, waiting } = service(state);
  const renewed: string[] = [];
  const auth = (rejected?: string): string => {
    if (rejected === undefined) return "token-1";
    renewed.push(rejected);
    return "token-2";
  };
  const { svc, clock } = setup([answer], { auth, rateLimit: false });
  const calls = Array.from({ length: 20 }, () => svc.personas.emails.list("p1"));
  await settled();
  for (const release of waiting) {
    release();
    await clock.advance(150);
  }
  expect(await Promise.all(calls)).toEqual(Array(20).fill("in"));
  expect(renewed).toEqual(["token-1"]);
});

test("a credential that is rotated after a 401 is found by the next one", async () => {
  const state = { good: "B" };
  let file = "A";
  const service = (request: Request): Response => {
    if (request.url.endsWith("/emails")) file = "B";
    return tokenOf(request) === state.good ? json("in") : refused();
  };
  const { svc } = setup([service], { auth: async () => file, rateLimit: false });
  expect(await outcome(svc.health.get())).toBe("AuthenticationError");
  expect(await outcome(svc.personas.emails.list("p1"))).toBe("in");
});

test("a token that comes back is asked about again when it is refused again", async () => {
  const state = { good: "A" };
  const renewed: string[] = [];
  let current = "A";
  const auth = (rejected?: string): string => {
    if (rejected !== undefined) {
      renewed.push(rejected);
      current = state.good;
    }
    return current;
  };
  const { svc } = setup([service(state).answer], { auth, rateLimit: false });
  for (const good of ["B", "A", "B"]) {
    state.good = good;
    expect(await svc.health.get()).toBe("in");
  }
  expect(renewed).toEqual(["A", "B", "A"]);
});

test.each([
  [400, "AuthenticationError", ["password", "refresh_token", "password"]],
  [503, "ConnectionError", ["password", "refresh_token"]],
])("twenty 401s over seconds ask a token endpoint that answers %i once", async (status, name, expected) => {
  const state = { good: "token-1" };
  const grants: (string | null)[] = [];
  const auth = oauth2Password({
    tokenUrl: "https://api.example/token",
    username: "ann",
    password: "pass-word",
    fetch: async (_, init) => {
      grants.push(new URLSearchParams(init?.body as URLSearchParams).get("grant_type"));
      return grants.length > 1 ? json({}, { status }) : json({ access_token: "token-1", refresh_token: "refresh-1" });
    },
  });
  const { svc, clock } = setup([service(state).answer], { auth, rateLimit: false });
  await svc.health.get();
  state.good = "none";
  for (let count = 0; count < 20; count++) {
    expect((await rejection(svc.health.get())).name).toBe(name);
    await clock.advance(100);
  }
  expect(grants).toEqual(expected);
});

test("a renewal that failed is tried again seconds later", async () => {
  let isDown = true;
  let asked = 0;
  const auth = (rejected?: string): string => {
    if (rejected === undefined) return "token-1";
    asked++;
    if (isDown) throw new Error("down");
    return "token-2";
  };
  const { svc, clock } = setup([service({ good: "token-2" }).answer], { auth, rateLimit: false });
  expect(await outcome(svc.health.get())).toBe("AuthenticationError");
  isDown = false;
  await clock.advance(4999);
  expect(await outcome(svc.health.get())).toBe("AuthenticationError");
  await clock.advance(1);
  expect(await outcome(svc.health.get())).toBe("in");
  expect(asked).toBe(2);
});

test("a renewal that never ends does not stand in the way of a later one", async () => {
  let asked = 0;
  const auth = (rejected?: string): string | Promise<string> => {
    if (rejected === undefined) return "token-1";
    return ++asked === 1 ? new Promise(() => {}) : "token-2";
  };
  const { svc, clock } = setup([service({ good: "token-2" }).answer], { auth, rateLimit: false });
  const stuck = outcome(svc.health.get());
  await clock.advance(60_000);
  expect(await stuck).toBe("TimeoutError");
  expect(await outcome(svc.health.get())).toBe("in");
});

test("renewals of a service that refuses everything are not all kept in mind", async () => {
  let count = 0;
  const asked: string[] = [];
  const auth = (rejected?: string): string => {
    if (rejected !== undefined) asked.push(rejected);
    return rejected === undefined ? `token-${count}` : `new-${count}`;
  };
  const { svc } = setup([() => refused()], { auth, rateLimit: false });
  const call = async (at: number): Promise<void> => {
    count = at;
    await outcome(svc.health.get());
  };
  for (let at = 0; at <= 100; at++) await call(at);
  await call(100);
  expect(asked).toHaveLength(101);
  await call(0);
  expect(asked).toHaveLength(102);
});
