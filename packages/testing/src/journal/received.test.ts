import { expect, test } from "vitest";
import { model } from "../../test/support/service.ts";
import { createJournal, describeCalls, type RecordedCall } from "./journal.ts";
import type { ExpectedCall } from "./received.ts";
import { assertReceived, checkReceived, countCalls, matchers } from "./received.ts";

function call(overrides: Partial<RecordedCall> = {}): RecordedCall {
  return {
    operation: "persona_emails_list",
    name: "personas.emails.list",
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
  expect(checkReceived(fake, "persona_emails_list", { query: { limit: 20 } }).pass).toBe(true);
  expect(checkReceived(fake, "persona_emails_list", { path: { persona_id: "p1" }, times: 2 }).pass).toBe(true);
  expect(checkReceived(fake, "health_get").pass).toBe(false);
});

test("the nearest call and what differs in it are named", () => {
  const fake = { calls: [call(), call({ path: { persona_id: "p2" }, query: { limit: 5 } })] };
  expect(() =>
    assertReceived(fake, "persona_emails_list", { path: { persona_id: "p1" }, query: { limit: 20 } }),
  ).toThrow(
    /^Expected persona_emails_list to be received\.\nThe nearest call, GET \/personas\/p1\/emails\?limit=10, differs:\n {2}query\.limit: expected 20, got 10\nThe fake received 2 requests:/,
  );
});

test("big integers equal the numbers that they stand for", () => {
  const fake = { calls: [call({ query: { limit: 10n } })] };
  expect(checkReceived(fake, "persona_emails_list", { query: { limit: 10 } }).pass).toBe(true);
  expect(checkReceived(fake, "persona_emails_list", { query: { limit: 11 } }).message).toContain("expected 11, got 10");
});

test("functions and asymmetric matchers compare a value", () => {
  const fake = { calls: [call()] };
  expect(checkReceived(fake, "persona_emails_list", { query: { limit: (n: number) => n < 100 } }).pass).toBe(true);
  expect(checkReceived(fake, "persona_emails_list", { path: { persona_id: expect.stringMatching(/^p/) } }).pass).toBe(
    true,
  );
  expect(checkReceived(fake, "persona_emails_list", { path: { persona_id: expect.any(Number) } }).pass).toBe(false);
});

test("a wrong number of calls is said", () => {
  const { pass, message } = matchers.toHaveReceived({ calls: [call()] }, "persona_emails_list", { times: 2 });
  expect(pass).toBe(false);
  expect(message()).toMatch(/^Expected persona_emails_list to be received 2 times; it was once\./);
});

test("a journal shows why no operation matched, and leaves out what is long ago", () => {
  const unmatched = call({
    operation: undefined as never,
    name: undefined as never,
    status: 404,
    unmatched: "No operation matches GET /nope.\nNearest:",
  });
  expect(describeCalls([call(), call(), unmatched], 2)).toBe(
    [
      "The fake received 3 requests:",
      "  (1 earlier left out)",
      "  2. 12:00:00.000 GET /personas/p1/emails?limit=10 -> 200 (personas.emails.list)",
      "  3. 12:00:00.000 GET /personas/p1/emails?limit=10 -> 404",
      "     No operation matches GET /nope.",
      "     Nearest:",
    ].join("\n"),
  );
  expect(describeCalls([])).toBe("The fake received no request.");
});

test("a credential that was expected is in no message", () => {
  const fake = { calls: [call({ query: { key: "[redacted]" } }), call({ headers: {}, query: { key: "[redacted]" } })] };
  const messageOf = (expected: ExpectedCall): string => checkReceived(fake, "persona_emails_list", expected).message;
  const messages = [
    messageOf({ headers: { authorization: "Bearer s3cret", "x-other": "shown" } }),
    messageOf({ headers: { Authorization: "Bearer s3cret" } }),
    messageOf({ query: { key: "s3cret" } }),
    messageOf({ body: { username: "u", password: "s3cret" } }),
    messageOf({ body: [{ access_token: "s3cret" }] }),
  ];
  expect(messages.join("\n")).not.toContain("s3cret");
  expect(messages[0]).toContain("headers.authorization: expected a credential, which the journal does not keep");
  expect(messages[0]).toContain('x-other: expected "shown", got nothing');
});

test.each<[string, string, object, string]>([
  [
    "an operation that does not exist",
    "persona_emails_lst",
    {},
    'no operation "persona_emails_lst"; did you mean "personas.emails.list"?',
  ],
  ["what no call has", "persona_emails_list", { querry: {} }, 'unknown expectation "querry"; did you mean "query"?'],
  [
    "a path parameter that the operation does not have",
    "persona_emails_list",
    { path: { person_id: "p1" } },
    'has no path parameter "person_id"; did you mean "persona_id"?',
  ],
  [
    "a path parameter of an operation without any",
    "health_get",
    { path: { id: "1" } },
    'has no path parameter "id"; it has none.',
  ],
  ["a query as text", "persona_emails_list", { query: "limit=20" }, "query: expected an object of values by name."],
  ["no count", "persona_emails_list", { times: "2" }, "times: expected a count from 0, got 2."],
])("%s is refused, for .not would pass", (_what, operation, expected, message) => {
  const fake = { calls: [call()], model };
  expect(() => checkReceived(fake, operation, expected)).toThrow(message);
  expect(() => matchers.toHaveReceived(fake, operation, expected)).toThrow(TypeError);
  expect(() => countCalls(fake, operation, expected)).toThrow(message);
});

test("a journal that stands alone knows no operations, and what has none is refused", () => {
  expect(checkReceived({ calls: [call()] }, "persona_emails_lst").pass).toBe(false);
  expect(() => checkReceived({} as never, "health_get")).toThrow("expected a fake");
});

test("calls are filtered by facts, and a misspelt one is refused", () => {
  const renamed = model.operations.map((operation) => ({ ...operation, formerIds: [`old_${operation.id}`] }));
  const journal = createJournal(renamed);
  journal.add(call());
  journal.add(call({ operation: "health_get", method: "HEAD" }));
  const { calls } = journal;
  expect(calls.filter({ operation: "old_health_get" })).toEqual([calls[1]]);
  expect(calls.filter({ method: "head", status: 200 })).toEqual([calls[1]]);
  expect(calls.filter({ path: { persona_id: "p1" } })).toHaveLength(2);
  expect(calls.filter(({ method }) => method === "GET")).toEqual([calls[0]]);
  expect(() => calls.filter({ operation: "persona_emails_lst" })).toThrow('did you mean "personas.emails.list"?');
  expect(() => calls.filter({ querry: {} } as never)).toThrow('calls have no "querry"');
  expect(createJournal().calls.filter({ operation: "any" })).toEqual([]);
});

test("where an operation was not called, the nearest call of all is named", () => {
  const misspelt = call({
    operation: undefined as never,
    name: undefined as never,
    target: "/persona/p1/emails",
    path: {},
    query: {},
    status: 404,
  });
  const fake = { calls: [call({ operation: "health_get", target: "/health", path: {} }), misspelt], model };
  expect(checkReceived(fake, "persona_emails_list", { path: { persona_id: "p1" } }).message).toContain(
    'The nearest call, GET /persona/p1/emails, differs:\n  operation: expected "personas.emails.list", got nothing\n',
  );
  expect(checkReceived({ calls: [], model }, "health_get").message).toBe(
    "Expected health_get to be received.\nThe fake received no request.",
  );
});

test("a regular expression is compared with the text of a value", () => {
  const fake = { calls: [call()] };
  const messageOf = (expected: ExpectedCall): string => checkReceived(fake, "persona_emails_list", expected).message;
  const sticky = /p\d/gy;
  for (let count = 0; count < 3; count++) {
    expect(
      checkReceived(fake, "persona_emails_list", { path: { persona_id: sticky }, query: { limit: /^10$/ } }).pass,
    ).toBe(true);
  }
  expect(messageOf({ path: { persona_id: /^q/ } })).toContain('path.persona_id: expected a text like /^q/, got "p1"');
  expect(messageOf({ body: { a: [/x/] } })).toContain('body: expected {"a":["/x/"]}, got nothing');
});

test("names of headers have no case", () => {
  const fake = { calls: [call({ headers: { "x-svc-request-origin": "ci" } })] };
  const wants = (value: string): ExpectedCall => ({ headers: { "X-Svc-Request-Origin": value } });
  expect(checkReceived(fake, "persona_emails_list", wants("ci")).pass).toBe(true);
  expect(checkReceived(fake, "persona_emails_list", wants("cd")).message).toContain(
    'headers.x-svc-request-origin: expected "cd", got "ci"',
  );
  expect(
    checkReceived(fake, "persona_emails_list", { headers: expect.objectContaining({ "x-svc-request-origin": "ci" }) })
      .pass,
  ).toBe(true);
});

test("a credential that was received is in no message", () => {
  const fake = { calls: [call({ query: { invite_token: "s3cret-a" } })] };
  const { message } = checkReceived(fake, "persona_emails_list", { query: { invite_token: "s3cret-b" } });
  expect(message).toContain("query.invite_token: expected another value; neither is shown");
  expect(message).not.toContain("s3cret");
});
