import { createBuilders } from "@svc/schema";
import { beforeEach, expect, test } from "vitest";
import { assertNotReceived, assertReceived } from "../src/assert.ts";
import { build, createFakeSvc, model } from "./support/service.ts";

// biome-ignore lint/suspicious/noExplicitAny: mistakes are what types refuse
type Loose = any;
const make: (options?: object) => Loose = createFakeSvc as Loose;

const MEANT = 'did you mean "personas.emails.list"?';
const OPTIONS =
  "baseUrl, tokens, rateLimit, clock, seed, onUnseeded, document, recording, state, strict, webhooks, emailOrder";

let fake: Loose;
beforeEach(() => {
  fake = make();
});

test.each<[string, () => unknown, string]>([
  [
    "options: a misspelt one",
    () => make({ baseURL: "x" }),
    'createFakeSvc: unknown option "baseURL"; did you mean "baseUrl"?',
  ],
  ["options: of a client", () => make({ auth: "x" }), `createFakeSvc: unknown option "auth"; there are ${OPTIONS}.`],
  [
    "options: one token",
    () => make({ tokens: "abc" }),
    'createFakeSvc: tokens: expected a list or a function, got "abc".',
  ],
  [
    "options: a clock",
    () => make({ clock: Date }),
    "createFakeSvc: clock: expected now, setTimeout and clearTimeout, got a function.",
  ],
  [
    "limits: as a text",
    () => make({ rateLimit: "5/1" }),
    'createFakeSvc: rateLimit: expected limits or false, got "5/1".',
  ],
  [
    "limits: in milliseconds",
    () => make({ rateLimit: { limit: 5, windowMs: 5 } }),
    'rateLimit: unknown option "windowMs"; did you mean "window"?',
  ],
  [
    "faults: a misspelt one",
    () => fake.fail({ latency: 500 }),
    'fake.fail: unknown option "latency"; did you mean "latencyMs"?',
  ],
  ["faults: none", () => fake.fail(), "fake.fail: expected a fault like { status: 503 }, got undefined."],
  [
    "faults: a status as text",
    () => fake.fail({ status: "500" }),
    'fake.fail: status: expected 200 to 599, got "500".',
  ],
  [
    "faults: a time as text",
    () => fake.fail({ latencyMs: "5s" }),
    'fake.fail: latencyMs: expected milliseconds, got "5s".',
  ],
  [
    "faults: an operation",
    () => fake.fail({ operation: "persona_email_list", status: 500 }),
    `fake.fail: no operation "persona_email_list"; ${MEANT}`,
  ],
  [
    "handlers: an answer instead",
    () => fake.on("health.get", { ok: true }),
    "fake.on: expected a handler function, got [object Object].",
  ],
  [
    "clients: none",
    () => fake.client(),
    "fake.client: expected a function that creates a client, such as createSvcClient.",
  ],
  [
    "builders: a property",
    () => (build as Loose).email({ subjct: "x" }),
    'build.email: unknown property "subjct"; did you mean "subject"?',
  ],
  ["builders: a count as text", () => (build as Loose).emails("3"), "build.email.list: expected a count, got 3"],
  [
    "builders: options",
    () => (createBuilders as Loose)(model, { sed: 1 }),
    'createBuilders: unknown option "sed"; did you mean "seed"?',
  ],
  [
    "builders: traits",
    () => (createBuilders as Loose)(model, { traits: { emails_: {} } }),
    'createBuilders: unknown builder "emails_"; did you mean "email"?',
  ],
  [
    "stores: a type",
    () => fake.personas("p").emails.add({ subject: 5 }),
    'fake.personas("p").emails: /subject: expected string, got number.',
  ],
  [
    "stores: a misspelt field",
    () => fake.personas("p").emails.add([build.email(), { subjct: "x" }]),
    'fake.personas("p").emails: /1/subjct: unknown field; did you mean "subject"?',
  ],
  [
    "stores: a misspelt field of a value that is there once",
    () => fake.sessions("s").replay.set({ vido: "x" }),
    'fake.sessions("s").replay: /vido: unknown field; did you mean "video"?',
  ],
  [
    "stores: an option",
    () => fake.personas("p").emails.add(build.email(), { unraed: true }),
    'fake.personas("p").emails: unknown option "unraed"; did you mean "unread"?',
  ],
  [
    "state: a field of an item",
    () => fake.load({ personas: { p: { emails: [{}, { subjct: "x" }] } } }),
    '/personas/p/emails/1/subjct: unknown field; did you mean "subject"?',
  ],
  ["state: a key beside the stores", () => fake.load({ answer: {} }), '/answer: unknown key; did you mean "answers"?'],
  ["state: a resource", () => make({ state: { persona: {} } }), '/persona: unknown key; did you mean "personas"?'],
  [
    "time: a unit",
    () => fake.clock.advance({ second: 5 }),
    'time span: unknown unit "second"; did you mean "seconds"?',
  ],
  [
    "assertions: an operation",
    () => assertReceived(fake, "persona_email_list"),
    `no operation "persona_email_list"; ${MEANT}`,
  ],
  [
    "assertions: a path",
    () => assertReceived(fake, "personas.emails.list", { path: { persona: "p" } }),
    'personas.emails.list has no path parameter "persona"; there are persona_id.',
  ],
  [
    "assertions: a query",
    () => assertNotReceived(fake, "personas.emails.list", { query: { limt: 5 } }),
    'personas.emails.list has no query parameter "limt"; did you mean "limit"?',
  ],
  [
    "assertions: a place",
    () => assertReceived(fake, "health.get", { qery: {} } as object),
    'unknown expectation "qery"; did you mean "query"?',
  ],
  ["servers: an option", () => fake.listen({ prt: 1 }), 'fake.listen: unknown option "prt"; did you mean "port"?'],
  [
    "interception: an option",
    () => fake.intercept({ isolated: true }),
    'fake.intercept: unknown option "isolated"; did you mean "isolate"?',
  ],
  [
    "webhooks: a name",
    () => fake.webhooks.send("nope"),
    'fake.webhooks.send: unknown webhook "nope"; the document has none.',
  ],
])("%s", async (_, mistake, message) => {
  await expect((async () => mistake())()).rejects.toMatchObject({ message });
});

test("a fault that no request has used is told at the end, with what was called", async () => {
  fake.fail({ operation: "personas.emails.list", status: 503 });
  fake.fail({ timeout: true, probability: 0.5 });
  await fake.fetch(`${fake.baseUrl}/health`, { headers: { authorization: "Bearer t" } });
  expect(() => fake.assertFaultsUsed()).toThrow(
    /^A fault was not used:\n {2}status 503 of personas\.emails\.list\nThe fake received 1 request/,
  );
});
