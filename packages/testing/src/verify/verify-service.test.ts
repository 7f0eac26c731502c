import type { Contract, Operation } from "@svc/model";
import { createValidate } from "@svc/schema";
import { afterAll, expect, test } from "vitest";
import { createFakeSvc, model, SERVICE_FILE } from "../../test/support/service.ts";
import { checkAnswer } from "./check-answer.ts";
import { runVerify } from "./run-verify.ts";
import { describeReport, verifyService } from "./verify-service.ts";

const TOKEN = "sk-secret-token";
const LIMITS = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "9", "x-ratelimit-reset": "9" };
const params = { "*": { persona_id: "p1", session_id: "s1" } };
const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((fake) => fake.close())));

function setUp() {
  const fake = createFakeSvc({ strict: false });
  open.push(fake);
  const verify = (more = {}) =>
    verifyService(model, { baseUrl: fake.baseUrl, token: TOKEN, params, fetch: fake.fetch, ...more });
  return { fake, verify };
}

test("the fake agrees with its own document", async () => {
  const { verify } = setUp();
  const report = await verify();
  expect([report.differences, report.skipped]).toEqual([[], []]);
  expect(report.checked.filter(({ status }) => status === 422).map(({ request }) => request)).toEqual([
    "GET /personas/{persona_id}/emails with limit=0, out of its bounds",
    "GET /personas/{persona_id}/emails with limit=101, out of its bounds",
    "GET /sessions/{session_id}/network/logs with limit=0, out of its bounds",
    "GET /sessions/{session_id}/network/logs with limit=1001, out of its bounds",
  ]);
});

test("a body of another shape is reported by place, without its values", async () => {
  const { fake, verify } = setUp();
  fake.on("persona_emails_list", () => [{ subject: 7, text_content: `mail of ${TOKEN}` }] as never);
  const { differences } = await verify();
  const text = differences.map(({ message }) => message).join("\n");
  expect(text).toMatch(/^body\/0/m);
  expect(text).toContain("/subject");
  expect(text).not.toMatch(/mail of|secret/);
});

test.each<[string, object, string]>([
  ["another status", { status: 503 }, "status 503"],
  ["another content type", { contentType: "text/html" }, "content type text/html"],
  ["a body that is no JSON", { malformed: true }, "the body is no JSON"],
  ["a broken connection", { reset: true }, "no answer"],
])("%s is reported", async (_what, fault, message) => {
  const { fake, verify } = setUp();
  fake.fail({ operation: "sessions_cookies_get", ...fault });
  const { differences } = await verify();
  expect(differences.map(({ operation }) => operation)).toContain("sessions_cookies_get");
  expect(describeReport({ checked: [], skipped: [], differences })).toContain(message);
});

test("a body that does not end is left, and what drives a terminal is escaped", async () => {
  const { verify } = setUp();
  const endless = () => new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(1_000_000)) });
  const fetch = async () => new Response(endless(), { headers: { ...LIMITS, "content-type": "application/json" } });
  const { differences } = await verify({ fetch });
  expect(differences.map(({ message }) => message)).toContain("the body is longer than 67108864 bytes");
  const skipped = [{ operation: "a\u202e\u001b[31m", reason: "x" }];
  expect(describeReport({ checked: [], skipped, differences: [] })).toContain("a\\u202e\\u001b[31m");
});

test("bounds that are not kept, and a 422 of another shape, are reported", async () => {
  const { fake, verify } = setUp();
  const lax = await verify({
    fetch: (url: string, init: RequestInit) => fake.fetch(url.replace("limit=101", "limit=100"), init),
  });
  expect(lax.differences).toMatchObject([
    { message: expect.stringContaining("out of the documented bounds is accepted") },
  ]);
  const odd = await verify({
    fetch: async (url: string, init: RequestInit) =>
      url.includes("limit=101") ? Response.json({ detail: [{ loc: "x" }] }, { status: 422 }) : fake.fetch(url, init),
  });
  expect(odd.differences.map(({ message }) => message).join()).toContain("body/detail/0");
});

test("a lower bound that is not kept is reported, too", async () => {
  const { fake, verify } = setUp();
  const { differences } = await verify({
    fetch: (url: string, init: RequestInit) => fake.fetch(url.replace("limit=0", "limit=1"), init),
  });
  expect(differences).toMatchObject([
    {
      operation: "persona_emails_list",
      request: expect.stringContaining("limit=0"),
      message: expect.stringContaining("is accepted"),
    },
    { operation: "sessions_network_logs_get" },
  ]);
});

test.each([{}, { detail: null }, { detail: [] }])("a refusal that says %j gives no reason", async (body) => {
  const { fake, verify } = setUp();
  const { differences } = await verify({
    fetch: async (url: string, init: RequestInit) =>
      url.includes("limit=101") ? Response.json(body, { status: 422, headers: LIMITS }) : fake.fetch(url, init),
  });
  expect(differences.map(({ message }) => message)).toEqual(["body/detail: expected a reason of the error"]);
});

test("a status is said not to be documented where none is", async () => {
  const operation = { ...(model.operations[0] as Operation), responses: [] };
  const validate = createValidate(model.schemas);
  const messages = async (responses: Operation["responses"]) => {
    const expected = { operation: { ...operation, responses }, outOfBounds: undefined };
    return (await checkAnswer(expected, new Response(), validate)).differences;
  };
  expect(await messages([])).toEqual(["status 200 is not documented; none is"]);
  const [response] = model.operations[0]?.responses ?? [];
  expect(await messages([{ ...(response as Operation["responses"][number]), status: "201" }])).toEqual([
    "status 200 is not documented; 201 is",
  ]);
});

test("operations without a value for a required parameter are left out, with the reason", async () => {
  const { verify } = setUp();
  const { skipped } = await verify({ params: {} });
  expect(skipped).toContainEqual({
    operation: "persona_emails_list",
    reason: "no value for path parameter persona_id; give it with --params",
  });
});

test("nothing more is asked of a service that limits", async () => {
  const { fake, verify } = setUp();
  fake.fail({ rateLimited: true, times: 1 });
  const { skipped, differences } = await verify();
  expect([new Set(skipped.map(({ reason }) => reason)), differences]).toEqual([
    new Set(["the rate limit was reached"]),
    [],
  ]);
  expect(fake.calls).toHaveLength(1);
});

test("the command answers by exit code and prints no credential", async () => {
  const { fake } = setUp();
  const { url } = await fake.listen();
  const lines: string[] = [];
  const run = (...args: string[]) =>
    runVerify(["--base-url", url, "--token", TOKEN, "--spec", SERVICE_FILE, ...args], (text) => lines.push(text));
  expect(await run()).toBe(0);
  fake.fail({ status: 500, body: TOKEN });
  expect(await run("--json")).toBe(1);
  expect(lines.join("\n")).not.toContain(TOKEN);
  await expect(runVerify(["--base-url", "nope"], () => {})).rejects.toThrow("expected an http or https address");
  await expect(runVerify(["--tokn", TOKEN], () => {})).rejects.toThrow("--tokn cannot be used so");
});

test("with a contract only its operations and the fields that it reads are checked", async () => {
  const { fake, verify } = setUp();
  const contract = (fields: string[]): Contract => ({
    contract: 1,
    operations: { sessions_cookies_get: { route: "", parameters: [], request: [], responses: { 200: fields } } },
  });
  const wrong = {
    fetch: async (url: string, init: RequestInit) => {
      await fake.fetch(url, init);
      return Response.json({ cookies: [{ name: 5 }] }, { headers: LIMITS });
    },
  };
  const asked = async (fields: string[]) => verify({ ...wrong, contract: contract(fields) });
  const reader = await asked(["/cookies", "/cookies/*/name"]);
  expect(new Set(reader.checked.map(({ operation }) => operation))).toEqual(new Set(["sessions_cookies_get"]));
  expect(reader.differences.map(({ message }) => message).join()).toContain("body/cookies/0/name");
  const other = await asked(["/cookies", "/cookies/*/value"]);
  expect(other.differences.map(({ message }) => message).join()).not.toContain("/name");
});
