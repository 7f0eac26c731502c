import { expect, test } from "vitest";
import { describeCalls } from "./describe-call.ts";
import type { RecordedCall } from "./journal.ts";
import { matchers } from "./matchers.ts";
import { assertReceived, type ExpectedCall, judgeReceived } from "./received.ts";

function call(overrides: Partial<RecordedCall> = {}): RecordedCall {
  return {
    operation: "persona_emails_list",
    method: "GET",
    target: "/personas/p1/emails?limit=10",
    path: { persona_id: "p1" },
    query: { limit: 10, only_unread: false },
    headers: { authorization: "Bearer [redacted]" },
    body: undefined,
    status: 200,
    unmatched: undefined,
    at: new Date(Date.UTC(2025, 0, 15, 12)),
    ...overrides,
  } as RecordedCall;
}

test("a call that is as expected is found among others", () => {
  const fake = { calls: [call(), call({ query: { limit: 20 } })] };
  expect(judgeReceived(fake, "persona_emails_list", { query: { limit: 20 } }).pass).toBe(true);
  expect(judgeReceived(fake, "persona_emails_list", { path: { persona_id: "p1" }, times: 2 }).pass).toBe(true);
  expect(judgeReceived(fake, "health_get").pass).toBe(false);
});

test("the nearest call and what differs in it are named", () => {
  const fake = { calls: [call(), call({ path: { persona_id: "p2" }, query: { limit: 5 } })] };
  expect(() =>
    assertReceived(fake, "persona_emails_list", { path: { persona_id: "p1" }, query: { limit: 20 } }),
  ).toThrow(
    /^Expected persona_emails_list to be received\.\nThe nearest call, GET \/personas\/p1\/emails\?limit=10, differs:\n {2}query\.limit: expected 20, got 10\nThe fake got 2 requests:/,
  );
});

test("big integers equal the numbers that they stand for", () => {
  const fake = { calls: [call({ query: { limit: 10n } })] };
  expect(judgeReceived(fake, "persona_emails_list", { query: { limit: 10 } }).pass).toBe(true);
  expect(judgeReceived(fake, "persona_emails_list", { query: { limit: 11 } }).message).toContain("expected 11, got 10");
});

test("functions and asymmetric matchers judge a value by themselves", () => {
  const fake = { calls: [call()] };
  expect(judgeReceived(fake, "persona_emails_list", { query: { limit: (n: number) => n < 100 } }).pass).toBe(true);
  expect(judgeReceived(fake, "persona_emails_list", { path: { persona_id: expect.stringMatching(/^p/) } }).pass).toBe(
    true,
  );
  expect(judgeReceived(fake, "persona_emails_list", { path: { persona_id: expect.any(Number) } }).pass).toBe(false);
});

test("a wrong number of calls is said", () => {
  const { pass, message } = matchers.toHaveReceived({ calls: [call()] }, "persona_emails_list", { times: 2 });
  expect(pass).toBe(false);
  expect(message()).toMatch(/^Expected persona_emails_list to be received 2 times; it was once\./);
});

test("a journal shows why no operation matched, and leaves out what is long ago", () => {
  const unmatched = call({
    operation: undefined as never,
    status: 404,
    unmatched: "No operation matches GET /nope.\nNearest:",
  });
  expect(describeCalls([call(), call(), unmatched], 2)).toBe(
    [
      "The fake got 3 requests:",
      "  (1 earlier left out)",
      "  2. 12:00:00.000 GET /personas/p1/emails?limit=10 -> 200 (persona_emails_list)",
      "  3. 12:00:00.000 GET /personas/p1/emails?limit=10 -> 404",
      "     No operation matches GET /nope.",
      "     Nearest:",
    ].join("\n"),
  );
  expect(describeCalls([])).toBe("The fake got no request.");
});

test("a credential that was expected is in no message", () => {
  const fake = { calls: [call({ query: { key: "[redacted]" } }), call({ headers: {}, query: { key: "[redacted]" } })] };
  const messageOf = (expected: ExpectedCall): string => judgeReceived(fake, "persona_emails_list", expected).message;
  const messages = [
    messageOf({ headers: { authorization: "Bearer s3cret", "x-other": "shown" } }),
    messageOf({ headers: { Authorization: "Bearer s3cret" } }),
    messageOf({ query: { key: "s3cret" } }),
    messageOf({ body: { username: "u", password: "s3cret" } }),
    messageOf({ body: [{ access_token: "s3cret" }] }),
  ];
  expect(messages.join("\n")).not.toContain("s3cret");
  expect(messages[0]).toContain("headers.authorization: expected a credential, which no journal keeps");
  expect(messages[0]).toContain('x-other: expected "shown", got nothing');
});
