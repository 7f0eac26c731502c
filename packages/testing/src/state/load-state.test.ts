import { createModel } from "@svc/model";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { createFake } from "../fake/create-fake.ts";

const credential = { headers: { authorization: "Bearer t" } };

test("nothing of a state is nothing put in", () => {
  const fake = createFakeSvc();
  fake.load({});
  fake.load({ personas: {}, sessions: { s: {} }, users: [], answers: {} });
  expect(fake.snapshot()).toEqual({});
});

test("what an email lacks is filled in; whether it is unread is no part of it", async () => {
  const fake = createFakeSvc();
  fake.load({ personas: { p: { emails: [{}, { subject: "S", email_id: "e", unread: false }] } } });
  const filled = { subject: "(no subject)", sender_email: null, sender_name: null, created_at: "2025-06-01T12:00:00Z" };
  expect(fake.personas("p").emails.all()).toMatchObject([filled, { ...filled, subject: "S", email_id: "e" }]);
  const unread = await fake.fetch(`${fake.baseUrl}/personas/p/emails?only_unread=true&timedelta=PT5M`, credential);
  expect(await unread.json()).toMatchObject([{ subject: "(no subject)" }]);
});

test("ids that are filled in are others each time, and the same in each run", () => {
  const idsOf = () => {
    const fake = createFakeSvc();
    for (let time = 0; time < 2; time++) fake.load({ personas: { p: { emails: [{}, {}] }, q: { emails: [{}] } } });
    return ["p", "q"].flatMap((id) =>
      fake
        .personas(id)
        .emails.all()
        .map(({ email_id }) => email_id),
    );
  };
  expect(new Set(idsOf()).size).toBe(6);
  expect(idsOf()).toEqual(idsOf());
});

test("a snapshot loads again: items, what is there once, and what only tests know", () => {
  const fake = createFakeSvc();
  fake.personas("p").emails.add({ subject: "a" }, { unread: false });
  fake.sessions("s").network.logs.add({ key: "k", body: "line" });
  fake.sessions("s").replay.set({ video: "v", video_start_ms: 1 });
  const state = fake.snapshot();
  expect(state).toMatchObject({
    personas: { p: { emails: [{ subject: "a", unread: false }] } },
    sessions: { s: { network: { logs: [{ key: "k", body: "line" }] }, replay: { video: "v", video_start_ms: 1 } } },
  });
  expect(createFakeSvc({ state }).snapshot()).toEqual(state);
});

test.each([
  [[], "The state: expected an object."],
  [{ people: {} }, "/people: unknown key; there are personas, sessions, users, answers."],
  [{ personas: [] }, "/personas: expected an object."],
  [{ personas: { p: { emails: {} } } }, "/personas/p/emails: "],
  [{ personas: { p: { emails: [{ subject: 5 }] } } }, "/personas/p/emails/0/subject: expected string, got number."],
  [{ personas: { p: { emails: [{ unread: "no" }] } } }, "/personas/p/emails/0/unread: expected a boolean."],
  [{ sessions: { "a/b": { cookies: [5] } } }, "/sessions/a~1b/cookies/0: expected an object."],
  [{ users: [{ username: "a" }] }, "/users/0/password: expected a text."],
  [{ answers: { health_get: { status: 99 } } }, "/answers/health_get/status: expected 200 to 599."],
  [{ answers: { nothing: {} } }, "/answers/nothing: "],
])("%j changes nothing, and is refused with its place", (state, message) => {
  const fake = createFakeSvc();
  const whole = Array.isArray(state) ? state : { sessions: { s: { cookies: [{ name: "a" }] } }, ...state };
  expect(() => fake.load(whole as never)).toThrow(message);
  expect(fake.snapshot()).toEqual({});
});

test("fixed answers are given until the handlers are reset; users may have tokens", async () => {
  const fake = createFakeSvc();
  fake.load({
    answers: { health_get: { status: 203, body: { ok: true } } },
    users: [{ username: "a", password: "b" }],
  });
  const get = async () => (await fake.fetch(`${fake.baseUrl}/health`, credential)).status;
  expect(await get()).toBe(203);
  fake.reset(["handlers"]);
  expect(await get()).toBe(200);
});

test("where the document has users, those of the token endpoint are called $users", () => {
  const user = { type: "object", properties: { id: { type: "string" }, password: { type: "string" } } };
  const list = {
    200: { description: "", content: { "application/json": { schema: { type: "array", items: user } } } },
  };
  const document = documentOf({ paths: { "/users": { get: { responses: list } } } });
  const fake = createFake(createModel(document));
  fake.load({ users: [{ id: "u1" }], $users: [{ username: "a", password: "b" }] });
  expect(fake.snapshot()).toEqual({ users: [{ id: "u1" }] });
  expect(() => fake.load({ $users: [{}] })).toThrow("/$users/0/username: expected a text.");
});

test("ids are told apart by where one ends, whatever they hold", () => {
  const item = { type: "object", properties: { id: { type: "string" } } };
  const content = { "application/json": { schema: { type: "array", items: item } } };
  const parameters = ["a", "b"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const document = documentOf({
    paths: { "/boxes/{a}/crates/{b}/parts": { get: { parameters, responses: { 200: { description: "", content } } } } },
  });
  const state = {
    boxes: {
      "x\ny": { crates: { z: { parts: [{ id: "1" }] } } },
      x: { crates: { "y\nz": { parts: [{ id: "2" }] } } },
    },
  };
  const fake = createFake(createModel(document));
  fake.load(state);
  expect(fake.snapshot()).toEqual(state);
});
